import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma outlook`: KMA's mid-term text.
struct OutlookCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "outlook",
            abstract: localized("기상청 중기전망 글.", "KMA's mid-term text (in Korean)."),
            discussion: localized(
                "예:\n  kma outlook --area 전라남도",
                "Example:\n  kma outlook --area Jeonnam --lang en"
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { .outlook }

    mutating func validate() throws {
        try output.allow(.table, .json, .csv, of: "outlook")
    }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        switch format {
        case .table, .line: OutlookText(report: report, style: style).text
        case .json: String(decoding: report.json(question, style.language, pretty: true), as: UTF8.self)
        case .csv: CSV.outlook(report)
        }
    }
}

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
