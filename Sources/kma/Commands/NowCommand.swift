import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma now`: current conditions and theme.
struct NowCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "now",
            abstract: localized("지금 날씨와 배경 테마.", "The weather now, and its theme."),
            discussion: localized(
                """
                예:
                  kma now --area "성남시 분당구"
                  kma now --area 서울 --format line    상태 표시줄에 한 줄
                """,
                """
                Examples:
                  kma now --area "Bundang-gu" --lang en
                  kma now --area Seoul --format line   a line for a status bar
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { .now }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        switch format {
        case .table: NowCard(report: report, style: style).text
        case .json: String(decoding: report.json(question, style.language, pretty: true), as: UTF8.self)
        case .csv: CSV.current(report, style.language)
        case .line: StatusLine.now(report, style)
        }
    }
}
