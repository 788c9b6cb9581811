import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// `kma theme`: the background for now, or for a day.
struct ThemeCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "theme",
            abstract: localized("배경 테마와 색 한 줄.", "Background theme and colour in a line."),
            discussion: localized(
                """
                예:
                  kma theme --area 부산                    rain #33475B
                  kma theme --area 부산 --date 2026-10-08  그날의 테마
                """,
                """
                Examples:
                  kma theme --area Busan                    rain #33475B
                  kma theme --area Busan --date 2026-10-08  the theme of that day
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized("지금 대신 이 날짜(열하루 안).", "This day instead of now, within the eleven."),
            valueName: "YYYY-MM-DD"
        ),
        transform: { text in
            guard let date = KoreanDate(text) else {
                throw ValidationError(
                    localized("날짜는 2026-10-08처럼 적어 주세요.", "Write a date such as 2026-10-08.")
                )
            }
            return date
        }
    )
    var date: KoreanDate?

    @OptionGroup var sources: SourceOptions
    @OptionGroup var output: OutputOptions

    var question: Question { date == nil ? .theme : .week }
    var defaultFormat: Format { .line }

    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String {
        let themeSelection = try report.themeSelection(on: date)
        switch format {
        case .table, .line: return "\(themeSelection.theme.rawValue) \(themeSelection.palette.start)"
        case .json: return String(decoding: themeSelection.json(style.language, pretty: true), as: UTF8.self)
        case .csv: return CSV.theme(themeSelection, style.language)
        }
    }
}
