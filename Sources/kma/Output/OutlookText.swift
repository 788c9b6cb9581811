import Forecast
import KMAForecast

/// KMA's mid-term text for people, broken into the width of their terminal.
struct OutlookText {
    private let report: Report
    private let style: Style

    init(_ report: Report, _ style: Style) {
        self.report = report
        self.style = style
    }

    var text: String {
        let station = report.place.outlookStation.name
        let title = style.ink.bold(" \(style("중기전망", "Mid-term outlook")) · \(station)")
        let statements = (report.outlook?.text ?? "").split(separator: "\n").flatMap { wrapped(String($0)) }
        return ([title] + statements + [Heading(report, style).attribution]).joined(separator: "\n")
    }

    /// Lines that fit, the second and later ones under the words of the first.
    private func wrapped(_ statement: String) -> [String] {
        let width = style.columns.clamped - 2
        var lines: [String] = []
        var line = ""
        for word in statement.split(separator: " ") {
            if !line.isEmpty, line.displayWidth + 1 + word.description.displayWidth > width {
                lines.append(line)
                line = "  \(word)"
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
        }
        return (lines + [line]).map { " \($0)" }
    }
}
