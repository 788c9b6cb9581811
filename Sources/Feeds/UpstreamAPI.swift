import Forecast

extension UpstreamAPI {
    /// Limits and attribution of the service.
    public var traits: Traits {
        switch self {
        case .midTerm, .shortTerm: .kma()
        case .warnings, .observations: .kma(isOptional: true)
        case .airQuality:
            // 500 a day for a development account.
            Traits(isOptional: true, limits: Limits(callsADay: 450, cooldownAfterRateLimit: 600), group: .airKorea, attribution: "한국환경공단 에어코리아")
        case .openWeather:
            // Free plan: 60 calls a minute, a million a month, ten minutes of silence after a 429.
            Traits(
                limits: Limits(callsAMinute: 55, callsADay: 32_000, cooldownAfterRateLimit: 600),
                group: .openWeather,
                attribution: "Weather data provided by OpenWeather"
            )
        }
    }
}

/// Address and key of a service.
public protocol UpstreamGateway: Sendable {
    /// First part of every URL.
    var baseURL: String { get }
    /// Key sent with each request.
    var key: ServiceKey { get }
}

extension UpstreamAPI {
    /// Limits and attribution of a service.
    public struct Traits: Sendable, Hashable {
        /// True if the key may lack an approval: its data come beside the forecast.
        public var isOptional = false
        /// Limits of calls.
        public var limits: Limits
        /// Services with a common limit of calls at once.
        public var group: ConcurrencyGroup
        /// Attribution in the words of the licence.
        public var attribution: String
    }

    /// Limits a little below the upstream's, for others' calls with the same key.
    public struct Limits: Sendable, Hashable {
        /// Calls a minute; `nil` if only the day is limited.
        public var callsAMinute: Int?
        /// Calls a day in Korea.
        public var callsADay: Int
        /// Seconds without calls after a 429; `nil` if a second try may follow at once.
        public var cooldownAfterRateLimit: Double?
    }

    /// Services whose calls at once an upstream counts together.
    public enum ConcurrencyGroup: String, Sendable, Hashable, CaseIterable {
        /// KMA at data.go.kr, which counts by key.
        case dataPortal
        /// 에어코리아, which hangs more often.
        case airKorea
        case openWeather

        /// Services of the group.
        public var services: [UpstreamAPI] { UpstreamAPI.allCases.filter { $0.traits.group == self } }

        /// Calls at once from one machine: of data.go.kr eight exceeded the limit a second, four did not (measured over two KMA services).
        public var callsAtOnce: Int {
            switch self {
            case .dataPortal: 4
            case .airKorea, .openWeather: 2
            }
        }
    }
}

extension UpstreamAPI.Traits {
    /// KMA allows 10,000 calls a day on a development account.
    static func kma(isOptional: Bool = false) -> Self {
        Self(isOptional: isOptional, limits: .init(callsADay: 9_500), group: .dataPortal, attribution: "기상청")
    }
}

/// Request to one feed: the URL and the decoder of each issue.
public struct FeedRequest<Value: Sendable>: Sendable {
    /// Requested feed.
    public var feed: Feed
    /// Zone code, station, grid cell or coordinate, usable as a file name.
    public var subject: String
    /// URL of an issue. It contains the key: pass it to a ``Transport`` alone.
    public var url: @Sendable (_ issuedAt: Date) -> String
    /// Decodes an answer, or throws its fault, `noData` for an older issue.
    public var read: @Sendable (_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> Value
    /// Gap of a value at a moment: `noData` if over, another fault if a part was unreadable.
    public var gap: @Sendable (_ value: Value, _ moment: Date) -> FeedError? = { _, _ in nil }
    /// True for a value announced before one already read, as a server behind the others gives it.
    public var isOlder: @Sendable (_ value: Value, _ known: Value) -> Bool = { _, _ in false }
}
