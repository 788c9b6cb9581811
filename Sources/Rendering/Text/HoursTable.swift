import Forecast
import KMAForecast

struct HoursTable {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let outline = HoursOutline(report: report, style: style).lines
        return ([heading.title] + outline + rows + [heading.attribution]).joined(separator: "\n")
    }

    var rows: [String] {
        let today = KoreanDate(of: report.generatedAt)
        var lines = [header]
        var date: KoreanDate?
        var rest = report.week.hours[...]
        while let slot = rest.first {
            let time = KoreanTime(slot.time)
            if time.date != date {
                date = time.date
                lines.append(dayLine(time.date, offset: time.date - today))
            }
            let same = same(from: rest)
            rest = rest.dropFirst(same.count)
            lines.append(row(same))
        }
        return lines
    }

    private func same(from steps: ArraySlice<Slot>) -> ArraySlice<Slot> {
        guard let first = steps.first else { return steps }
        let (text, date) = (row(first), KoreanDate(of: first.time))
        var end = first.end
        return steps.prefix { step in
            if step.time == first.time { return true }
            guard step.time == end, KoreanDate(of: step.time) == date, row(step) == text else { return false }
            end = step.end
            return true
        }
    }

    private func dayLine(_ date: KoreanDate, offset: Int) -> String {
        let weekday = style.ansi.weekday(date.weekday, date.weekdayName[style.language])
        let name = date.label(offset: offset)[style.language]
        let day = offset < 4 ? " \(date.monthAndDay)" : ""
        let isNamed = style.language == .english && (2...3).contains(offset)
        return " " + style.ansi.bold(name) + day + (isNamed ? "" : " \(weekday)")
    }

    private var header: String {
        let columns = [
            style("기온", "Temp").aligned(to: 5), isWide ? style("체감", "Feels").aligned(to: 6) : "", probabilityName.aligned(to: probabilityWidth),
            style("강수량", "Rain").aligned(to: amountWidth), isNarrow ? "" : style("바람", "Wind").aligned(to: 9),
        ]
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let time = style("시각", "Time").padded(to: timeWidth)
        return style.ansi.faint("\(margin)\(time)\(sky)\(columns.joined())")
    }

    private func row(_ steps: ArraySlice<Slot>) -> String {
        guard let first = steps.first, let last = steps.last else { return "" }
        let start = KoreanTime(first.time)
        let end = KoreanTime(last.end)
        let hours = [start.hour, end.date > start.date ? 24 : end.hour].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let name = steps.count == 1 ? start.clock : hours.joined(separator: "~")
        let wind = steps.compactMap(\.windSpeed).max().map { "\($0.oneDecimal)m/s" } ?? ""
        let text = "\(margin)\(name.padded(to: timeWidth))\(row(first))\(isNarrow ? "" : wind.aligned(to: 9))"
        return text.withoutTrailingSpaces
    }

    private func row(_ slot: Slot) -> String {
        let theme = slot.condition?.theme
        let symbol = theme.map { $0.symbol(night: slot.isNight ?? false) } ?? " "
        let sky = style.ansi.theme(theme, "\(symbol) \(text(slot))".padded(to: skyWidth))
        var parts = [
            (slot.temperature?.wholeDegrees ?? "-").aligned(to: 5), slot.precipitationProbability.percent.aligned(to: probabilityWidth),
            amount(slot).aligned(to: amountWidth),
        ]
        if isWide {
            let felt = slot.feelsLike?.degrees.wholeDegrees
            parts.insert((felt ?? "").aligned(to: 6), at: 1)
        }
        return sky + parts.joined()
    }

    private func text(_ slot: Slot) -> String {
        guard let condition = slot.condition else { return "-" }
        let text = condition.text(style, within: skyWidth - 2)
        guard slot.hasLightning == true else { return text }
        let lightning = style("낙뢰", "lightning")
        let both = ["\(text), \(lightning)", lightning]
        return both.first { $0.displayWidth <= skyWidth - 2 } ?? text
    }

    private var isNarrow: Bool { style.width < 56 }

    /// Felt temperature beside a sky of 24 cells.
    private var isWide: Bool { style.width >= 75 }

    private var margin: String { isNarrow ? " " : "   " }

    private var timeWidth: Int { isNarrow ? 6 : 7 }

    private var isNamedInFull: Bool { style.width >= 60 }

    private var probabilityName: String { isNamedInFull ? style("강수확률", "Rain %") : style("확률", "%") }

    private var probabilityWidth: Int { isNamedInFull ? 9 : 5 }

    private var amountWidth: Int {
        let widest = report.week.hours.map { amount($0).displayWidth }.max() ?? 0
        let needed = max(widest, style("강수량", "Rain").displayWidth) + 1
        return isNarrow ? needed : max(needed, 10)
    }

    /// KMA's longest text takes 16 cells with its symbol.
    private var skyWidth: Int {
        let others = [margin.count, timeWidth, 5, isWide ? 6 : 0, probabilityWidth, amountWidth, isNarrow ? 0 : 9]
        return min(24, style.width - others.reduce(0, +))
    }

    private func amount(_ slot: Slot) -> String {
        if slot.condition?.kind == .snow, let snow = slot.snowfall, snow != .zero { return snow.text("cm")[style.language] }
        guard let amount = slot.precipitation else { return slot.isDry ? "" : "-" }
        return amount == .zero ? "" : amount.text("mm")[style.language]
    }
}
