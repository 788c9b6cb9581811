import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma hours`: the next hours, by day.
struct HoursCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "hours",
            abstract: localized("시간대별 날씨.", "The next hours."),
            discussion: localized(
                """
                예:
                  kma hours --area 제주
                  kma hours --area 강릉 --json
                """,
                """
                Examples:
                  kma hours --area Jeju --lang en
                  kma hours --area Gangneung --json
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { .hours }

    mutating func validate() throws {
        try output.allow(.table, .json, .csv, of: "hours")
    }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        switch format {
        case .table, .line: HoursTable(report: report, style: style).text
        case .json: String(decoding: report.json(question, style.language, pretty: true), as: UTF8.self)
        case .csv: CSV.hours(report, style.language)
        }
    }
}
