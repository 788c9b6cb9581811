import Feeds
import Forecast
import KMAForecast

/// The table of `kma nation`: a city a row, in two columns where the terminal is wide.
struct NationTable {
    let report: NationReport
    let style: Style
    /// Whether the cities stand on a map in place of rows.
    var isMap = false

    /// What the cities' names and values take, at least.
    private static let narrowest = 36
    private static let gap = 3

    var text: String {
        let cities = isMap ? TerminalMap(report: report, style: style).lines : rows
        return ([title] + note + cities + alerts + [style.attribution(report.attribution)]).joined(
            separator: "\n"
        )
    }

    /// `서울 맑음 10° · 인천 …`, of another day than today its low and high.
    var line: String {
        let parts = report.cities.map { city in
            let values = [
                city.sky(on: report.date)?.label[style.language],
                city.temperature(on: report.date).map(\.wholeDegrees) ?? extremes(of: city),
            ]
            let known = values.compactMap(\.self)
            return ([name(of: city)] + (known.isEmpty ? ["-"] : known)).joined(separator: " ")
        }
        return parts.joined(separator: " · ")
    }

    private var columnCount: Int { style.width >= 2 * NationTable.narrowest + NationTable.gap ? 2 : 1 }
    private var columnWidth: Int {
        (style.width - 1 - (columnCount - 1) * NationTable.gap) / columnCount
    }

    private var title: String {
        let day = report.date.dayWithWeekday[style.language]
        let isToday = report.date == KoreanDate(of: report.generatedAt)
        let name = AlertList.country[style.language] + (isToday ? "" : " \(day)")
        return style.title(name, at: report.generatedAt)
            .map { style.ansi.bold(" " + $0.withoutTrailingSpaces) }.joined(separator: "\n")
    }

    /// That cities are missing.
    private var note: [String] {
        let names = report.cities.filter { $0.isLate || $0.report == nil }.map(name)
        if names.isEmpty { return [] }
        let list = names.joined(separator: ", ")
        let text = style(
            "아직 받지 못한 곳: \(list). 잠시 뒤에 다시 시도해 주세요.",
            "Not there yet: \(list). Try again in a moment."
        )
        return text.wrapped(to: style.width - 2).map { " " + style.ansi.faint($0) }
    }

    private var rows: [String] {
        let rows = report.cities.map(row)
        guard columnCount == 2 else { return rows.map { " " + $0 } }
        let half = (rows.count + 1) / 2
        let gap = String(repeating: " ", count: NationTable.gap)
        return (0..<half).map { index in
            let right = index + half < rows.count ? gap + rows[index + half] : ""
            return " " + rows[index] + right
        }
    }

    private func name(of city: NationReport.City) -> String { style(city.city.name, city.city.englishName) }

    /// `8°/17°`; `nil` where neither is known.
    private func extremes(of city: NationReport.City) -> String? {
        let extremes = city.extremes(on: report.date)
        guard extremes.minimum != nil || extremes.maximum != nil else { return nil }
        return "\(extremes.minimum?.wholeDegrees ?? "-")/\(extremes.maximum?.wholeDegrees ?? "-")"
    }

    /// Name, sky, low and high, chance of rain; in as many cells as a column has.
    private func row(_ city: NationReport.City) -> String {
        let name = name(of: city).padded(to: report.cities.map { self.name(of: $0).displayWidth }.max() ?? 0)
        let sky = city.sky(on: report.date)
        let chance = city.probability(on: report.date).percent
        let values = (extremes(of: city) ?? "-").aligned(to: 9) + chance.aligned(to: 5)
        let room = columnWidth - name.displayWidth - 1 - values.displayWidth
        let symbol = sky.map { $0.theme.symbol(night: $0.isNight) } ?? " "
        let condition = city.condition(on: report.date)
        let text = condition?.text(style, within: room - 2) ?? sky?.label[style.language] ?? "-"
        return "\(name) " + style.ansi.theme(sky?.theme, "\(symbol) \(text)".padded(to: room)) + values
    }

    /// A line for each kind of warning, with its cities.
    private var alerts: [String] {
        var cities: [(alert: Alert, names: [String])] = []
        for city in report.cities {
            for alert in city.alerts(on: report.date) ?? [] {
                if let index = cities.firstIndex(where: {
                    ($0.alert.kind, $0.alert.level) == (alert.kind, alert.level)
                }) {
                    cities[index].names.append(name(of: city))
                } else {
                    cities.append((alert, [name(of: city)]))
                }
            }
        }
        return cities.sorted { $0.alert.level > $1.alert.level }.flatMap { alert, names in
            "⚠ \(alert.label[style.language])  \(names.joined(separator: ", "))".wrapped(to: style.width - 2)
                .map { " " + style.ansi.level(alert.level, $0) }
        }
    }
}

extension CSV {
    /// A row a city.
    static func nation(_ report: NationReport, _ language: Language) -> String {
        let date = report.date
        return table(
            report.cities,
            [
                "date": { _ in date.description }, "name": { $0.city.name },
                "name_en": { $0.city.englishName },
                "latitude": { "\($0.city.place.latitude)" }, "longitude": { "\($0.city.place.longitude)" },
                "theme": { $0.sky(on: date)?.theme.rawValue }, "text": { $0.sky(on: date)?.label[language] },
                "temperature": { $0.temperature(on: date) },
                "temperature_min": { $0.extremes(on: date).minimum },
                "temperature_max": { $0.extremes(on: date).maximum },
                "precipitation_probability": { $0.probability(on: date)?.percent },
                "air_grade": { $0.airGrade(on: date)?.rawValue },
                "alerts": { $0.alerts(on: date)?.names(language).joined(separator: ";") },
                "error": { $0.error?.code.rawValue },
            ]
        )
    }
}
