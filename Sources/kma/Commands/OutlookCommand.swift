import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma outlook`: KMA's mid-term text.
struct OutlookCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "outlook",
            abstract: localized("기상청 중기전망.", "KMA's mid-term outlook (in Korean)."),
            discussion: localized(
                "예:\n  kma outlook 전라남도",
                "Example:\n  kma outlook Jeonnam --lang en"
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats: [Format] = [.table, .json, .ndjson, .csv]
    var question: Question { .outlook }

    func output(_ report: Report, _ style: Style) -> Output {
        Output(
            table: OutlookText(report: report, style: style).text,
            json: { report.json(question, style.language, pretty: $0) },
            csv: CSV.outlook(report)
        )
    }
}

/// The text of `kma outlook`, wrapped to the width of the terminal.
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

    /// The second and later lines of a statement are indented.
    private func wrapped(_ statement: String) -> [String] {
        let lines = statement.wrapped(to: style.width - 4)
        return lines.enumerated().map { ($0 == 0 ? " " : "   ") + $1 }
    }
}
