import Forecast
import KMAForecast

/// The table of `kma hours`: the hours under the day they belong to.
struct HoursTable {
    let report: Report
    let style: Style

    var text: String {
        let today = KoreanDate(of: report.generatedAt)
        var lines = [Heading(report: report, style: style).title, header]
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

    /// `모레 12/1 화`; in English, whose label of a later day is its name or its date, without what the label says.
    private func dayLine(_ date: KoreanDate, offset: Int) -> String {
        let weekday = style.ansi.weekday(date.weekday, date.weekdayName[style.language])
        let name = date.label(offset: offset)[style.language]
        // From the fourth day on the label itself is the date.
        let day = offset < 4 ? " \(date.monthAndDay)" : ""
        let isNamed = style.language == .english && (2...3).contains(offset)
        return " " + style.ansi.bold(name) + day + (isNamed ? "" : " \(weekday)")
    }

    private var header: String {
        let columns = [
            style("기온", "Temp").aligned(to: 5), isWide ? style("체감", "Feels").aligned(to: 6) : "",
            probabilityName.aligned(to: probabilityWidth), style("강수량", "Rain").aligned(to: amountWidth),
            isNarrow ? "" : style("바람", "Wind").aligned(to: 9),
        ]
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let time = style("시각", "Time").padded(to: timeWidth)
        return style.ansi.faint("\(margin)\(time)\(sky)\(columns.joined())")
    }

    private func row(_ slot: Slot, _ time: KoreanTime) -> String {
        let theme = slot.condition?.theme
        let symbol = theme.map { $0.symbol(night: slot.isNight ?? false) } ?? " "
        let sky = style.ansi.theme(theme, "\(symbol) \(text(slot))".padded(to: skyWidth))
        var parts = [
            (slot.temperature?.wholeDegrees ?? "-").aligned(to: 5),
            slot.precipitationProbability.percent.aligned(to: probabilityWidth),
            amount(slot).aligned(to: amountWidth),
        ]
        if isWide {
            let felt = slot.feelsLike?.degrees.wholeDegrees
            parts.insert((felt ?? "").aligned(to: 6), at: 1)
        }
        if !isNarrow { parts.append((slot.windSpeed.map { "\($0.oneDecimal)m/s" } ?? "").aligned(to: 9)) }
        return "\(margin)\(time.clock.padded(to: timeWidth))\(sky)\(parts.joined())".withoutTrailingSpaces
    }

    /// The condition, with lightning where there is room for it.
    private func text(_ slot: Slot) -> String {
        guard let condition = slot.condition else { return "-" }
        let text = condition.text(style, within: skyWidth - 2)
        guard slot.hasLightning == true else { return text }
        let lightning = style("낙뢰", "lightning")
        let both = ["\(text), \(lightning)", lightning]
        return both.first { $0.displayWidth <= skyWidth - 2 } ?? text
    }

    /// Whether there is no room for the wind.
    private var isNarrow: Bool { style.width < 56 }

    /// Whether there is room for what it feels like, beside a sky of 24 cells.
    private var isWide: Bool { style.width >= 75 }

    private var margin: String { isNarrow ? " " : "   " }

    private var timeWidth: Int { isNarrow ? 6 : 7 }

    /// Whether the name of the probability stands there in full.
    private var isNamedInFull: Bool { style.width >= 60 }

    private var probabilityName: String {
        isNamedInFull ? style("강수확률", "Rain %") : style("확률", "%")
    }

    private var probabilityWidth: Int { isNamedInFull ? 9 : 5 }

    /// Cells for the amounts: 10 where there is room; the widest and a blank where that is more, or where it is narrow.
    private var amountWidth: Int {
        let widest = report.week.hours.map { amount($0).displayWidth }.max() ?? 0
        let needed = max(widest, style("강수량", "Rain").displayWidth) + 1
        return isNarrow ? needed : max(needed, 10)
    }

    /// Cells that the other columns leave, at most 24; KMA's longest text takes 16 with its symbol.
    private var skyWidth: Int {
        let others = [
            margin.count, timeWidth, 5, isWide ? 6 : 0, probabilityWidth, amountWidth, isNarrow ? 0 : 9,
        ]
        return min(24, style.width - others.reduce(0, +))
    }

    /// Nothing where nothing falls.
    private func amount(_ slot: Slot) -> String {
        guard let amount = slot.precipitation, amount != .zero else { return "" }
        return amount.text("mm")[style.language]
    }
}
