import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast
import Regions

/// `kma rain`: whether and when rain or snow falls, in a sentence and as an exit status.
struct RainCommand: ForecastCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rain",
            abstract: localized("비나 눈이 언제 오는지 한 문장으로.", "Whether and when it rains or snows."),
            discussion: localized(
                """
                비나 눈이 오거나 올 예정이면 0, 아니면 1로 끝납니다.

                예:
                  kma rain 서울
                  kma rain 부산 --within 3h && echo 우산을 챙기세요
                """,
                """
                Exits with 0 if it will rain or snow, and with 1 if not.

                Examples:
                  kma rain Seoul --lang en
                  kma rain Busan --within 3h && echo Take an umbrella
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "이 시간 안에 시작하는 것만 셉니다: 3h, 90m, 1d.",
                "Count only what begins within this time: 3h, 90m, 1d."
            ),
            valueName: "time"
        )
    )
    var within: TimeSpan?

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats: [Format] = [.line, .table, .json, .ndjson]
    var question: Question { .now }

    func output(_ report: Report, _ style: Style) throws -> Output {
        guard let sentence = WeatherSummary.rain(of: report.week, at: report.generatedAt) else {
            throw RainUnknown(place: report.place)
        }
        return Output(
            table: sentence[style.language],
            json: { report.json(question, style.language, pretty: $0) },
            line: sentence[style.language]
        )
    }

    /// Success where it falls at one of the places at least.
    func exitStatus(_ reports: [Report]) -> ExitStatus {
        reports.contains(where: falls) ? .success : .negative
    }

    private func falls(_ report: Report) -> Bool {
        RainPeriod(in: report.week, at: report.generatedAt).map { rain in
            within.map { rain.falls(within: $0.seconds, of: report.generatedAt) } ?? true
        } ?? false
    }
}

/// A time from now, as it is typed: `3h`, `90m`, `1d`.
struct TimeSpan: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()),
            (1...10_000).contains(count)
        else { return nil }
        seconds = Double(count) * unit
    }
}

/// No feed tells whether rain or snow falls at a place.
struct RainUnknown: ReportableError {
    let place: Place

    var exitStatus: ExitStatus { .unavailable }

    var message: LocalizedText {
        LocalizedText(
            "\(place.name)에 비나 눈이 올지 알 수 없습니다.",
            "It is not known whether it will rain or snow in \(place.englishName)."
        )
    }
}
