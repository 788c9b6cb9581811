import Feeds
import Forecast

/// Checked settings.
public struct Settings: Sendable {
    /// KMA's gateway, also without a key.
    public var kmaGateway: KMAGateway.Kind
    /// Address and key of KMA's gateway; `nil` without a key.
    public var kma: KMAGateway?
    /// Address and key of 에어코리아; `nil` without a key.
    public var airKorea: AirKoreaGateway?
    /// Address and key of OpenWeather; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// Address and key of the API hub's tables; `nil` without a key.
    public var hub: HubGateway?
    /// Path of the file of each setting outside of the environment.
    public var files: [SettingName: String]
    /// Unused addresses of files, as the key stands elsewhere.
    public var ignoredAddresses: [SettingName]
    /// Folder of stored answers and call counts.
    public var cacheDirectory: String
    /// File of the ledger; `nil` if off, or without a folder.
    public var ledgerPath: String?
    /// Instant in place of the clock.
    public var fixedNow: Date?
    /// Default area.
    public var area: String?
    /// Language of texts for people.
    public var language: Language
    /// True if `KMA_LANG` is set; else the language is the locale's.
    public var isLanguageSet: Bool
    /// Time for one upstream request.
    public var timeout: Duration
    /// Operator's address in the `User-Agent`.
    public var contact: String?
    /// Secret that signs webhooks.
    public var webhookSecret: String?
    /// True if messages may go to this machine and private networks.
    public var allowsPrivateWebhooks: Bool
    /// File with the alarms of the service.
    public var rulesPath: String?
    /// Folder of alarm states.
    public var alarmFolder: String?
    /// Address of the service.
    public var host: String
    /// Port of the service.
    public var port: Int
    /// Port of metrics alone; `nil` for the service's.
    public var metricsPort: Int?
    /// Cluster of replicas on several machines.
    public var cluster: ClusterSettings?

    /// Reads the environment, then `.env`, then the person's own file; `readFile` reads `…_FILE`.
    public init(
        environment: [String: String],
        dotEnv: DotEnv = DotEnv(""),
        userFile: DotEnv = DotEnv(""),
        readFile: @escaping (String) throws -> String
    ) throws(SettingsError) {
        let values = SettingValues(environment: environment, files: [dotEnv, userFile], readFile: readFile)
        do throws(SettingsError) { try self.init(values) } catch {
            var error = error
            error.file = values.file(of: error.name)?.path
            throw error
        }
    }

    private init(_ values: SettingValues) throws(SettingsError) {
        let environment = values.environment
        let home = Settings.nonEmpty(environment["HOME"])
        files = Dictionary(uniqueKeysWithValues: SettingName.allCases.compactMap { name in values.file(of: name).map { (name, $0.path) } })
        let kind =
            try values.read(.kmaGateway, "data.go.kr 또는 apihub여야 합니다.", "it must be data.go.kr or apihub.") { KMAGateway.Kind(rawValue: $0) }
            ?? .dataPortal
        kmaGateway = kind
        let kma = try values.access(.kmaBaseURL, or: kind.baseURL, by: .kmaServiceKey, in: .kmaServiceKeyFile)
        let airKorea = try values.access(
            .airKoreaBaseURL,
            or: AirKoreaGateway.defaultBaseURL,
            by: .airKoreaServiceKey,
            in: .airKoreaServiceKeyFile,
            // A key of data.go.kr is one for 에어코리아 too.
            orBy: (.kmaServiceKey, kind == .dataPortal ? kma?.key : nil)
        )
        let openWeather = try values.access(.openWeatherBaseURL, or: OpenWeatherGateway.defaultBaseURL, by: .openWeatherKey, in: .openWeatherKeyFile)
        let hub = try values.access(.hubBaseURL, or: HubGateway.defaultBaseURL, by: .hubKey, in: .hubKeyFile)
        self.kma = kma.map { KMAGateway(kind: kind, baseURL: $0.baseURL, key: $0.key) }
        self.airKorea = airKorea.map { AirKoreaGateway(baseURL: $0.baseURL, key: $0.key) }
        self.openWeather = openWeather.map { OpenWeatherGateway(baseURL: $0.baseURL, key: $0.key) }
        self.hub = hub.map { HubGateway(baseURL: $0.baseURL, key: $0.key) }
        ignoredAddresses = [kma, airKorea, openWeather, hub].compactMap { $0?.ignoredAddress }
        cacheDirectory = Settings.cacheDirectory(try values.path(.cacheDirectory), environment)
        let usualLedger = Settings.usualLedger(environment, home: home)
        let isOff = values[.ledger]?.lowercased() == "off"
        let namedLedger = isOff ? nil : try values.path(.ledger)
        // SQLite's names of no file.
        if let namedLedger, namedLedger == ":memory:" || namedLedger.hasPrefix("file:") {
            throw SettingsError(.ledger, "파일의 경로나 off여야 합니다.", "it must be the path of a file, or off.")
        }
        ledgerPath = isOff ? nil : namedLedger ?? usualLedger
        fixedNow = try values.read(
            .now,
            "2026-10-04T15:00:00+09:00 같은 ISO 8601 시각이어야 합니다.",
            "it must be an ISO 8601 instant such as 2026-10-04T15:00:00+09:00."
        ) { KoreanTime.instant(rfc3339: $0) }
        area = values[.area]
        let language = try values.read(.language, "ko 또는 en이어야 합니다.", "it must be ko or en.") { Language(named: $0) }
        self.language = language ?? Language(locale: environment)
        isLanguageSet = language != nil
        timeout = try values.seconds(.timeout, atMost: 300) ?? .seconds(10)
        contact = try values.read(
            .contact,
            "메일이나 웹 주소여야 합니다. 괄호 없는 ASCII로 200자까지입니다.",
            "it must be a mail or web address: ASCII without brackets, at most 200 characters."
        ) { Settings.isContact($0) ? $0 : nil }
        let secret = try values.secret(
            in: .webhookSecretFile,
            "읽을 수 있고 비밀이 든 파일이어야 합니다.",
            "it must name a file that can be read and holds a secret.",
            unless: .webhookSecret
        )
        webhookSecret = values[.webhookSecret] ?? secret
        allowsPrivateWebhooks =
            try values.read(.webhookPrivate, "allow 또는 refuse여야 합니다.", "it must be allow or refuse.") { ["allow": true, "refuse": false][$0] }
            ?? false
        rulesPath = try values.path(.rules)
        // Beside the ledger, also without one.
        alarmFolder = (ledgerPath ?? usualLedger).flatMap { path in path.lastIndex(of: "/").map { path[...$0] + "alarms" } ?? "alarms" }
        host = values[.host] ?? "127.0.0.1"
        port = try values.port(.port) ?? 8_080
        metricsPort = try values.port(.metricsPort)
        cluster = try ClusterSettings(values)
    }
}

extension Settings {
    /// Time by the fixed instant, else by the clock.
    public var clock: @Sendable () -> Date {
        let fixedNow = fixedNow
        return { fixedNow ?? Date() }
    }

    static func nonEmpty(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }

    /// RFC 9110, 10.1.5, in brackets.
    private static func isContact(_ value: String) -> Bool {
        let isPlain = value.utf8.allSatisfy { byte in (0x20...0x7E).contains(byte) && !["(", ")", "\\"].contains(Character(Unicode.Scalar(byte))) }
        return isPlain && value.utf8.count <= 200 && value.contains { $0 != " " }
    }

    private static func cacheDirectory(_ value: String?, _ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? FileManager.default.temporaryDirectory.path()
        if let value { return value }
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/kma" }
        return home + "/.cache/kma"
    }

    /// A record is no cache (XDG Base Directory Specification).
    private static func usualLedger(_ environment: [String: String], home: String?) -> String? {
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return base + "/kma/ledger.db" }
        return home.map { $0 + "/.local/state/kma/ledger.db" }
    }

    /// Replaces `~`: container runtimes and systemd set variables without a shell.
    fileprivate static func expanded(_ path: String, home: String) -> String { path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path }
}

struct SettingValues {
    let environment: [String: String]
    let files: [DotEnv]
    let readFile: (String) throws -> String

    subscript(_ name: SettingName) -> String? { inEnvironment(name) ?? inFile(name) }

    func file(of name: SettingName) -> DotEnv? {
        inEnvironment(name) == nil ? files.first { Settings.nonEmpty($0.values[name.rawValue]) != nil } : nil
    }

    func ofOnePlace(_ name: SettingName) -> SettingValues {
        guard let file = file(of: name) else { return SettingValues(environment: environment, files: [], readFile: readFile) }
        let home = environment.filter { $0.key == "HOME" }
        return SettingValues(environment: home, files: [file], readFile: readFile)
    }

    private func inEnvironment(_ name: SettingName) -> String? { Settings.nonEmpty(environment[name.rawValue]) }

    private func inFile(_ name: SettingName) -> String? { file(of: name)?.values[name.rawValue] }

    func read<Value>(_ name: SettingName, _ korean: String, _ english: String, as value: (String) -> Value?) throws(SettingsError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = value(text) else { throw SettingsError(name, korean, english) }
        return value
    }

    func seconds(_ name: SettingName, atMost most: Int) throws(SettingsError) -> Duration? {
        try read(name, "0보다 크고 \(most) 이하인 초 단위 숫자여야 합니다.", "it must be a number of seconds above 0, at most \(most).") { text in
            Double(text).flatMap { $0 > 0 && $0 <= Double(most) ? .seconds($0) : nil }
        }
    }

    /// A path of a foreign folder's file must lie in that folder, links resolved.
    func path(_ name: SettingName) throws(SettingsError) -> String? {
        guard let value = self[name] else { return nil }
        let home = Settings.nonEmpty(environment["HOME"]) ?? FileManager.default.temporaryDirectory.path()
        let path = Settings.expanded(value, home: home)
        guard let folder = file(of: name)?.folder else { return path }
        let below = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        var reached = folder
        let parts = below.split(separator: "/")
        let leadsOut = parts.contains { part in
            reached += "/" + part
            return part == ".." || (try? FileManager.default.destinationOfSymbolicLink(atPath: reached)) != nil
        }
        guard !below.hasPrefix("/"), !parts.isEmpty, !leadsOut else {
            throw SettingsError(
                name,
                "작업 폴더의 .env에는 그 폴더 아래의 경로만 적을 수 있습니다. 다른 경로는 환경 변수나 ~/.config/kma/env로 지정해 주세요.",
                "the .env of a folder may only name paths below it; set another in the environment or in ~/.config/kma/env."
            )
        }
        return path
    }

    func port(_ name: SettingName) throws(SettingsError) -> Int? {
        try read(name, "0~65535 사이의 포트 번호여야 합니다.", "it must be a port number from 0 to 65535.") { text in
            Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil }
        }
    }

    func secret(in file: SettingName, _ korean: String, _ english: String, unless other: SettingName? = nil) throws(SettingsError) -> String? {
        if let other, self[other] != nil { return nil }
        guard let path = try path(file) else { return nil }
        guard let text = try? readFile(path), let secret = SettingValues.secret(in: text) else { throw SettingsError(file, korean, english) }
        return secret
    }

    private static func secret(in text: String) -> String? {
        text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    }

    /// Address, key, and an ignored address; `other` is another setting's key.
    func access(
        _ address: SettingName,
        or usual: String,
        by key: SettingName,
        in file: SettingName,
        orBy other: (name: SettingName, key: ServiceKey?)? = nil
    ) throws(SettingsError) -> (baseURL: String, key: ServiceKey, ignoredAddress: SettingName?)? {
        let isOwn = self[key] != nil || self[file] != nil
        let keyName = isOwn ? key : other?.name ?? key
        let baseURL = try self.address(address, forKey: keyName) ?? usual
        guard let key = try self.key(key, in: file) ?? other?.key else { return nil }
        let counts = inFile(address) == nil || isInSameFile(address, key: keyName)
        return (baseURL, key, counts ? nil : address)
    }

    private func key(_ name: SettingName, in file: SettingName) throws(SettingsError) -> ServiceKey? {
        if let given = self[name] { return try SettingValues.key(given, of: name) }
        guard let path = try path(file) else { return nil }
        guard let text = try? readFile(path) else { throw SettingsError(file, "읽을 수 있는 파일이어야 합니다.", "it must name a file that can be read.") }
        // An empty file is no key, as an empty value is none: a unit names files for all keys.
        return try SettingValues.secret(in: text).flatMap { secret throws(SettingsError) in try SettingValues.key(secret, of: file) }
    }

    /// Throws for a URL with the key in it.
    private static func key(_ given: String, of name: SettingName) throws(SettingsError) -> ServiceKey? {
        if given.lowercased().contains("http://") || given.lowercased().contains("https://") || given.contains(where: { "?&".contains($0) }) {
            throw SettingsError(
                name,
                "주소가 아니라 인증키만 넣어 주세요. 주소에서는 serviceKey=, authKey=, appid= 뒤가 인증키입니다.",
                "it must be the key alone, not an address: in one the key follows serviceKey=, authKey= or appid=."
            )
        }
        return ServiceKey(given)
    }

    private func isInSameFile(_ address: SettingName, key: SettingName) -> Bool { file(of: address).map { $0 == file(of: key) } ?? false }

    /// Counts a file's address only with that file's key, and over plain http on this machine alone: a foreign `.env` must not take a key.
    private func address(_ name: SettingName, forKey key: SettingName) throws(SettingsError) -> String? {
        if let value = inEnvironment(name) { return try SettingValues.address(name, value).text }
        guard let value = inFile(name) else { return nil }
        let address = try SettingValues.address(name, value)
        guard isInSameFile(name, key: key) else { return nil }
        try requireSecure(name, address)
        return address.text
    }

    func requireSecure(_ name: SettingName, _ address: (text: String, host: String)) throws(SettingsError) {
        guard file(of: name) != nil, !address.text.hasPrefix("https://"), !SettingValues.isLoopback(address.host) else { return }
        throw SettingsError(
            name,
            ".env나 설정 파일에서는 https:// 주소나 이 컴퓨터의 주소만 쓸 수 있습니다. http:// 주소는 환경 변수로 지정해 주세요.",
            "in a file it must start with https:// or be on this machine; set an http:// address in the environment."
        )
    }

    static func address(_ name: SettingName, _ value: String) throws(SettingsError) -> (text: String, host: String) {
        let value = value.hasSuffix("/") ? String(value.dropLast()) : value
        let isWeb = value.hasPrefix("http://") || value.hasPrefix("https://")
        guard isWeb, let host = URL(string: value)?.host(), !host.isEmpty, !value.contains("?") else {
            throw SettingsError(name, "http:// 또는 https://로 시작하는 주소여야 합니다.", "it must be an address that starts with http:// or https://.")
        }
        return (value, host)
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }
}
