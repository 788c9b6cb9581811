import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma hours`: the next hours, by day.
struct HoursCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "hours",
            abstract: localized("시간대별 날씨.", "The next hours."),
            discussion: localized(
                """
                예:
                  kma hours --area 제주
                  kma hours --area 강릉 --json
                """,
                """
                Examples:
                  kma hours --area Jeju --lang en
                  kma hours --area Gangneung --json
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { .hours }

    mutating func validate() throws {
        try output.allow(.table, .json, .csv, of: "hours")
    }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        switch format {
        case .table, .line: HoursTable(report: report, style: style).text
        case .json: String(decoding: report.json(question, style.language, pretty: true), as: UTF8.self)
        case .csv: CSV.hours(report, style.language)
        }
    }
}

/// The hours for people, under the day they belong to.
struct HoursTable {
    let report: Report
    let style: Style

    var text: String {
        let today = KoreanDate(of: report.generatedAt)
        var lines = [Heading(report: report, style: style).title]
        var date: KoreanDate?
        for slot in report.week.hours {
            let time = KoreanTime(slot.time)
            if time.date != date {
                date = time.date
                lines.append(dayLine(time.date, offset: time.date - today))
            }
            lines.append(row(slot, time))
        }
        return (lines + [Heading(report: report, style: style).attribution]).joined(separator: "\n")
    }

    private func dayLine(_ date: KoreanDate, offset: Int) -> String {
        let weekday = style.ansi.weekday(date.weekday, date.weekdayName[style.language])
        let name = date.label(offset: offset)[style.language]
        // Further off, the name is the date already.
        let day = offset < 4 ? " \(date.monthAndDay)" : ""
        return " " + style.ansi.bold(name) + "\(day) \(weekday)"
    }

    private func row(_ slot: Slot, _ time: KoreanTime) -> String {
        let theme = slot.condition?.theme
        let symbol = theme.map { $0.symbol(night: slot.isNight ?? false) } ?? " "
        let words = slot.condition?.text[style.language] ?? "-"
        let sky = style.ansi.theme(theme, "\(symbol) \(words)".padded(to: skyWidth))
        var parts = [
            (slot.temperature?.wholeDegrees ?? "-").aligned(to: 5),
            slot.precipitationProbability.percent.aligned(to: 5),
            (slot.precipitation.map(amount) ?? "").aligned(to: 10),
        ]
        if !isNarrow { parts.append((slot.windSpeed.map { "\($0.oneDecimal)m/s" } ?? "").aligned(to: 9)) }
        return "\(isNarrow ? " " : "   ")\(time.clock)  \(sky)\(parts.joined())".trimmingEnd
    }

    /// Whether there is no room for the wind.
    private var isNarrow: Bool { style.columns.clamped < 56 }

    /// What the other columns leave; the longest of KMA's words take 16 cells with their symbol.
    private var skyWidth: Int { min(24, style.columns.clamped - (isNarrow ? 28 : 39)) }

    /// As KMA writes it: `5.0mm`, `1mm 미만`, `30~50mm`, `50mm 이상`; nothing where nothing falls.
    private func amount(_ amount: Amount) -> String {
        func millimetres(_ value: Double) -> String {
            value == value.rounded() ? "\(Int(value))" : value.oneDecimal
        }
        guard let high = amount.high else {
            return style("\(millimetres(amount.low))mm 이상", "≥\(millimetres(amount.low))mm")
        }
        if high == 0 { return "" }
        if amount.isExact { return "\(amount.low.oneDecimal)mm" }
        if amount.low == 0 { return style("\(millimetres(high))mm 미만", "<\(millimetres(high))mm") }
        return "\(millimetres(amount.low))~\(millimetres(high))mm"
    }
}

extension String {
    /// Without the spaces at its end.
    var trimmingEnd: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
