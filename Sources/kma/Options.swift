import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions

/// `[place]`: a name, or a coordinate.
struct PlaceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "지역 이름: 경기도, ‘성남시 분당구’, Busan … (없으면 KMA_AREA)",
                "Area: Busan, ‘Bundang-gu’, 경기도 … (default KMA_AREA)"
            ),
            valueName: "name"
        ),
        completion: .custom { _, _, prefix in Gazetteer.search(prefix, limit: 20).map(\.name) }
    )
    var area: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(localized("위도, 예: 37.38", "Latitude, such as 37.38"), valueName: "degrees")
    )
    var lat: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(localized("경도, 예: 127.12", "Longitude, such as 127.12"), valueName: "degrees")
    )
    var lon: String?

    /// The place that is meant.
    func place(_ settings: Settings) throws(ForecastError) -> Place {
        try PlaceRequest(area: area, latitude: lat, longitude: lon, fallback: settings.area).place()
    }
}

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

/// How an answer is printed, and how much is said beside it.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: ArgumentHelp(localized("--format json 과 같습니다.", "The same as --format json.")))
    var json = false

    @Option(name: .long, help: ArgumentHelp(localized("출력 형식.", "Output format.")))
    var format: Format?

    @Option(
        name: .long,
        help: ArgumentHelp(localized("말: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG)."))
    )
    var lang: Language?

    @Flag(name: .long, help: ArgumentHelp(localized("무엇을 어디서 받았는지 보여 줍니다.", "Tell what came from where.")))
    var verbose = false

    mutating func validate() throws {
        if json, let format, format != .json {
            throw ValidationError(
                localized(
                    "--json은 --format \(format.rawValue) 옵션과 함께 쓸 수 없습니다.",
                    "--json and --format \(format.rawValue) exclude each other."
                )
            )
        }
    }

    /// The format that is asked for, or what the command prints by itself.
    func chosenFormat(or natural: Format = .table) -> Format {
        json ? .json : format ?? natural
    }

    /// Refuses a format that a command does not have, before anybody is asked for its answer.
    func allow(_ formats: Format..., of command: String) throws {
        guard let format, !formats.contains(format) else { return }
        let names = formats.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            localized(
                "kma \(command)의 출력 형식은 \(names) 가운데 하나입니다.",
                "The formats of kma \(command) are \(names)."
            )
        )
    }
}

/// The forms an answer is printed in.
enum Format: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// For people.
    case table
    /// The contract's object.
    case json
    /// A flat row a day or an hour, names first.
    case csv
    /// One short line for a status bar.
    case line
}
