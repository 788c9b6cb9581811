#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Everything a person can set, read once into types.
public struct Settings: Sendable {
    /// KMA's door with its key; `nil` without a key.
    public var kma: KMAGateway?
    /// OpenWeather's door with its key; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// Where answers are kept.
    public var cacheDirectory: String
    /// Replaces the clock where it is set.
    public var fixedNow: Date?
    /// Area used where none is given.
    public var area: String?
    /// Language of words for people.
    public var language: Language
    /// Time for one upstream request.
    public var timeout: Duration
    /// Address the service listens on.
    public var host: String
    /// Port the service listens on.
    public var port: Int

    /// Reads settings from an environment first, then from a `.env` file; an empty value counts as none.
    ///
    /// `readFile` reads the files that `…_FILE` settings name.
    public init(
        environment: [String: String],
        dotEnv: DotEnv = DotEnv(""),
        readFile: (String) throws -> String
    ) throws(SettingsError) {
        func value(_ name: SettingName) -> String? {
            [environment[name.rawValue], dotEnv.values[name.rawValue]].compactMap { $0 }.first { !$0.isEmpty }
        }
        kma = try Settings.gateway(value, readFile)
        openWeather = try Settings.openWeather(value, readFile)
        cacheDirectory = value(.cacheDirectory) ?? Settings.defaultCacheDirectory(environment)
        fixedNow = try Settings.instant(.now, value(.now))
        area = value(.area)
        language = try Settings.language(value(.language))
        timeout = try Settings.timeout(value(.timeout))
        host = value(.host) ?? "127.0.0.1"
        port = try Settings.port(value(.port))
    }
}

extension Settings {
    private typealias Lookup = (SettingName) -> String?

    private static func gateway(
        _ value: Lookup,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> KMAGateway? {
        guard let kind = KMAGateway.Kind(rawValue: value(.kmaGateway) ?? KMAGateway.Kind.dataPortal.rawValue)
        else {
            throw SettingsError(
                name: .kmaGateway,
                expected: LocalizedText("data.go.kr 또는 apihub 이어야 합니다.", "use data.go.kr or apihub.")
            )
        }
        let baseURL = try address(.kmaBaseURL, value(.kmaBaseURL) ?? kind.baseURL)
        let key = try key(value, .kmaServiceKey, file: .kmaServiceKeyFile, readFile)
        return key.map { KMAGateway(kind: kind, baseURL: baseURL, key: $0) }
    }

    private static func openWeather(
        _ value: Lookup,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> OpenWeatherGateway? {
        let baseURL = try address(
            .openWeatherBaseURL,
            value(.openWeatherBaseURL) ?? OpenWeatherGateway.defaultBaseURL
        )
        let key = try key(value, .openWeatherKey, file: .openWeatherKeyFile, readFile)
        return key.map { OpenWeatherGateway(baseURL: baseURL, key: $0) }
    }

    private static func key(
        _ value: Lookup,
        _ name: SettingName,
        file: SettingName,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> ServiceKey? {
        if let given = value(name) { return ServiceKey(given) }
        guard let path = value(file) else { return nil }
        guard let text = try? readFile(path) else {
            throw SettingsError(
                name: file,
                expected: LocalizedText("읽을 수 있는 파일이어야 합니다.", "it must name a file that can be read.")
            )
        }
        return ServiceKey(text)
    }

    private static func address(_ name: SettingName, _ value: String) throws(SettingsError) -> String {
        let value = value.hasSuffix("/") ? String(value.dropLast()) : value
        let isWeb = value.hasPrefix("http://") || value.hasPrefix("https://")
        guard isWeb, URL(string: value)?.host()?.isEmpty == false, !value.contains("?") else {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "http:// 또는 https://로 시작하는 주소여야 합니다.",
                    "it must be an address that starts with http:// or https://."
                )
            )
        }
        return value
    }

    private static func instant(_ name: SettingName, _ value: String?) throws(SettingsError) -> Date? {
        guard let value else { return nil }
        // Foundation stops reading where the instant ends, and takes the 30th of February for the 2nd of March.
        let form = /(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/
        guard let match = value.wholeMatch(of: form), KoreanDate(match.output.1) != nil,
            let instant = try? Date(value, strategy: .iso8601)
        else {
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

    private static func language(_ value: String?) throws(SettingsError) -> Language {
        guard let language = Language(rawValue: value ?? Language.korean.rawValue) else {
            throw SettingsError(
                name: .language,
                expected: LocalizedText("ko 또는 en 이어야 합니다.", "use ko or en.")
            )
        }
        return language
    }

    private static func timeout(_ value: String?) throws(SettingsError) -> Duration {
        guard let seconds = Double(value ?? "10"), seconds > 0, seconds <= 300 else {
            throw SettingsError(
                name: .timeout,
                expected: LocalizedText("0보다 크고 300 이하인 초여야 합니다.", "it must be seconds above 0, at most 300.")
            )
        }
        return .seconds(seconds)
    }

    private static func port(_ value: String?) throws(SettingsError) -> Int {
        guard let port = Int(value ?? "8080"), (0...65_535).contains(port) else {
            throw SettingsError(
                name: .port,
                expected: LocalizedText("0~65535 사이의 포트여야 합니다.", "it must be a port, 0 to 65535.")
            )
        }
        return port
    }

    private static func defaultCacheDirectory(_ environment: [String: String]) -> String {
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/kma" }
        return (environment["HOME"] ?? FileManager.default.temporaryDirectory.path()) + "/.cache/kma"
    }
}

/// Every setting, by the name it has in the environment and in `.env`.
public enum SettingName: String, Sendable, CaseIterable {
    /// data.go.kr or API hub key.
    case kmaServiceKey = "KMA_SERVICE_KEY"
    /// OpenWeather key.
    case openWeatherKey = "OPENWEATHER_API_KEY"
    /// File that holds the KMA key.
    case kmaServiceKeyFile = "KMA_SERVICE_KEY_FILE"
    /// File that holds the OpenWeather key.
    case openWeatherKeyFile = "OPENWEATHER_API_KEY_FILE"
    /// Address of the gateway in front of KMA's services.
    case kmaBaseURL = "KMA_BASE_URL"
    /// `data.go.kr` or `apihub`.
    case kmaGateway = "KMA_GATEWAY"
    /// Address of OpenWeather.
    case openWeatherBaseURL = "OPENWEATHER_BASE_URL"
    /// Where answers are kept.
    case cacheDirectory = "KMA_CACHE_DIR"
    /// Instant that replaces the clock.
    case now = "KMA_NOW"
    /// Area used where none is given.
    case area = "KMA_AREA"
    /// `ko` or `en`.
    case language = "KMA_LANG"
    /// Seconds for one upstream request.
    case timeout = "KMA_TIMEOUT"
    /// Address the service listens on.
    case host = "KMA_HOST"
    /// Port the service listens on.
    case port = "KMA_PORT"
}

/// A setting that cannot be used as it stands.
public struct SettingsError: ReportableError, Sendable, Hashable {
    /// The setting.
    public var name: SettingName
    /// What it should be, such as "a number of seconds above 0". Never its value: it may be a key.
    public var expected: LocalizedText

    /// A setting that cannot be used is a fault of configuration.
    public var exitStatus: ExitStatus { .configuration }

    /// What is wrong, and what would be right.
    public var message: LocalizedText {
        LocalizedText(
            "설정 \(name.rawValue)의 값을 쓸 수 없습니다. \(expected.korean)",
            "The setting \(name.rawValue) cannot be used: \(expected.english)"
        )
    }
}
