import ArgumentParser
import CommandLineSupport
import KMAForecast

/// `kma hours`: the forecast by the hour.
struct HoursCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "hours",
            abstract: localized("시간대별 날씨.", "Forecast by the hour."),
            discussion: localized(
                """
                예:
                  kma hours 제주
                  kma hours 강릉 --json
                """,
                """
                Examples:
                  kma hours Jeju --lang en
                  kma hours Gangneung --json
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats: [Format] = [.table, .json, .ndjson, .csv]
    var question: Question { .hours }
}
