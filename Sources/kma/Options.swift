import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions

/// The places: names or coordinates.
struct PlaceOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            localized(
                "지역: 서울, 성남 분당구, 강남역, 37.5,127.0 … 여러 곳도 됩니다. (기본값 KMA_AREA)",
                "Places: Busan, Bundang-gu, 37.5,127.0 … one or several. (default KMA_AREA)"
            ),
            valueName: "place"
        )
    )
    var words: [String] = []

    @Option(
        name: [.customShort("a"), .long],
        help: ArgumentHelp(
            localized(
                "지역 이름 하나: 경기도, ‘성남시 분당구’, Busan … 여러 번 쓸 수 있습니다.",
                "One place: Busan, ‘Bundang-gu’, 경기도 … May be given several times."
            ),
            valueName: "name"
        )
    )
    var area: [String] = []

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

    /// Whether no place is given.
    var isEmpty: Bool { words.isEmpty && area.isEmpty && lat == nil && lon == nil }

    /// The places of the arguments and options, else the area of the settings.
    func places(_ settings: Settings) throws(ForecastError) -> [Place] {
        var requests = try PlaceRequest.requests(in: words)
        for name in area { requests.append(try PlaceRequest(name)) }
        guard requests.count <= PlaceRequest.maximumCount else {
            throw .invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount))
        }
        if requests.isEmpty || lat != nil || lon != nil {
            requests = [
                try PlaceRequest(
                    area: requests.isEmpty ? nil : "",
                    latitude: lat,
                    longitude: lon,
                    fallback: settings.area
                )
            ]
        }
        return try requests.map { request throws(ForecastError) in try request.place() }
    }
}

/// Where the data come from.
struct SourceOptions: ParsableArguments {
    @Flag(
        name: [.customShort("s"), .long],
        help: ArgumentHelp(localized("인증키와 네트워크 없이 예시 자료를 보여 줍니다.", "Show sample data: no key, no network."))
    )
    var sample = false

    @Flag(
        name: .long,
        help: ArgumentHelp(localized("캐시를 읽지도 쓰지도 않습니다.", "Neither read nor write the cache."))
    )
    var noCache = false

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            localized("이 시간(초)보다 오래된 캐시는 새로 받습니다.", "Refetch data older than this."),
            valueName: "seconds"
        )
    )
    var maxAge: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "값이 둘 다 있을 때 우선할 쪽: kma 또는 openweather.",
                "Which source to prefer where both have a value: kma or openweather."
            )
        )
    )
    var prefer = Preference.kma

    mutating func validate() throws {
        // "nan" is a number to the parser.
        if let maxAge, !(maxAge >= 0 && maxAge.isFinite) {
            throw ValidationError(
                localized("--max-age는 0 이상의 초여야 합니다.", "--max-age must be seconds, 0 or more.")
            )
        }
    }

    /// The forecaster over the sample feeds or the live ones. `observeStore` is told of a problem of the cache folder.
    func forecaster(
        _ settings: Settings,
        observeStore: @escaping @Sendable (StoreProblem?) -> Void
    ) -> Forecaster {
        if sample { return Forecaster(ForecasterConfiguration(samplesFor: settings)) }
        return Forecaster(
            ForecasterConfiguration(
                settings,
                transport: .http(),
                isKept: !noCache,
                observeStore: observeStore
            )
        )
    }
}

/// How the answer is printed.
struct OutputOptions: ParsableArguments {
    @Flag(
        name: [.customShort("j"), .long],
        help: ArgumentHelp(localized("--format json과 같습니다.", "Same as --format json."))
    )
    var json = false

    @Option(name: [.customShort("f"), .long], help: ArgumentHelp(localized("출력 형식.", "Output format.")))
    var format: Format?

    @Flag(
        name: .long,
        help: ArgumentHelp(
            localized("CSV 앞에 BOM을 붙입니다(Excel).", "Put a byte order mark before CSV, for Excel.")
        )
    )
    var bom = false

    @Option(
        name: [.customShort("l"), .long],
        help: ArgumentHelp(
            localized("언어: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG).")
        )
    )
    var lang: Language?

    @Flag(
        name: [.customShort("v"), .long],
        help: ArgumentHelp(
            localized("자료마다 상태와 발표·수신 시각을 보여 줍니다.", "Show status and times of every source.")
        )
    )
    var verbose = false

    @Flag(
        name: [.customShort("q"), .long],
        help: ArgumentHelp(
            localized("오류 밖의 알림을 쓰지 않습니다.", "Write no notices, only errors.")
        )
    )
    var quiet = false

    @Flag(name: .long, help: ArgumentHelp(localized("색을 쓰지 않습니다.", "Use no colour.")))
    var noColor = false

    mutating func validate() throws {
        if json, let format, format != .json {
            throw ValidationError(
                localized(
                    "--json은 --format \(format.rawValue) 옵션과 함께 쓸 수 없습니다.",
                    "--json cannot be used with --format \(format.rawValue)."
                )
            )
        }
        if bom, format != .csv {
            throw ValidationError(
                localized("--bom은 --format csv와 함께 씁니다.", "--bom goes with --format csv.")
            )
        }
    }

    /// The format of the options, else the default of the command.
    func chosenFormat(or defaultFormat: Format = .table) -> Format {
        json ? .json : format ?? defaultFormat
    }

    /// Language and terminal of what is printed.
    func style(_ settings: Settings) -> Style {
        let terminal = Terminal.current()
        return Style(
            language: lang ?? settings.language,
            ansi: ANSIStyle(isColored: terminal.isColored && !noColor, hasTrueColor: terminal.hasTrueColor),
            columns: terminal.columns
        )
    }

    /// Refuses a format that a command does not have.
    func allow(_ formats: [Format], of command: String) throws {
        guard let format, !formats.contains(format) else { return }
        let names = Format.allCases.filter(formats.contains).map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            localized(
                "kma \(command)의 출력 형식은 \(names) 중 하나입니다.",
                "The formats of kma \(command) are \(names)."
            )
        )
    }
}
