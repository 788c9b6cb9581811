import Forecast
import KMAForecast

/// The table of `kma week`: a row a day with sky, probability of precipitation by half days, and the range of
/// temperature as a bar on the scale of the whole week.
struct WeekTable {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let scale = scale
        let rows = report.week.days.map { row($0, scale) }
        let lines = [
            [heading.title], heading.alerts, heading.summary,
            [heading.now, heading.air, header].compactMap { $0 }, rows, [heading.attribution],
        ]
        return lines.joined().joined(separator: "\n")
    }

    /// The lowest and the highest temperature of the week.
    private var scale: ClosedRange<Double>? {
        let temperatures = report.week.days
            .flatMap { [$0.extremes.minimum, $0.extremes.maximum] }.compactMap { $0 }
        return temperatures.min().flatMap { low in temperatures.max().map { low...$0 } }
    }

    private var columns: Int { style.width }
    private let dayWidth = 10
    private let probabilityWidth = 5
    private let degreesWidth = 5

    /// Cells for the sky; all of KMA's texts fit into 14.
    private var skyWidth: Int { columns < 58 ? columns - 32 : columns < 72 ? 17 : 24 }
    /// Cells that are left for the bar; 0 where they are too few to tell one day from another.
    private var barWidth: Int {
        let left = columns - dayWidth - skyWidth - 2 * probabilityWidth - 2 * degreesWidth - 4
        return left < 6 ? 0 : left
    }

    /// Two lines, with a name above both half days' probabilities.
    private var header: String {
        let name = style("강수확률", "Rain %").centered(to: 2 * probabilityWidth)
        let above = String(repeating: " ", count: 1 + dayWidth + skyWidth) + name.withoutTrailingSpaces
        let day = style("날짜", "Day").padded(to: dayWidth)
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let probabilities =
            style("오전", "AM").aligned(to: probabilityWidth) + style("오후", "PM").aligned(to: probabilityWidth)
        let low = style("최저", "Low").aligned(to: degreesWidth)
        let high = style("최고", "High").aligned(to: degreesWidth)
        let gap = barWidth > 0 ? String(repeating: " ", count: barWidth + 2) : ""
        return [above, " \(day)\(sky)\(probabilities)\(low)\(gap)\(high)"].map(style.ansi.faint)
            .joined(separator: "\n")
    }

    private func row(_ day: Day, _ scale: ClosedRange<Double>?) -> String {
        let low = (day.extremes.minimum?.wholeDegrees ?? "-").aligned(to: degreesWidth)
        let high = (day.extremes.maximum?.wholeDegrees ?? "-").aligned(to: degreesWidth)
        let bar = barWidth > 0 ? " \(self.bar(day, scale)) " : ""
        return " \(label(day))\(sky(day))\(probabilities(day))\(low)\(bar)\(high)"
    }

    private func label(_ day: Day) -> String {
        let offset = day.date - KoreanDate(of: report.generatedAt)
        let weekday = style.ansi.weekday(day.date.weekday, day.date.weekdayName[style.language])
        let isNear = offset < 3 && style.language == .korean || offset == 0
        let name = (isNear ? day.date.label(offset: offset)[style.language] : day.date.monthAndDay).padded(
            to: 6
        )
        let width = day.date.weekdayName[style.language].displayWidth
        return name + weekday + String(repeating: " ", count: dayWidth - 6 - width)
    }

    private func sky(_ day: Day) -> String {
        let theme = day.whole?.condition?.theme
        let symbol = theme.map { $0.symbol(night: false) } ?? " "
        let text = day.whole?.condition?.text[style.language] ?? "-"
        return style.ansi.theme(theme, "\(symbol) \(text)".padded(to: skyWidth - 1)) + " "
    }

    /// By half days; in the middle where the forecast has one value for the whole day.
    private func probabilities(_ day: Day) -> String {
        if day.morning == nil, day.afternoon == nil {
            return (day.whole?.precipitationProbability).percent.centered(to: 2 * probabilityWidth)
        }
        return [day.morning, day.afternoon]
            .map { ($0?.precipitationProbability).percent.aligned(to: probabilityWidth) }
            .joined()
    }

    /// The day's range of temperature on the scale of the week.
    private func bar(_ day: Day, _ scale: ClosedRange<Double>?) -> String {
        guard let scale, let low = day.extremes.minimum, let high = day.extremes.maximum else {
            return String(repeating: " ", count: barWidth)
        }
        let span = max(scale.upperBound - scale.lowerBound, 1)
        func cell(_ degrees: Double) -> Int {
            Int(((degrees - scale.lowerBound) / span * Double(barWidth - 1)).rounded())
        }
        let (start, end) = (min(cell(low), cell(high)), max(cell(low), cell(high)))
        let before = String(repeating: "·", count: start)
        let range = String(repeating: "━", count: end - start + 1)
        let after = String(repeating: "·", count: barWidth - 1 - end)
        return style.ansi.faint(before) + style.ansi.theme(day.whole?.condition?.theme, range)
            + style.ansi.faint(after)
    }
}
