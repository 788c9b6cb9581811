import KMAForecast

struct OutlookText {
    let report: Report
    let style: Style

    var text: String {
        let station = style(report.place.outlookStation.name, report.place.outlookStation.englishName)
        let title = "\(style("중기전망", "Mid-term outlook")) · \(station)".wrapped(to: style.width - 2).map { style.ansi.bold(" " + $0) }
        let statements = (report.outlook?.text ?? "").split(separator: "\n").flatMap { wrapped(String($0)) }
        return (title + statements + [Heading(report: report, style: style).attribution]).joined(separator: "\n")
    }

    private func wrapped(_ statement: String) -> [String] {
        let lines = statement.wrapped(to: style.width - 4)
        return lines.enumerated().map { ($0 == 0 ? " " : "   ") + $1 }
    }
}
