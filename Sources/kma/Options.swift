import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions
import Rendering
import Settings

struct PlaceOptions: ParsableArguments {
    static let optionsWithValue = ["--area", "-a", "--lat", "--lon", "--on"]

    @Argument(
        help: ArgumentHelp(
            "지역: 서울, 성남 분당구, 강남역, 37.5,127.0 … 여러 곳도 됩니다. (기본값 KMA_AREA, 특보는 전국)",
            "Places: Busan, Bundang-gu, 37.5,127.0 … one or several. (default KMA_AREA; for alerts the whole country)",
            value: ("지역", "place")
        )
    )
    var words: [String] = []

    @Option(
        name: [.customShort("a"), .long],
        help: ArgumentHelp(
            "지역 이름 하나: 경기도, ‘성남시 분당구’, Busan … 여러 번 쓸 수 있습니다.",
            "One place: Busan, ‘Bundang-gu’, 경기도 … May be given several times.",
            value: ("이름", "name")
        )
    )
    var area: [String] = []

    @Option(parsing: .unconditional, help: ArgumentHelp("위도, 예: 37.38", "Latitude, such as 37.38", value: ("도", "degrees"))) var lat: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("경도, 예: 127.12", "Longitude, such as 127.12", value: ("도", "degrees"))) var lon: String?

    @Option(
        help: ArgumentHelp(
            "때: 내일, 주말, ‘토요일 오전’, 12/24 … 지역과 함께 적어도 됩니다.",
            "When: tomorrow, weekend, ‘Saturday morning’, 12/24 … or simply beside the place.",
            value: ("때", "time")
        )
    )
    var on: String?

    var isEmpty: Bool { sentence(at: .distantPast).places.isEmpty && area.isEmpty && lat == nil && lon == nil }

    var hasTime: Bool {
        // A weekday contradicts its date at some moments only.
        let sentence = sentence(at: .distantPast)
        return on != nil || sentence.time != nil || sentence.unreadableTime != nil
    }

    private func sentence(at now: Date) -> Sentence { Sentence(words, at: now) }

    func answered(_ report: Report) -> Report {
        let sentence = sentence(at: report.generatedAt)
        return report.answering(sentence.topic, notUnderstood: sentence.notUnderstood)
    }

    func time(at now: Date) throws -> AskedTime? {
        let time = sentence(at: now).time
        guard let on else { return time }
        if let time { throw ValidationError(twice: on, time.text) }
        return try AskedTime.read(on, at: now)
    }

    func places(_ settings: Settings) throws -> (found: [Place], faults: [ForecastError]) {
        var requests = try sentence(at: settings.clock()).requests()
        for name in area { requests.append(try PlaceRequest(name)) }
        guard requests.count <= PlaceRequest.maximumCount else {
            throw ForecastError.invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount))
        }
        if requests.isEmpty, lat == nil, lon == nil, let place = try settings.areaPlace() { return ([place], []) }
        if requests.isEmpty || lat != nil || lon != nil {
            let area = requests.isEmpty ? nil : ""
            requests = [try PlaceRequest(area: area, latitude: lat, longitude: lon)]
        }
        var (places, faults): ([Place], [ForecastError]) = ([], [])
        for request in requests { do throws(ForecastError) { places.append(try request.place()) } catch { faults.append(error) } }
        if places.isEmpty, let fault = faults.first { throw fault }
        return (places, faults)
    }
}

extension ValidationError {
    init(twice time: String, _ other: String) { self.init("때는 한 번만 적어 주세요: ‘\(time)’ 또는 ‘\(other)’", "Give one time: ‘\(time)’ or ‘\(other)’") }

    init(_ option: String, notWith other: String) { self.init("\(option) 옵션은 \(other) 옵션과 함께 쓸 수 없습니다.", "\(option) cannot be used with \(other).") }
}

struct SourceOptions: ParsableArguments {
    static let optionsWithValue = ["--max-age", "--prefer"]

    @Flag(name: [.customShort("s"), .long], help: ArgumentHelp("인증키와 네트워크 없이 예시 자료를 보여 줍니다.", "Show sample data: no key, no network.")) var sample =
        false

    @Flag(help: ArgumentHelp("캐시와 예보 기록을 읽지도 쓰지도 않습니다.", "Neither read nor write the cache and the record.")) var noCache = false

    @Flag(help: ArgumentHelp("저장된 자료만 쓰고 기다리지 않습니다.", "Use stored data alone, and wait for nothing.")) var offline = false

    @Option(parsing: .unconditional, help: ArgumentHelp("이 시간(초)보다 오래된 캐시는 새로 받습니다.", "Refetch data older than this.", value: ("초", "seconds")))
    var maxAge: Double?

    @Option(
        help: ArgumentHelp(
            "두 자료에 모두 값이 있을 때 먼저 쓸 자료: kma 또는 openweather.",
            "Which source to prefer where both have a value: kma or openweather.",
            value: ("자료", "source")
        )
    )
    var prefer = Preference.kma

    mutating func validate() throws {
        // "nan" is a number to the parser.
        if let maxAge, !(maxAge >= 0 && maxAge.isFinite) {
            throw ValidationError("--max-age는 0 이상의 초여야 합니다.", "--max-age must be seconds, 0 or more.")
        }
        if offline, noCache { throw ValidationError("--offline", notWith: "--no-cache") }
    }

    var caller: Caller { offline && !sample ? .offline : .program }

    func forecaster(_ settings: Settings, telling notices: StoreNotices) async throws -> Forecaster {
        if sample { return Forecaster(ForecasterConfiguration(samplesFor: settings)) }
        let forecaster = Forecaster(
            ForecasterConfiguration(
                settings,
                transport: .http(contact: settings.contact),
                isKept: !noCache,
                observeStore: notices.recordCache,
                observeLedger: notices.recordLedger,
                leavesLedgerLog: true
            )
        )
        try await forecaster.requireOwnRecord()
        return forecaster
    }
}

extension ArgumentHelp {
    /// Help of the option that each command has itself: without optimization the parser validates a group inside a group 64 times.
    static var language: ArgumentHelp {
        ArgumentHelp("언어: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG).", value: ("언어", "language"))
    }
}

struct OutputOptions: ParsableArguments {
    static let optionsWithValue = ["--format", "-f", "--lang", "-l", "--color"]

    @Flag(name: [.customShort("j"), .long], help: ArgumentHelp("--format json과 같습니다.", "Same as --format json.")) var json = false

    @Option(name: [.customShort("f"), .long], help: ArgumentHelp("출력 형식.", "Output format.", value: ("형식", "format"))) var format: Format?

    @Flag(help: ArgumentHelp("CSV 앞에 BOM을 붙입니다(Excel).", "Put a byte order mark before CSV, for Excel.")) var bom = false

    @Option(name: [.customShort("l"), .long], help: .language) var lang: Language?

    @Flag(name: [.customShort("v"), .long], help: ArgumentHelp("자료마다 상태와 발표·수신 시각을 보여 줍니다.", "Show status and times of every source.")) var verbose =
        false

    @Flag(name: [.customShort("q"), .long], help: ArgumentHelp("오류 외의 알림은 쓰지 않습니다.", "Print errors only.")) var quiet = false

    @Option(help: ArgumentHelp("색을 쓸 때. auto는 터미널에서만 씁니다.", "Colour: auto only on a terminal.", value: ("방식", "when"))) var color = ColorChoice.auto

    @Flag(help: ArgumentHelp("--color never와 같습니다.", "Same as --color never.")) var noColor = false

    mutating func validate() throws {
        if json, let format, format != .json { throw ValidationError("--json", notWith: "--format \(format.rawValue)") }
        if bom, format != .csv { throw ValidationError("--bom은 --format csv와 함께 씁니다.", "--bom goes with --format csv.") }
    }

    var formatOption: String? { json ? "--json" : format.map { "--format \($0.rawValue)" } }

    func format(of command: any FormattedCommand.Type) -> Format { json ? .json : format ?? command.formats[0] }

    /// Excel recognizes UTF-8 by a byte order mark.
    func write(_ answer: String) throws(OutputError) { try StandardOutput.write((bom ? "\u{FEFF}" : "") + answer) }

    func style(_ settings: Settings) -> Style {
        let terminal = Terminal.current(color: noColor ? .never : color)
        return Style(
            language: lang ?? settings.language,
            ansi: ANSIStyle(isColored: terminal.isColored, hasTrueColor: terminal.hasTrueColor),
            columns: terminal.columns
        )
    }

    func allow(_ formats: [Format], of command: String, with tableOption: String? = nil) throws {
        if let tableOption, let formatOption, format != .table { throw ValidationError(tableOption, notWith: formatOption) }
        guard let format, !formats.contains(format) else { return }
        let names = Format.allCases.filter(formats.contains).map(\.rawValue).joined(separator: ", ")
        throw ValidationError("kma \(command)의 출력 형식은 \(names) 중 하나입니다.", "The formats of kma \(command) are \(names).")
    }
}
