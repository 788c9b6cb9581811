import Forecast
import KMAForecast

/// The table of `kma week`: a row a day with sky, probability of precipitation by half days, and the range of
/// temperature as a bar on the scale of the whole week.
struct WeekTable {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let lines = [
            [heading.title], heading.alerts, heading.summary, heading.changes,
            heading.now, heading.air, header, rows, [heading.attribution],
        ]
        return lines.joined().joined(separator: "\n")
    }

    /// A row a day.
    var rows: [String] {
        let scale = scale
        return report.daysAhead.map { row($0, scale) }
    }

    /// The lowest and the highest temperature of the week.
    private var scale: ClosedRange<Double>? {
        let temperatures = report.week.days
            .flatMap { [$0.extremes.minimum, $0.extremes.maximum] }.compactMap { $0 }
        return temperatures.min().flatMap { low in temperatures.max().map { low...$0 } }
    }

    /// Whether the numbers stand close together and without their signs, as on a telephone.
    private var isNarrow: Bool { style.width < 50 }
    private var dayWidth: Int {
        let dates = report.week.days.map { name($0).displayWidth }.max() ?? 0
        guard isNarrow else { return 10 }
        return showsWeekday ? dates + 2 + style("일", "Sun").displayWidth : dates + 1
    }
    /// Three letters are too many on the narrowest.
    private var showsWeekday: Bool { style.width >= 40 || style.language == .korean }
    /// Cells for the morning's probability: the widest and a blank where it is narrow.
    private var morningWidth: Int {
        guard isNarrow else { return probabilityWidth }
        return 1
            + max(2, report.daysAhead.map { percent($0.morning?.precipitationProbability).count }.max() ?? 0)
    }
    private var probabilityWidth: Int { isNarrow ? 4 : 5 }
    private var degreesWidth: Int { 5 }

    /// Cells for the sky: as many as the texts of the week take, where the other columns leave them.
    private var skyWidth: Int {
        let others = 1 + dayWidth + morningWidth + probabilityWidth + 2 * degreesWidth
        let left = style.width - others
        if isNarrow { return left }
        let texts = report.daysAhead.map {
            3 + ($0.whole?.condition?.text[style.language] ?? "").displayWidth
        }
        let usual = style.width < 58 ? left - 1 : style.width < 72 ? 17 : 24
        return max(usual, min(texts.max() ?? 0, left - 1))
    }
    /// Cells that are left for the bar; 0 where they are too few to tell one day from another.
    private var barWidth: Int {
        let left = style.width - dayWidth - skyWidth - 2 * probabilityWidth - 2 * degreesWidth - 4
        return left < 6 ? 0 : left
    }

    /// Two lines, with a name above both half days' probabilities; one where it is narrow.
    var header: [String] {
        let day = style("날짜", "Day").padded(to: dayWidth)
        let low = style("최저", "Low").aligned(to: degreesWidth)
        let high = style("최고", "High").aligned(to: degreesWidth)
        if isNarrow {
            // The name of the probabilities stands to their left, over the sky.
            let morning = style("강수 오전", "Rain AM").aligned(to: dayWidth + skyWidth + morningWidth - 1)
            let afternoon = style("오후", "PM").aligned(to: probabilityWidth + 1)
            return [style.ansi.faint(" \(morning)\(afternoon)\(low)\(high)")]
        }
        let probabilities =
            style("오전", "AM").aligned(to: probabilityWidth) + style("오후", "PM").aligned(to: probabilityWidth)
        let name = style("강수확률", "Rain %").centered(to: 2 * probabilityWidth)
        let above = String(repeating: " ", count: 1 + dayWidth + skyWidth) + name.withoutTrailingSpaces
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let gap = barWidth > 0 ? String(repeating: " ", count: barWidth + 2) : ""
        return [above, " \(day)\(sky)\(probabilities)\(low)\(gap)\(high)"].map(style.ansi.faint)
    }

    private func row(_ day: Day, _ scale: ClosedRange<Double>?) -> String {
        let low = (day.extremes.minimum?.wholeDegrees ?? "-").aligned(to: degreesWidth)
        let high = (day.extremes.maximum?.wholeDegrees ?? "-").aligned(to: degreesWidth)
        let bar = barWidth > 0 ? " \(self.bar(day, scale)) " : ""
        return " \(label(day))\(sky(day))\(probabilities(day))\(low)\(bar)\(high)"
    }

    /// `오늘`, `12/5`.
    private func name(_ day: Day) -> String {
        let offset = day.date - KoreanDate(of: report.generatedAt)
        let isNear = offset < 3 && style.language == .korean || offset == 0
        return isNear ? day.date.label(offset: offset)[style.language] : day.date.monthAndDay
    }

    private func label(_ day: Day) -> String {
        guard showsWeekday else { return name(day).padded(to: dayWidth) }
        let weekday = day.date.weekdayName[style.language]
        let name = name(day).padded(to: isNarrow ? dayWidth - weekday.displayWidth - 1 : 6)
        let gap = String(repeating: " ", count: max(0, dayWidth - name.displayWidth - weekday.displayWidth))
        return name + style.ansi.weekday(day.date.weekday, weekday) + gap
    }

    private func sky(_ day: Day) -> String {
        let theme = day.whole?.condition?.theme
        let symbol = theme.map { $0.symbol(night: false) } ?? " "
        let room = isNarrow ? skyWidth : skyWidth - 1
        let text = day.whole?.condition?.text(style, within: room - 2) ?? "-"
        return style.ansi.theme(theme, "\(symbol) \(text)".padded(to: room)) + (isNarrow ? "" : " ")
    }

    /// By half days, of today nothing for the one that is over; in the middle where the forecast has one value for the
    /// whole day.
    private func probabilities(_ day: Day) -> String {
        if day.morning == nil, day.afternoon == nil {
            return percent(day.whole?.precipitationProbability).centered(to: morningWidth + probabilityWidth)
        }
        let isToday = day.date == KoreanDate(of: report.generatedAt)
        let isAfternoon = isToday && KoreanTime(report.generatedAt).hour >= 12
        func text(_ half: HalfDay?, isPresent: Bool) -> String {
            percent(half?.shownProbability(isFalling: isPresent && report.isFalling))
        }
        let morning = isAfternoon ? "" : text(day.morning, isPresent: isToday)
        return morning.aligned(to: morningWidth)
            + text(day.afternoon, isPresent: isAfternoon).aligned(to: probabilityWidth)
    }

    private func percent(_ probability: Probability?) -> String {
        isNarrow ? probability.map { "\($0.percent)" } ?? "-" : probability.percent
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

/// The table of `kma week` where a time is asked about: its days, their sun, and its hours.
struct DayText {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let week = WeekTable(report: report, style: style)
        let hours = report.week.hours.isEmpty ? [] : HoursTable(report: report, style: style).rows
        let lines = [
            [heading.title], heading.alerts, summary, heading.now, week.header, week.rows, sun, hours,
            [heading.attribution],
        ]
        return lines.joined().joined(separator: "\n")
    }

    /// Whether and when it rains in the time, in a sentence.
    private var summary: [String] {
        let sentence = report.rainAnswer().sentence?[style.language] ?? ""
        return sentence.wrapped(to: style.width - 2).map { " " + style.ansi.bold($0) }
    }

    /// Sunrise and sunset of a single day.
    private var sun: [String] {
        guard report.week.days.count == 1, let sun = report.week.days.first?.sun else { return [] }
        let times = "\(KoreanTime(sun.rise).clock) – \(KoreanTime(sun.set).clock)"
        return [" " + style.ansi.faint(style("일출·일몰 \(times)", "Sun \(times)"))]
    }
}
