import Forecast
import KMAForecast

struct HoursOutline {
    let report: Report
    let style: Style
    private static let bars = Array("▁▂▃▄▅▆▇█")
    private static let reach = 24

    var lines: [String] {
        let temperatures = steps.compactMap { $0?.temperature }
        guard temperatures.count > 2, let low = temperatures.min(), let high = temperatures.max() else { return [] }
        let range = "\(low.wholeDegrees)~\(high.wholeDegrees)"
        let bars = steps.map { $0?.temperature.map { bar($0, in: low...high) } ?? " " }.joined()
        let marks = steps.map(mark)
        let hasMarks = marks.contains { $0 != " " }
        let falling = " \(style("비·눈", "Rain").padded(to: nameWidth))\(marks.joined())"
        let warmth = " \(style("기온", "Temp").padded(to: nameWidth))\(bars)  \(range)"
        return (hasMarks ? [falling.withoutTrailingSpaces] : []) + [warmth]
    }

    private var nameWidth: Int { 6 }

    private var steps: [Slot?] {
        guard let first = report.week.hours.first, let last = report.week.hours.last else { return [] }
        // Beside name and range: `-12°~-10°` and two blanks.
        let room = min(HoursOutline.reach, style.width - 1 - nameWidth - 11)
        let hours = Int(last.end.timeIntervalSince(first.time) / 3_600)
        return (0..<max(0, min(room, hours))).map { hour in
            let time = first.time.addingTimeInterval(Double(hour) * 3_600)
            return report.week.hours.first { $0.time <= time && $0.end > time }
        }
    }

    private func bar(_ degrees: Double, in range: ClosedRange<Double>) -> String {
        let share = (degrees - range.lowerBound) / max(range.upperBound - range.lowerBound, 1)
        return String(HoursOutline.bars[Int((share * Double(HoursOutline.bars.count - 1)).rounded())])
    }

    private func mark(_ step: Slot?) -> String {
        guard let condition = step?.condition, condition.isFalling else { return " " }
        return style.ansi.theme(condition.theme, condition.theme.symbol(night: false))
    }
}
