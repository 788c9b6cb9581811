import Forecast
import KMAForecast

struct WeekTable {
    let report: Report
    let style: Style
    private let columns: WeekColumns

    init(report: Report, style: Style) {
        (self.report, self.style) = (report, style)
        columns = WeekColumns(report, style)
    }

    var text: String {
        let heading = Heading(report: report, style: style)
        let lines = [
            [heading.title], heading.alerts, heading.summary, heading.changes, heading.now, heading.air, header, rows, partNote, notes,
            [heading.attribution],
        ]
        return lines.joined().joined(separator: "\n")
    }

    var rows: [String] {
        let scale = scale
        return report.daysAhead.map { row($0, scale) }
    }

    private var scale: ClosedRange<Double>? {
        let temperatures = report.week.days.flatMap { [$0.extremes.minimum, $0.extremes.maximum, $0.lowRange?.from, $0.highRange?.to] }.compactMap(
            \.self
        )
        return temperatures.min().flatMap { low in temperatures.max().map { low...$0 } }
    }

    var header: [String] {
        let day = style("날짜", "Day").padded(to: columns.day)
        let low = style("최저", "Low").aligned(to: columns.degrees)
        let high = style("최고", "High").aligned(to: columns.degrees)
        if style.isNarrow {
            let morning = style("강수 오전", "Rain AM").aligned(to: columns.day + columns.sky + columns.morning - 1)
            let afternoon = style("오후", "PM").aligned(to: columns.probability + 1)
            return [style.ansi.faint(" \(morning)\(afternoon)\(low)\(high)")]
        }
        let probabilities = style("오전", "AM").aligned(to: columns.probability) + style("오후", "PM").aligned(to: columns.probability)
        let name = style("강수확률", "Rain %").centered(to: 2 * columns.probability)
        let above = String(repeating: " ", count: 1 + columns.day + columns.sky) + name.withoutTrailingSpaces
        let sky = style("날씨", "Sky").padded(to: columns.sky)
        let gap = columns.bar > 0 ? String(repeating: " ", count: columns.bar + 2) : ""
        return [above, " \(day)\(sky)\(probabilities)\(low)\(gap)\(high)"].map(style.ansi.faint)
    }

    private func row(_ day: Day, _ scale: ClosedRange<Double>?) -> String {
        let low = (day.extremes.minimum?.wholeDegrees ?? "-").aligned(to: columns.degrees)
        let high = (day.extremes.maximum?.wholeDegrees ?? "-").aligned(to: columns.degrees)
        let bar = columns.bar > 0 ? " \(self.bar(day, scale)) " : ""
        return " \(label(day))\(sky(day))\(probabilities(day))\(low)\(bar)\(high)"
    }

    private func label(_ day: Day) -> String {
        guard columns.showsWeekday else { return report.name(of: day, style).padded(to: columns.day) }
        let weekday = day.date.weekdayName[style.language]
        let name = report.name(of: day, style).padded(to: style.isNarrow ? columns.day - weekday.displayWidth - 1 : 6)
        let gap = String(repeating: " ", count: max(0, columns.day - name.displayWidth - weekday.displayWidth))
        return name + style.ansi.weekday(day.date.weekday, weekday) + gap
    }

    private func sky(_ day: Day) -> String {
        let theme = day.whole?.condition?.theme
        let symbol = theme.map { $0.symbol(night: false) } ?? " "
        let room = style.isNarrow ? columns.sky : columns.sky - 1
        let text = day.whole?.condition?.text(style, within: room - 2) ?? "-"
        return style.ansi.theme(theme, "\(symbol) \(text)".padded(to: room)) + (style.isNarrow ? "" : " ")
    }

    private func probabilities(_ day: Day) -> String {
        if day.morning == nil, day.afternoon == nil {
            return style.percent(day.whole?.precipitationProbability).centered(to: columns.morning + columns.probability)
        }
        let isToday = day.date == KoreanDate(of: report.generatedAt)
        let isAfternoon = isToday && KoreanTime(report.generatedAt).hour >= 12
        func text(_ half: HalfDay?, isPresent: Bool) -> String { style.percent(half?.shownProbability(isFalling: isPresent && report.isFalling)) }
        let morning = isAfternoon ? "" : text(day.morning, isPresent: isToday)
        return morning.aligned(to: columns.morning) + text(day.afternoon, isPresent: isAfternoon).aligned(to: columns.probability)
    }

    private func bar(_ day: Day, _ scale: ClosedRange<Double>?) -> String {
        guard let scale, let low = day.extremes.minimum, let high = day.extremes.maximum else { return String(repeating: " ", count: columns.bar) }
        let span = max(scale.upperBound - scale.lowerBound, 1)
        func cell(_ degrees: Double) -> Int { Int(((degrees - scale.lowerBound) / span * Double(columns.bar - 1)).rounded()) }
        let (start, end) = (min(cell(low), cell(high)), max(cell(low), cell(high)))
        let reach = (start: min(start, day.lowRange.map { cell($0.from) } ?? start), end: max(end, day.highRange.map { cell($0.to) } ?? end))
        func cells(_ mark: String, _ count: Int) -> String { String(repeating: mark, count: count) }
        return style.ansi.faint(cells("·", reach.start) + cells("─", start - reach.start))
            + style.ansi.theme(day.whole?.condition?.theme, cells("━", end - start + 1))
            + style.ansi.faint(cells("─", reach.end - end) + cells("·", columns.bar - 1 - reach.end))
    }

    var partNote: [String] { (report.partNote(of: report.daysAhead, style).map(style.paragraph) ?? []).map(style.ansi.faint) }

    var notes: [String] {
        let ranges = columns.bar == 0 ? [] : report.daysAhead.flatMap { [$0.lowRange, $0.highRange] }
        let cases = ranges.compactMap { $0?.cases }
        var notes: [LocalizedText] = []
        if let most = cases.max() {
            notes.append(
                LocalizedText(
                    "─ 열에 여덟은 이 안: 이곳의 지난 예보 \(most)번까지의 오차로 구한 범위",
                    "─ holds 8 days of 10, by the errors of up to \(most) past forecasts of this place"
                )
            )
        }
        if let open = report.daysAhead.first(where: { $0.rainConfidence?.kind == .open }), let chance = open.whole?.precipitationProbability,
            let right = open.rainConfidence?.right
        {
            notes.append(
                LocalizedText(
                    "강수확률 \(chance.percent)%는 반반: 이런 예보 \(right.cases)번 중 \(right.count)번 맞음",
                    "\(chance.percent)% is an even chance: such forecasts were right \(right.count) of \(right.cases) times"
                )
            )
        }
        return notes.flatMap { style.paragraph($0[style.language]) }.map(style.ansi.faint)
    }
}

private struct WeekColumns {
    let day: Int
    let showsWeekday: Bool
    let morning: Int
    let probability: Int
    let degrees = 5
    let sky: Int
    let bar: Int

    init(_ report: Report, _ style: Style) {
        let days = report.daysAhead
        showsWeekday = style.width >= 40 || style.language == .korean
        probability = style.isNarrow ? 4 : 5
        if style.isNarrow {
            let dates = report.week.days.map { report.name(of: $0, style).displayWidth }.max() ?? 0
            day = showsWeekday ? dates + 2 + style("일", "Sun").displayWidth : dates + 1
            let percents = days.map { style.percent($0.morning?.precipitationProbability).count }
            morning = 1 + max(2, percents.max() ?? 0)
        } else {
            day = 10
            morning = probability
        }
        let left = style.width - (1 + day + morning + probability + 2 * degrees)
        if style.isNarrow {
            sky = left
        } else {
            let texts = days.map { 3 + ($0.whole?.condition?.text[style.language] ?? "").displayWidth }
            let usual = style.width < 58 ? left - 1 : style.width < 72 ? 17 : 24
            sky = max(usual, min(texts.max() ?? 0, left - 1))
        }
        let rest = style.width - day - sky - 2 * probability - 2 * degrees - 4
        bar = rest < 6 ? 0 : rest
    }
}

extension Style {
    var isNarrow: Bool { width < 50 }

    fileprivate func percent(_ probability: Probability?) -> String { isNarrow ? probability.map { "\($0.percent)" } ?? "-" : probability.percent }
}

extension Report {
    fileprivate func name(of day: Day, _ style: Style) -> String {
        let offset = day.date - KoreanDate(of: generatedAt)
        let isNear = offset < 3 && style.language == .korean || offset == 0
        return isNear ? day.date.label(offset: offset)[style.language] : day.date.monthAndDay
    }
}

struct DayText {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let week = WeekTable(report: report, style: style)
        let hours = report.week.hours.isEmpty ? [] : HoursTable(report: report, style: style).rows
        let lines = [[heading.title], heading.alerts, summary, heading.now, week.header, week.rows, week.partNote, sun, hours, [heading.attribution]]
        return lines.joined().joined(separator: "\n")
    }

    private var summary: [String] {
        let sentence = [report.topicAnswer, report.rainAnswer().sentence].compactMap(\.self).joined(" ")[style.language]
        return sentence.wrapped(to: style.width - 2).map { " " + style.ansi.bold($0) }
    }

    private var sun: [String] {
        guard report.week.days.count == 1, let sun = report.week.days.first?.sun else { return [] }
        let times = "\(KoreanTime(sun.rise).clock) – \(KoreanTime(sun.set).clock)"
        return [" " + style.ansi.faint(style("일출·일몰 \(times)", "Sun \(times)"))]
    }
}
