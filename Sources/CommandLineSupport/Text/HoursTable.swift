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

    private func dayLine(_ date: KoreanDate, offset: Int) -> String {
        let weekday = style.ansi.weekday(date.weekday, date.weekdayName[style.language])
        let name = date.label(offset: offset)[style.language]
        // From the fourth day on the label itself is the date.
        let day = offset < 4 ? " \(date.monthAndDay)" : ""
        return " " + style.ansi.bold(name) + "\(day) \(weekday)"
    }

    private var header: String {
        let columns = [
            style("기온", "Temp").aligned(to: 5), isWide ? style("체감", "Feels").aligned(to: 6) : "",
            probabilityName.aligned(to: probabilityWidth), style("강수량", "Rain").aligned(to: 10),
            isNarrow ? "" : style("바람", "Wind").aligned(to: 9),
        ]
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let time = style("시각", "Time").padded(to: 7)
        return style.ansi.faint("\(margin)\(time)\(sky)\(columns.joined())")
    }

    private func row(_ slot: Slot, _ time: KoreanTime) -> String {
        let theme = slot.condition?.theme
        let symbol = theme.map { $0.symbol(night: slot.isNight ?? false) } ?? " "
        let text = slot.condition?.text[style.language] ?? "-"
        let lightning = slot.hasLightning == true ? style(", 낙뢰", ", lightning") : ""
        let sky = style.ansi.theme(theme, "\(symbol) \(text)\(lightning)".padded(to: skyWidth))
        var parts = [
            (slot.temperature?.wholeDegrees ?? "-").aligned(to: 5),
            slot.precipitationProbability.percent.aligned(to: probabilityWidth),
            (slot.precipitation.map(amount) ?? "").aligned(to: 10),
        ]
        if isWide {
            let felt = slot.feelsLike?.degrees.wholeDegrees
            parts.insert((felt ?? "").aligned(to: 6), at: 1)
        }
        if !isNarrow { parts.append((slot.windSpeed.map { "\($0.oneDecimal)m/s" } ?? "").aligned(to: 9)) }
        return "\(margin)\(time.clock)  \(sky)\(parts.joined())".withoutTrailingSpaces
    }

    /// Whether there is no room for the wind.
    private var isNarrow: Bool { style.width < 56 }

    /// Whether there is room for what it feels like, beside a sky of 24 cells.
    private var isWide: Bool { style.width >= 75 }

    private var margin: String { isNarrow ? " " : "   " }

    /// Whether the name of the probability stands there in full.
    private var isNamedInFull: Bool { style.width >= 60 }

    private var probabilityName: String {
        isNamedInFull ? style("강수확률", "Rain %") : style("확률", "Rain")
    }

    private var probabilityWidth: Int { isNamedInFull ? 9 : 5 }

    /// Cells that the other columns leave; KMA's longest text takes 16 with its symbol.
    private var skyWidth: Int { min(24, style.width - (isNarrow ? 28 : 34 + probabilityWidth)) }

    /// Nothing where nothing falls.
    private func amount(_ amount: Amount) -> String {
        amount == .zero ? "" : amount.text("mm")[style.language]
    }
}
