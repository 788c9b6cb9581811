import ArgumentParser
import CommandLineSupport
import KMAForecast

/// `kma week`: today and the next ten days.
struct WeekCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "week",
            abstract: localized("오늘부터 11일간의 날씨.", "Today and the next ten days."),
            discussion: localized(
                """
                예:
                  kma week 경기도
                  kma week 37.38,127.12 --json
                  kma week 부산 --format csv > 부산.csv
                """,
                """
                Examples:
                  kma week Gyeonggi --lang en
                  kma week 37.38,127.12 --json
                  kma week Busan --format csv > busan.csv
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions
    @OptionGroup var templateOption: TemplateOption

    var template: Template? { templateOption.template }
    var question: Question { .week }
}
