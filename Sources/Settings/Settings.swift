import Feeds
import Forecast

/// All settings, checked and typed.
public struct Settings: Sendable {
    /// Which of KMA's gateways is used, also where there is no key to it.
    public var kmaGateway: KMAGateway.Kind
    /// Address and key of KMA's gateway; `nil` without a key.
    public var kma: KMAGateway?
    /// Address and key of 에어코리아; `nil` without a key.
    public var airKorea: AirKoreaGateway?
    /// Address and key of OpenWeather; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// Address and key of the API hub's tables of past issues; `nil` without a key.
    public var hub: HubGateway?
    /// The file that a setting stands in, by its path; none of those of the environment.
    public var files: [SettingName: String]
    /// Addresses of files that are not used, because the key to use there stands somewhere else.
    public var ignoredAddresses: [SettingName]
    /// The folder of stored answers and call counts.
    public var cacheDirectory: String
    /// The file of the ledger; `nil` where none is kept, or there is no folder for it.
    public var ledgerPath: String?
    /// The instant that replaces the clock, where one is set.
    public var fixedNow: Date?
    /// Area used where none is given.
    public var area: String?
    /// Language of texts for people.
    public var language: Language
    /// Whether `KMA_LANG` is set; otherwise the language is that of the locale.
    public var isLanguageSet: Bool
    /// Time for one upstream request.
    public var timeout: Duration
    /// How to reach the operator, in the `User-Agent` that upstreams see; `nil` for nothing.
    public var contact: String?
    /// Signs what webhooks get; `nil` where they get it unsigned.
    public var webhookSecret: String?
    /// Whether addresses of this machine and of private networks may be told of alarms.
    public var allowsPrivateWebhooks: Bool
    /// The file with the alarms of the service; `nil` without any.
    public var rulesPath: String?
    /// The folder in which it is remembered what alarms have told; `nil` where there is no folder for it.
    public var alarmFolder: String?
    /// Address the service listens on.
    public var host: String
    /// Port the service listens on.
    public var port: Int
    /// Port on which the service serves its metrics, and nothing else; `nil` for the port of the service.
    public var metricsPort: Int?
    /// Where replicas of the service on several machines meet; `nil` for one machine.
    public var cluster: ClusterSettings?

    /// Reads settings from an environment first, then from a `.env` file, then from the person's own file; an empty value
    /// counts as none.
    ///
    /// `readFile` reads the files that `…_FILE` settings name.
    public init(
        environment: [String: String],
        dotEnv: DotEnv = DotEnv(""),
        userFile: DotEnv = DotEnv(""),
        readFile: (String) throws -> String
    ) throws(SettingsError) {
        let values = SettingValues(environment: environment, files: [dotEnv, userFile])
        do throws(SettingsError) {
            try self.init(values, readFile)
        } catch {
            var error = error
            error.file = values.file(of: error.name)?.path
            throw error
        }
    }

    private init(_ values: SettingValues, _ readFile: (String) throws -> String) throws(SettingsError) {
        let environment = values.environment
        files = Dictionary(
            uniqueKeysWithValues: SettingName.allCases.compactMap { name in
                values.file(of: name).map { (name, $0.path) }
            }
        )
        kmaGateway = try Settings.gatewayKind(values[.kmaGateway])
        kma = try Settings.kma(kmaGateway, values, readFile)
        airKorea = try Settings.airKorea(kma, values, readFile)
        openWeather = try Settings.openWeather(values, readFile)
        hub = try Settings.hub(values, readFile)
        ignoredAddresses = [
            kma == nil ? nil : values.ignores(.kmaBaseURL, forKey: .kmaServiceKey),
            airKorea == nil
                ? nil : values.ignores(.airKoreaBaseURL, forKey: Settings.airKoreaKey(values)),
            openWeather == nil ? nil : values.ignores(.openWeatherBaseURL, forKey: .openWeatherKey),
            hub == nil ? nil : values.ignores(.hubBaseURL, forKey: .hubKey),
        ].compactMap { $0 }
        cacheDirectory = Settings.cacheDirectory(values[.cacheDirectory], environment)
        ledgerPath = Settings.ledgerPath(values[.ledger], environment)
        fixedNow = try Settings.instant(.now, values[.now])
        area = values[.area]
        language = try values[.language].map(Settings.language) ?? Language(locale: environment)
        isLanguageSet = values[.language] != nil
        timeout = try Settings.timeout(.timeout, values[.timeout] ?? "10", atMost: 300)
        contact = try values[.contact].map(Settings.contact)
        webhookSecret = try Settings.webhookSecret(values, readFile)
        allowsPrivateWebhooks = try Settings.allowsPrivate(values[.webhookPrivate])
        rulesPath = values[.rules].map {
            Settings.expanded($0, home: Settings.nonEmpty(environment["HOME"]) ?? "")
        }
        alarmFolder = Settings.alarmFolder(beside: ledgerPath, environment)
        host = values[.host] ?? "127.0.0.1"
        port = try Settings.port(.port, values[.port]) ?? 8_080
        metricsPort = try Settings.port(.metricsPort, values[.metricsPort])
        cluster = try ClusterSettings(environment: environment, files: values.files, readFile: readFile)
    }
}

/// What is set, and where.
struct SettingValues {
    let environment: [String: String]
    /// The files, the one that counts first in front.
    let files: [DotEnv]

    /// The value of the environment, else that of the first file that has one.
    subscript(_ name: SettingName) -> String? { inEnvironment(name) ?? inFile(name) }

    /// The file that the value comes from; `nil` where it comes from the environment, or there is none.
    func file(of name: SettingName) -> DotEnv? {
        inEnvironment(name) == nil
            ? files.first { Settings.nonEmpty($0.values[name.rawValue]) != nil } : nil
    }

    func inEnvironment(_ name: SettingName) -> String? { Settings.nonEmpty(environment[name.rawValue]) }

    func inFile(_ name: SettingName) -> String? { file(of: name)?.values[name.rawValue] }

    /// Whether a key comes from the same file as its address, so that the address counts.
    func isInSameFile(_ address: SettingName, key: SettingName) -> Bool {
        file(of: address).map { $0 == file(of: key) } ?? false
    }

    /// The address, if it stands in a file and does not count there.
    func ignores(_ address: SettingName, forKey key: SettingName) -> SettingName? {
        let counts = inFile(address) == nil || isInSameFile(address, key: key)
        return counts ? nil : address
    }
}

extension Settings {
    /// A value; one without characters counts as none.
    static func nonEmpty(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }

    private static func gatewayKind(_ value: String?) throws(SettingsError) -> KMAGateway.Kind {
        guard let value else { return .dataPortal }
        guard let kind = KMAGateway.Kind(rawValue: value) else {
            throw SettingsError(
                name: .kmaGateway,
                expected: LocalizedText("data.go.kr 또는 apihub여야 합니다.", "it must be data.go.kr or apihub.")
            )
        }
        return kind
    }

    private static func kma(
        _ kind: KMAGateway.Kind,
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> KMAGateway? {
        let baseURL = try address(.kmaBaseURL, forKey: .kmaServiceKey, values) ?? kind.baseURL
        let key = try key(.kmaServiceKey, file: .kmaServiceKeyFile, values, readFile)
        return key.map { KMAGateway(kind: kind, baseURL: baseURL, key: $0) }
    }

    /// A key of its own, or KMA's where that is one of data.go.kr.
    private static func airKorea(
        _ kma: KMAGateway?,
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> AirKoreaGateway? {
        let address = try address(.airKoreaBaseURL, forKey: airKoreaKey(values), values)
        let own = try key(.airKoreaServiceKey, file: .airKoreaServiceKeyFile, values, readFile)
        let shared = kma.flatMap { $0.kind == .dataPortal ? $0.key : nil }
        return (own ?? shared).map {
            AirKoreaGateway(baseURL: address ?? AirKoreaGateway.defaultBaseURL, key: $0)
        }
    }

    /// The setting whose key is sent to 에어코리아.
    private static func airKoreaKey(_ values: SettingValues) -> SettingName {
        let isOwn = values[.airKoreaServiceKey] != nil || values[.airKoreaServiceKeyFile] != nil
        return isOwn ? .airKoreaServiceKey : .kmaServiceKey
    }

    private static func openWeather(
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> OpenWeatherGateway? {
        let address = try address(.openWeatherBaseURL, forKey: .openWeatherKey, values)
        let baseURL = address ?? OpenWeatherGateway.defaultBaseURL
        let key = try key(.openWeatherKey, file: .openWeatherKeyFile, values, readFile)
        return key.map { OpenWeatherGateway(baseURL: baseURL, key: $0) }
    }

    private static func hub(
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> HubGateway? {
        let address = try address(.hubBaseURL, forKey: .hubKey, values)
        let key = try key(.hubKey, file: .hubKeyFile, values, readFile)
        return key.map { HubGateway(baseURL: address ?? HubGateway.defaultBaseURL, key: $0) }
    }

    private static func key(
        _ name: SettingName,
        file: SettingName,
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> ServiceKey? {
        if let given = values[name] { return ServiceKey(given) }
        guard let path = values[file] else { return nil }
        guard let text = try? readFile(path) else {
            throw SettingsError(
                name: file,
                expected: LocalizedText("읽을 수 있는 파일이어야 합니다.", "it must name a file that can be read.")
            )
        }
        guard let key = secret(in: text).flatMap({ ServiceKey($0) }) else {
            throw SettingsError(
                name: file,
                expected: LocalizedText(
                    "키가 든 파일이어야 합니다. 파일이 비어 있습니다.",
                    "it must name a file with a key; the file is empty."
                )
            )
        }
        return key
    }

    /// The address to use a key at; `nil` where none is set or none counts.
    ///
    /// One of a file counts only with a key that stands in the same file, and over plain http only on this machine.
    /// Otherwise the `.env` of a folder that somebody else made could have a key of the environment, or the contents
    /// of any file, sent to an address of theirs.
    private static func address(
        _ name: SettingName,
        forKey key: SettingName,
        _ values: SettingValues
    ) throws(SettingsError) -> String? {
        if let value = values.inEnvironment(name) { return try address(name, value).text }
        guard let value = values.inFile(name) else { return nil }
        let address = try address(name, value)
        guard values.isInSameFile(name, key: key) else { return nil }
        guard address.text.hasPrefix("https://") || isLoopback(address.host) else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    ".env나 설정 파일에서는 https:// 주소나 이 컴퓨터의 주소만 쓸 수 있습니다. http:// 주소는 환경 변수로 지정해 주세요.",
                    "in a file it must start with https:// or be on this machine; set an http:// address in the environment."
                )
            )
        }
        return address.text
    }

    /// An address without its trailing slash, and its host.
    static func address(
        _ name: SettingName,
        _ value: String
    ) throws(SettingsError) -> (text: String, host: String) {
        let value = value.hasSuffix("/") ? String(value.dropLast()) : value
        let isWeb = value.hasPrefix("http://") || value.hasPrefix("https://")
        guard isWeb, let host = URL(string: value)?.host(), !host.isEmpty, !value.contains("?") else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "http:// 또는 https://로 시작하는 주소여야 합니다.",
                    "it must be an address that starts with http:// or https://."
                )
            )
        }
        return (value, host)
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }

    private static func instant(_ name: SettingName, _ value: String?) throws(SettingsError) -> Date? {
        guard let value else { return nil }
        guard let instant = KoreanTime.instant(rfc3339: value) else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "2026-10-04T15:00:00+09:00 같은 ISO 8601 시각이어야 합니다.",
                    "it must be an ISO 8601 instant such as 2026-10-04T15:00:00+09:00."
                )
            )
        }
        return instant
    }

    private static func language(_ value: String) throws(SettingsError) -> Language {
        guard let language = Language(named: value) else {
            throw SettingsError(
                name: .language,
                expected: LocalizedText("ko 또는 en이어야 합니다.", "it must be ko or en.")
            )
        }
        return language
    }

    /// A time in seconds, above 0 and no longer than a most.
    static func timeout(
        _ name: SettingName,
        _ value: String,
        atMost most: Int
    ) throws(SettingsError) -> Duration {
        guard let seconds = Double(value), seconds > 0, seconds <= Double(most) else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "0보다 크고 \(most) 이하인 초 단위 숫자여야 합니다.",
                    "it must be a number of seconds above 0, at most \(most)."
                )
            )
        }
        return .seconds(seconds)
    }

    /// What may stand in brackets behind the name of a program (RFC 9110, 10.1.5): ASCII that is no bracket.
    private static func contact(_ value: String) throws(SettingsError) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) && !["(", ")", "\\"].contains(Character(Unicode.Scalar(byte)))
        }
        guard isPlain, value.utf8.count <= 200, value.contains(where: { $0 != " " }) else {
            throw SettingsError(
                name: .contact,
                expected: LocalizedText(
                    "메일이나 웹 주소여야 합니다. 괄호 없는 ASCII로 200자까지입니다.",
                    "it must be a mail or web address: ASCII without brackets, at most 200 characters."
                )
            )
        }
        return value
    }

    private static func port(_ name: SettingName, _ value: String?) throws(SettingsError) -> Int? {
        guard let value else { return nil }
        guard let port = Int(value), (0...65_535).contains(port) else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "0~65535 사이의 포트 번호여야 합니다.",
                    "it must be a port number from 0 to 65535."
                )
            )
        }
        return port
    }

    /// The folder that is set, where `~` is the person's own as a shell has it, else the usual one. Container runtimes
    /// and systemd set variables without a shell.
    private static func cacheDirectory(_ value: String?, _ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? FileManager.default.temporaryDirectory.path()
        if let value { return expanded(value, home: home) }
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/kma" }
        return home + "/.cache/kma"
    }

    /// The file that is set, else the usual one: what is worth keeping is no cache (XDG Base Directory Specification). A
    /// person without a home keeps none unless a file is named.
    static func ledgerPath(_ value: String?, _ environment: [String: String]) -> String? {
        let home = nonEmpty(environment["HOME"])
        if value == "off" { return nil }
        if let value { return expanded(value, home: home ?? "") }
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return base + "/kma/ledger.db" }
        return home.map { $0 + "/.local/state/kma/ledger.db" }
    }

    static func expanded(_ path: String, home: String) -> String {
        path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
    }
}
