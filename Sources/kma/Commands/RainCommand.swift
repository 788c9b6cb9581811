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
                비나 눈이 오거나 올 예정이면 0, 아니면 1, 알 수 없으면 69로 끝납니다.

                예:
                  kma rain 서울
                  kma rain 부산 --within 3h && echo 우산을 챙기세요
                """,
                """
                Exits with 0 if it will rain or snow, with 1 if not, and with 69 if that is not known.

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
    // What is said has no air and no warnings, so neither is asked for.
    var question: Question { .hours }

    func missing(_ report: Report, in format: Format) -> (any ReportableError)? {
        let isJSON = format == .json || format == .ndjson
        return isJSON || sentence(report) != nil ? nil : RainUnknown(place: report.place)
    }

    func output(_ report: Report, _ style: Style) -> Output {
        let text = sentence(report)?[style.language] ?? ""
        return Output(
            table: text,
            json: { report.rainJSON(within: within?.seconds, style.language, pretty: $0) },
            line: text
        )
    }

    private func sentence(_ report: Report) -> LocalizedText? {
        WeatherSummary.rain(of: report.week, within: within?.seconds, at: report.generatedAt)
    }

    /// Success where it falls at one of the places at least; else that it is not known, where it is not at one of them.
    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus {
        let answers = reports.map { $0.week.falls(within: within?.seconds, of: $0.generatedAt) }
        if answers.contains(true) { return .success }
        return isComplete && !answers.contains(nil) ? .negative : .unavailable
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
