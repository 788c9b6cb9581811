import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma week`: today and the next ten days.
struct WeekCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "week",
            abstract: localized("오늘부터 열하루의 날씨.", "Today and the next ten days."),
            discussion: localized(
                """
                예:
                  kma week --area 경기도
                  kma week --lat 37.38 --lon 127.12 --json
                  kma week --area 부산 --format csv > 부산.csv
                """,
                """
                Examples:
                  kma week --area Gyeonggi --lang en
                  kma week --lat 37.38 --lon 127.12 --json
                  kma week --area Busan --format csv > busan.csv
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { .week }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        switch format {
        case .table: WeekTable(report: report, style: style).text
        case .json: String(decoding: report.json(question, style.language, pretty: true), as: UTF8.self)
        case .csv: CSV.days(report, style.language)
        case .line: StatusLine.week(report, style)
        }
    }
}
