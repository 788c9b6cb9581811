import ArgumentParser
import CommandLineSupport
import Rendering
import KMAForecast

struct WeekCommand: ForecastCommand {
    static let koreanNames = ["주간"]

    static let texts = CommandTexts(
        "week",
        ("오늘부터 11일간의 날씨.", "Today and the next ten days."),
        usage: ("kma week [지역 …] [옵션]", "kma week [place …] [options]"),
        korean: """
            예:
              kma week 경기도
              kma week 37.38,127.12 --json
              kma week 부산 --format csv > 부산.csv
              kma 주말 강릉 속초 제주       나란히
            """,
        english: """
            Examples:
              kma week Gyeonggi --lang en
              kma week 37.38,127.12 --json
              kma week Busan --format csv > busan.csv
              kma weekend Gangneung Sokcho  side by side
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Flag(help: ArgumentHelp("여러 곳을 나란히, 한 줄에 한 곳씩.", "Places side by side, a row each.")) var compare = false

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions
    @OptionGroup var templateOption: TemplateOption

    var template: Template? { templateOption.template }
    static let formats = Output(.week).formats
    static let takes: CommandWords = [.places, .times]
    var question: Question { .week }
    var tableOption: String? { compare ? "--compare" : nil }
    var output: Output<Report> { Output(.week, sideBySide: compare) }
}
