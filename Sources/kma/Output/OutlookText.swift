import Forecast
import KMAForecast

/// KMA's mid-term text for people, broken into the width of their terminal.
struct OutlookText {
    let report: Report
    let style: Style

    var text: String {
        let station = report.place.outlookStation.name
        let title = style.ansi.bold(" \(style("중기전망", "Mid-term outlook")) · \(station)")
        let statements = (report.outlook?.text ?? "").split(separator: "\n").flatMap { wrapped(String($0)) }
        return ([title] + statements + [Heading(report: report, style: style).attribution]).joined(
            separator: "\n"
        )
    }

    /// The second and later lines stand under the words of the first.
    private func wrapped(_ statement: String) -> [String] {
        let lines = statement.wrapped(to: style.columns.clamped - 4)
        return lines.enumerated().map { ($0 == 0 ? " " : "   ") + $1 }
    }
}
