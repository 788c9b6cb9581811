import ArgumentParser
import CommandLineSupport
import Rendering
import KMAForecast

struct OutlookCommand: ForecastCommand {
    static let koreanNames = ["전망"]

    static let texts = CommandTexts(
        "outlook",
        ("기상청 중기전망.", "KMA's mid-term outlook (in Korean)."),
        usage: ("kma outlook [지역 …] [옵션]", "kma outlook [place …] [options]"),
        korean: "예:\n  kma outlook 전라남도",
        english: "Example:\n  kma outlook Jeonnam --lang en"
    )

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output(.outlook).formats
    var question: Question { .outlook }
}
