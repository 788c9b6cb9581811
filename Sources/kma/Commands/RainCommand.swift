import ArgumentParser
import CommandLineSupport
import Rendering
import Feeds
import Forecast
import KMAForecast
import Regions

struct RainCommand: ForecastCommand {
    static let koreanNames = ["비"]
    static let optionsWithValue = ["--within"]

    static let texts = CommandTexts(
        "rain",
        ("비나 눈이 언제 오는지 한 문장으로.", "Whether and when it rains or snows."),
        usage: ("kma rain [지역 …] [옵션]", "kma rain [place …] [options]"),
        korean: """
            비나 눈이 오거나 올 예정이면 0, 아니면 1, 알 수 없으면 69로 끝납니다.

            예:
              kma rain 서울
              kma rain 부산 --within 3h && echo 우산을 챙기세요
            """,
        english: """
            Exits with 0 if it will rain or snow, with 1 if not, and with 69 if that is not known.

            Examples:
              kma rain Seoul --lang en
              kma rain Busan --within 3h && echo Take an umbrella
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "이 시간 안에 시작하는 것만 셉니다: 3h, 90m, 1h30m, 1d, 3시간.",
            "Count only what begins within this time: 3h, 90m, 1h30m, 1d.",
            value: ("시간", "time")
        )
    )
    var within: TimeSpan?

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        try validateFormat()
        guard within != nil, placeOptions.hasTime else { return }
        throw ValidationError(
            "--within과 때(내일, 주말 …)는 함께 쓸 수 없습니다. 하나만 적어 주세요.",
            "--within and a time (tomorrow, weekend …) cannot be used together. Give one of them."
        )
    }

    static let formats = Output.rain().formats
    static let takes: CommandWords = [.places, .times]
    // Without air and warnings; days beyond the hours only with a time.
    var question: Question { placeOptions.hasTime ? .week : .hours }
    var output: Output<Report> { .rain(within: within?.seconds) }

    func missing(_ report: Report, in format: Format) -> (any ReportableError)? {
        let isJSON = format == .json || format == .ndjson
        if isJSON || answer(report).sentence != nil { return nil }
        return Self.over(report) ?? RainUnknown(place: report.place)
    }

    private static func over(_ report: Report) -> ForecastError? {
        guard let asked = report.asked, asked.isOver(at: report.generatedAt) else { return nil }
        return .invalidRequest(.timeIsOver(asked.text))
    }

    private func answer(_ report: Report) -> (falls: Bool?, sentence: LocalizedText?) { report.rainAnswer(within: within?.seconds) }

    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus {
        let answers = reports.map { answer($0).falls }
        if answers.contains(true) { return .success }
        if let error = reports.first.flatMap(Self.over) { return error.exitStatus }
        return isComplete && !answers.contains(nil) ? .negative : .unavailable
    }
}

extension TimeSpan: ExpressibleByArgument {
    /// Reads the value of `--within`.
    public init?(argument: String) { self.init(argument) }
}

struct RainUnknown: ReportableError {
    let place: Place

    var exitStatus: ExitStatus { .unavailable }

    var message: LocalizedText {
        LocalizedText("\(place.name)에 비나 눈이 올지 알 수 없습니다.", "It is not known whether it will rain or snow in \(place.englishName).")
    }
}
