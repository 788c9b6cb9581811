import Forecast
import KMAForecast

struct NationTable {
    let report: NationReport
    let style: Style
    var isMap = false
    var withDust = false
    private static let narrowest = 36
    private static let gap = 3

    var text: String {
        let cities = isMap ? TerminalMap(report: report, style: style).lines : rows
        return ([title] + note + cities + dust + alerts + [style.attribution(report.attribution)]).joined(separator: "\n")
    }

    var line: String {
        let parts = report.cities.map { city in
            let day = city.dayAhead(on: report.date)
            let values = [day?.whole?.condition?.text[style.language], extremes(of: day)]
            let known = values.compactMap(\.self)
            return ([name(of: city)] + (known.isEmpty ? ["-"] : known)).joined(separator: " ")
        }
        return parts.joined(separator: " · ")
    }

    private var columnCount: Int { style.width >= 2 * NationTable.narrowest + NationTable.gap ? 2 : 1 }
    private var columnWidth: Int { (style.width - 1 - (columnCount - 1) * NationTable.gap) / columnCount }

    private var title: String {
        let day = report.date.dayWithWeekday[style.language]
        let isToday = report.date == KoreanDate(of: report.generatedAt)
        let name = AlertList.country[style.language] + (isToday ? "" : " \(day)")
        return style.title(name, at: report.generatedAt).map { style.ansi.bold(" " + $0.withoutTrailingSpaces) }.joined(separator: "\n")
    }

    private var note: [String] {
        let names = report.cities.filter { $0.isLate || $0.report == nil }.map(name)
        if names.isEmpty { return [] }
        let list = names.joined(separator: ", ")
        let text = style("아직 받지 못한 곳: \(list). 잠시 뒤에 다시 시도해 주세요.", "Still loading: \(list). Try again in a moment.")
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

    private func extremes(of day: Day?) -> String? {
        guard let extremes = day?.extremes, extremes.minimum != nil || extremes.maximum != nil else { return nil }
        return "\(extremes.minimum?.wholeDegrees ?? "-")/\(extremes.maximum?.wholeDegrees ?? "-")"
    }

    private func row(_ city: NationReport.City) -> String {
        let name = name(of: city).padded(to: report.cities.map { self.name(of: $0).displayWidth }.max() ?? 0)
        let day = city.dayAhead(on: report.date)
        let condition = day?.whole?.condition
        let chance = (day?.whole?.precipitationProbability).percent
        let values = (extremes(of: day) ?? "-").aligned(to: 9) + chance.aligned(to: 5)
        let room = columnWidth - name.displayWidth - 1 - values.displayWidth
        let symbol = condition?.theme.symbol(night: false) ?? " "
        let text = condition?.text(style, within: room - 2) ?? "-"
        return "\(name) " + style.ansi.theme(condition?.theme, "\(symbol) \(text)".padded(to: room)) + values
    }

    private var dust: [String] {
        guard withDust else { return [] }
        let grades: [AirGrade?] = AirGrade.allCases.reversed() + [nil]
        return grades.flatMap { grade in
            let names = report.cities.filter { $0.airGrade(on: report.date) == grade }.map(name).joined(separator: ", ")
            let label = style("미세먼지 ", "Dust ") + (grade?.label[style.language] ?? style("자료 없음", "no data"))
            return names.isEmpty ? [] : "\(label): \(names)".wrapped(to: style.width - 2).map { " " + $0 }
        }
    }

    private var alerts: [String] {
        var cities: [(alert: Alert, names: [String])] = []
        for city in report.cities {
            for alert in city.alerts(on: report.date) ?? [] {
                if let index = cities.firstIndex(where: { ($0.alert.kind, $0.alert.level) == (alert.kind, alert.level) }) {
                    cities[index].names.append(name(of: city))
                } else {
                    cities.append((alert, [name(of: city)]))
                }
            }
        }
        return cities.sorted { $0.alert.level > $1.alert.level }.flatMap { alert, names in
            "⚠ \(alert.label[style.language])  \(names.joined(separator: ", "))".wrapped(to: style.width - 2).map {
                " " + style.ansi.level(alert.level, $0)
            }
        }
    }
}

extension CSV {
    static func nation(_ report: NationReport, _ language: Language) -> String {
        let date = report.date
        return table(
            report.cities,
            [
                "date": { _ in date.description }, "name": { $0.city.name }, "name_en": { $0.city.englishName },
                "latitude": { "\($0.city.place.latitude)" }, "longitude": { "\($0.city.place.longitude)" },
                "theme": { $0.day(on: date)?.whole?.condition?.theme.rawValue }, "text": { $0.day(on: date)?.whole?.condition?.text[language] },
                "temperature": { $0.temperature(on: date) }, "temperature_min": { $0.day(on: date)?.extremes.minimum },
                "temperature_max": { $0.day(on: date)?.extremes.maximum },
                "precipitation_probability": { $0.day(on: date)?.whole?.precipitationProbability?.percent },
                "air_grade": { $0.airGrade(on: date)?.rawValue },
                "alerts": { city in
                    city.alerts(on: date)?.names(language).joined(separator: ";") ?? (city.isToday(date) ? AlertList.unknown[language] : nil)
                },
                "error": { $0.error?.code.rawValue },
            ]
        )
    }
}
