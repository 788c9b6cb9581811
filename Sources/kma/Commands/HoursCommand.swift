import ArgumentParser
import CommandLineSupport
import Rendering
import KMAForecast

struct HoursCommand: ForecastCommand {
    static let koreanNames = ["시간별"]
    static let optionsWithValue = ["--until", "--limit", "-n"]

    static let texts = CommandTexts(
        "hours",
        ("시간대별 날씨.", "Forecast by the hour."),
        usage: ("kma hours [지역 …] [옵션]", "kma hours [place …] [options]"),
        korean: """
            예:
              kma hours 제주
              kma hours 강릉 --json
              kma hours 서울 --until 내일
              kma hours 부산 -n 12
            """,
        english: """
            Examples:
              kma hours Jeju --lang en
              kma hours Gangneung --json
              kma hours Seoul --until tomorrow
              kma hours Busan -n 12
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        name: [.customShort("n"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("앞에서부터 보여 줄 개수.", "Show only the first N.", value: ("수", "number"))
    )
    var limit: Int?

    @Option(help: ArgumentHelp("그때까지만: 내일, 금요일, 18시.", "Only until then: tomorrow, Friday, 18:00.", value: ("때", "time"))) var until: String?

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output(.hours).formats
    static let takes: CommandWords = [.places, .times]
    var question: Question { .hours }

    mutating func validate() throws {
        try validateFormat()
        if let limit, limit < 1 { throw ValidationError("--limit은 1 이상이어야 합니다.", "--limit must be 1 or more.") }
    }

    func time(at now: Date) throws -> AskedTime? {
        let time = try placeOptions.time(at: now)
        guard let until else { return time }
        guard time == nil, AskedTime(until, at: now) != nil, let asked = AskedTime(until + "까지", at: now) else {
            throw ValidationError(
                "--until에는 앞으로 올 때 하나를 적고, 다른 때와 함께 쓸 수 없습니다. 예: 내일, 금요일, 18시",
                "--until takes one time to come, and no other beside it. Examples: tomorrow, Friday, 18:00"
            )
        }
        return asked
    }

    func shown(_ report: Report) -> Report {
        var report = report
        report.week.hours = Array(report.week.hours.prefix(limit ?? .max))
        return report
    }
}
