import ArgumentParser
import CommandLineSupport
import Rendering
import KMAForecast

struct NowCommand: ForecastCommand {
    static let koreanNames = ["지금"]

    static let texts = CommandTexts(
        "now",
        ("현재 날씨와 배경 테마.", "Current weather and its theme."),
        usage: ("kma now [지역 …] [옵션]", "kma now [place …] [options]"),
        korean: """
            예:
              kma now 성남 분당구
              kma now 서울 --format line    상태 표시줄에 한 줄
              kma now 서울 --template '{sky} {temperature}° {rain}'
            """,
        english: """
            Examples:
              kma now Bundang-gu --lang en
              kma now Seoul --format line   a line for a status bar
              kma now Seoul --template '{sky} {temperature}° {rain}'
            """
    )

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions
    @OptionGroup var templateOption: TemplateOption

    static let formats = Output(.now).formats
    var template: Template? { templateOption.template }
    var question: Question { .now }
}
