import Forecast
import KMAForecast

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
