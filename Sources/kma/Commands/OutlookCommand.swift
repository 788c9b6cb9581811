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
