import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import Forecast
import KMAForecast

struct ThemeCommand: ForecastCommand {
    static let koreanNames = ["테마"]
    static let optionsWithValue = ["--date"]

    static let texts = CommandTexts(
        "theme",
        ("배경 테마와 색을 한 줄로.", "Background theme and colour in one line."),
        usage: ("kma theme [지역 …] [옵션]", "kma theme [place …] [options]"),
        korean: """
            예:
              kma theme 부산                    rain #1F4F58
              kma theme 부산 --date 2026-10-08  그날의 테마
            """,
        english: """
            Examples:
              kma theme Busan                    rain #1F4F58
              kma theme Busan --date 2026-10-08  the theme of that day
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        help: ArgumentHelp(
            "현재 대신 이 날짜의 테마(오늘부터 11일 이내).",
            "The theme of this date instead of now, today to ten days ahead.",
            value: ("YYYY-MM-DD", "YYYY-MM-DD")
        ),
        transform: { text in
            let now = try Settings.current().clock()
            guard KoreanDate(text) != nil || Sentence([text], at: now).isTimeAlone else {
                throw ValidationError("날짜는 2026-10-08이나 내일처럼 적어 주세요.", "Write the date as in 2026-10-08, or tomorrow.")
            }
            return text
        }
    )
    var date: String?

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output(.theme).formats
    static let takes: CommandWords = [.places, .times]
    var question: Question { date == nil && !placeOptions.hasTime ? .theme : .week }
    var output: Output<Report> { Output(.theme) }

    func time(at now: Date) throws -> AskedTime? {
        let time = try placeOptions.time(at: now)
        if let date, let time { throw ValidationError(twice: date, time.text) }
        return time
    }

    func shown(_ report: Report) throws -> Report {
        let day = date.flatMap { text in KoreanDate(text) ?? Sentence([text], at: report.generatedAt).time.map { KoreanDate(of: $0.from) } }
        var report = report
        report.week.themeSelection = try report.themeSelection(on: day)
        return report
    }
}
