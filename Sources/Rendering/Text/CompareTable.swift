import Forecast
import KMAForecast

struct CompareTable {
    let reports: [Report]
    let style: Style

    var text: String {
        let title = reports.first.map { style.ansi.bold(" " + style.moment($0.generatedAt)) } ?? ""
        let blocks = stride(from: 0, to: dates.count, by: daysInRow).map { start in block(Array(dates[start..<min(start + daysInRow, dates.count)])) }
        let owners = style.attribution(reports.flatMap(\.attribution).uniqued)
        let notes = Set(reports.compactMap { $0.partNote(of: $0.daysAhead, style) }).sorted().flatMap(style.paragraph).map(style.ansi.faint)
        return ([title] + alerts + blocks + notes + [owners]).joined(separator: "\n")
    }

    private var dates: [KoreanDate] { Set(reports.flatMap(\.daysAhead).map(\.date)).sorted() }

    private var isNarrow: Bool { style.width < 50 }
    private var nameWidth: Int {
        let widest = names.map(\.displayWidth).max() ?? 0
        return min(widest, isNarrow ? 8 : 16) + 1
    }
    private var skyWidth: Int { isNarrow ? 5 : 7 }
    private var degreesWidth: Int { isNarrow ? 7 : 8 }
    private var dayWidth: Int { skyWidth + 1 + degreesWidth }
    private var daysInRow: Int { max(1, (style.width - 1 - nameWidth) / (dayWidth + 1)) }

    private var names: [String] { reports.map(name) }

    private func name(_ report: Report) -> String {
        let place = report.place
        if style.language == .english { return String(place.englishName.prefix { $0 != "," }) }
        let last = place.name.split(separator: " ").last.map(String.init) ?? place.name
        return place.query.displayWidth <= 10 && place.query.contains(where: \.isLetter) ? place.query : last
    }

    private func block(_ dates: [KoreanDate]) -> String {
        let blank = String(repeating: " ", count: nameWidth)
        let header = " " + blank + dates.map { label($0) + " " }.joined()
        let rows = zip(names, reports).map { name, report in
            let days = report.daysAhead
            let cells = dates.map { date in cell(days.first { $0.date == date }, report) + " " }
            return " " + name.padded(to: nameWidth - 1) + " " + cells.joined()
        }
        return ([header] + rows).map(\.withoutTrailingSpaces).joined(separator: "\n")
    }

    private func label(_ date: KoreanDate) -> String {
        let offset = reports.first.map { date - KoreanDate(of: $0.generatedAt) } ?? 0
        let isNear = offset < 3 && style.language == .korean || offset == 0
        let name = isNear ? date.label(offset: offset)[style.language] : date.monthAndDay
        let weekday = date.weekdayName[style.language]
        let gap = max(0, dayWidth - name.displayWidth - 1 - weekday.displayWidth)
        return "\(name) \(style.ansi.weekday(date.weekday, weekday))" + String(repeating: " ", count: gap)
    }

    private func cell(_ day: Day?, _ report: Report) -> String {
        guard let day else { return String(repeating: " ", count: dayWidth) }
        let theme = day.whole?.condition?.theme
        let probability = report.shownProbability(of: day)
        let percent = probability.map { isNarrow ? "\($0.percent)" : "\($0.percent)%" } ?? "-"
        let symbol = theme.map { $0.symbol(night: false) } ?? " "
        let sky = style.ansi.theme(theme, symbol + percent.aligned(to: skyWidth - symbol.displayWidth))
        let (low, high) = (number(day.extremes.minimum), number(day.extremes.maximum))
        let degrees = low == nil && high == nil ? "-" : "\(low ?? "")~\(high ?? "")\(isNarrow ? "" : "°")"
        return sky + " " + degrees.aligned(to: degreesWidth)
    }

    private func number(_ degrees: Double?) -> String? { degrees.map { String($0.wholeDegrees.dropLast()) } }

    private var alerts: [String] {
        zip(names, reports).flatMap { name, report -> [String] in
            let labels = (report.alerts ?? []).names(style.language)
            if labels.isEmpty { return [] }
            return style.paragraph("\(name): \(labels.joined(separator: ", "))")
        }
    }
}
