import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// What the service says, and from where.
struct ForecastOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: ArgumentHelp(
            localized("키도 네트워크도 없이 표본 자료로 답합니다.", "Answer with sample data: no key, no network.")
        )
    )
    var sample = false

    @Option(
        name: .long,
        help: ArgumentHelp(localized("말: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG)."))
    )
    var lang: Language?

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized("둘 다 아는 값은 누구 것을 쓸지.", "Whose word counts where both have one.")
        )
    )
    var prefer = Preference.kma

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "발표마다 미리 받아 둘 곳: 경기도,부산 또는 all(전국 중기예보).",
                "Places to refresh at each issue: Gyeonggi,Busan or all (every mid-term zone)."
            ),
            valueName: "places"
        )
    )
    var keep: String?
}
