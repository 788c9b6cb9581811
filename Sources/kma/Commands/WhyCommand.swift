import ArgumentParser
import CommandLineSupport
import KMAForecast
import Rendering

struct WhyCommand: ForecastCommand {
    static let koreanNames = ["이유", "근거"]

    static let texts = CommandTexts(
        "why",
        ("그날의 값을 어느 자료에서 왜 골랐는지.", "Where each value of a day comes from, and why."),
        usage: ("kma why [지역 …] [때] [옵션]", "kma why [place …] [time] [options]"),
        korean: """
            예:
              kma why 서울                  오늘의 값
              kma why 서울 토요일           그날의 값
            """,
        english: """
            Examples:
              kma why Seoul                 the values of today
              kma why Seoul saturday        those of that day
            """
    )

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output.why.formats
    static let takes: CommandWords = [.places, .times]
    static let isExplained = true
    var question: Question { .week }
    var output: Output<Report> { .why }
}
