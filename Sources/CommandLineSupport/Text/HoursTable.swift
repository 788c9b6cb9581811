import Forecast
import KMAForecast

/// The table of `kma hours`: the hours under the day they belong to.
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
        // From the fourth day on the label itself is the date.
        let day = offset < 4 ? " \(date.monthAndDay)" : ""
        return " " + style.ansi.bold(name) + "\(day) \(weekday)"
    }

    private func row(_ slot: Slot, _ time: KoreanTime) -> String {
        let theme = slot.condition?.theme
        let symbol = theme.map { $0.symbol(night: slot.isNight ?? false) } ?? " "
        let text = slot.condition?.text[style.language] ?? "-"
        let lightning = slot.hasLightning == true ? style(", 낙뢰", ", lightning") : ""
        let sky = style.ansi.theme(theme, "\(symbol) \(text)\(lightning)".padded(to: skyWidth))
        var parts = [
            (slot.temperature?.wholeDegrees ?? "-").aligned(to: 5),
            slot.precipitationProbability.percent.aligned(to: 5),
            (slot.precipitation.map(amount) ?? "").aligned(to: 10),
        ]
        if isWide {
            let felt = slot.feelsLike?.degrees.wholeDegrees
            parts.insert((felt.map { style("체감 \($0)", "feels \($0)") } ?? "").aligned(to: 12), at: 1)
        }
        if !isNarrow { parts.append((slot.windSpeed.map { "\($0.oneDecimal)m/s" } ?? "").aligned(to: 9)) }
        return "\(isNarrow ? " " : "   ")\(time.clock)  \(sky)\(parts.joined())".withoutTrailingSpaces
    }

    /// Whether there is no room for the wind.
    private var isNarrow: Bool { style.width < 56 }

    /// Whether there is room for what it feels like, beside a sky of 24 cells.
    private var isWide: Bool { style.width >= 75 }

    /// Cells that the other columns leave; KMA's longest text takes 16 with its symbol.
    private var skyWidth: Int { min(24, style.width - (isNarrow ? 28 : 39)) }

    /// As KMA writes it: `5.0mm`, `1mm 미만`, `30~50mm`, `50mm 이상`; nothing where nothing falls.
    private func amount(_ amount: Amount) -> String {
        func millimetres(_ value: Double) -> String {
            value == value.rounded() ? value.wholeNumber : value.oneDecimal
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
