import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// Where answers come from.
struct SourceOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: ArgumentHelp(localized("키도 네트워크도 없이 표본 자료로 보여 줍니다.", "Show sample data: no key, no network."))
    )
    var sample = false

    @Flag(
        name: .long,
        help: ArgumentHelp(localized("받아 둔 자료를 쓰지도 남기지도 않습니다.", "Neither use nor keep answers from before."))
    )
    var noCache = false

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            localized("이 초보다 오래된 자료는 새로 받습니다.", "Fetch anew what is older than this."),
            valueName: "seconds"
        )
    )
    var maxAge: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "둘 다 있을 때 먼저 믿을 쪽: kma 또는 openweather.",
                "Whose word counts where both have one: kma or openweather."
            )
        )
    )
    var prefer = Preference.kma

    mutating func validate() throws {
        if let maxAge, maxAge < 0 {
            throw ValidationError(
                localized("--max-age는 0 이상의 초여야 합니다.", "--max-age takes seconds, 0 or more.")
            )
        }
    }

    /// The adapter over these sources.
    func forecaster(_ settings: Settings) -> Forecaster {
        if sample { return Forecaster(ForecasterConfiguration(samplesFor: settings)) }
        return Forecaster(ForecasterConfiguration(settings, transport: .urlSession(), isKept: !noCache))
    }
}
