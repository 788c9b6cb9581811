import Forecast

/// An upstream service. Each has its own key application and its own daily quota.
public enum UpstreamAPI: String, Sendable, Hashable, CaseIterable {
    /// KMA's mid-term forecasts, data.go.kr 15059468.
    case midTerm = "MidFcstInfoService"
    /// KMA's short-term forecasts and nowcasts, data.go.kr 15084084.
    case shortTerm = "VilageFcstInfoService_2.0"
    /// KMA's weather warnings, data.go.kr 15000415.
    case warnings = "WthrWrnInfoService"
    /// KMA's daily values of surface stations, data.go.kr 15059093.
    case observations = "AsosDalyInfoService"
    /// 에어코리아's air quality, data.go.kr 15073861.
    case airQuality = "ArpltnInforInqireSvc"
    /// OpenWeather's free plan.
    case openWeather = "openweather"

    /// How it may be called, and whom its data are owed to.
    public var traits: Traits {
        switch self {
        case .midTerm, .shortTerm: .kma()
        case .warnings, .observations: .kma(isOptional: true)
        case .airQuality:
            // A development account has 500 calls a day, and a 429 has been met where a failing province was asked again
            // every ten minutes.
            Traits(
                isOptional: true,
                limits: Limits(callsADay: 450, cooldownAfterRateLimit: 600),
                group: .airKorea,
                attribution: "한국환경공단 에어코리아"
            )
        case .openWeather:
            // The free plan gives 60 calls a minute and a million a month, asks for ten minutes of silence after a 429, and
            // its licence wants these words on the screen with the data.
            Traits(
                limits: Limits(callsAMinute: 55, callsADay: 32_000, cooldownAfterRateLimit: 600),
                group: .openWeather,
                attribution: "Weather data provided by OpenWeather"
            )
        }
    }
}

extension Feed {
    /// The service that answers for the feed.
    public var service: UpstreamAPI {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm, .nowcast: .shortTerm
        case .warnings: .warnings
        case .observedDays: .observations
        case .airMeasured, .airForecast: .airQuality
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        }
    }
}

/// An upstream service as a type, so that a request to one service cannot be sent by the client of another.
///
/// Each service has its own key application, its own daily quota and its own outages.
public protocol FeedService: Sendable {
    /// Address and key of the service.
    associatedtype Gateway: UpstreamGateway

    /// The service as a value, for quotas, labels and messages.
    static var service: UpstreamAPI { get }
}

/// Where a service is reached, and the key that is sent along.
public protocol UpstreamGateway: Sendable {
    /// The address that every URL of the service begins with.
    var baseURL: String { get }
    /// The key.
    var key: ServiceKey { get }
}

extension UpstreamAPI {
    /// How a service may be called, and whom its data are owed to.
    public struct Traits: Sendable, Hashable {
        /// Whether a key may do without an approval for it: what it says comes beside the forecast.
        public var isOptional = false
        /// How often it may be called.
        public var limits: Limits
        /// The services whose calls at once are counted together with its own.
        public var group: ConcurrencyGroup
        /// Whom its data are owed to, in the words that its licence wants shown.
        public var attribution: String
    }

    /// How often a service may be called: a little less than its upstream allows, for calls that others make with the same
    /// key.
    public struct Limits: Sendable, Hashable {
        /// Calls in one minute; `nil` where only the day is limited.
        public var callsAMinute: Int?
        /// Calls on one Korean day.
        public var callsADay: Int
        /// Seconds without calls after a 429; `nil` where a second try may be made at once.
        public var cooldownAfterRateLimit: Double?
    }

    /// Services whose calls at once an upstream counts together.
    public enum ConcurrencyGroup: String, Sendable, Hashable, CaseIterable {
        /// KMA's at data.go.kr, which counts by key.
        case dataPortal
        /// 에어코리아, which hangs more often than KMA at the same address.
        case airKorea
        /// OpenWeather.
        case openWeather

        /// The services of the group.
        public var services: [UpstreamAPI] { UpstreamAPI.allCases.filter { $0.traits.group == self } }

        /// Calls in the air at one time from one machine.
        ///
        /// data.go.kr has a limit a second that fourteen calls at once exceeded, eight did and four did not (measured over
        /// one key and both of KMA's services). 에어코리아 and OpenWeather do not count calls at once; with two for each, all
        /// services of one host fit into the six connections that URLSession opens to it, so that one which hangs leaves
        /// the others theirs.
        public var callsAtOnce: Int {
            switch self {
            case .dataPortal: 4
            case .airKorea, .openWeather: 2
            }
        }
    }
}

extension UpstreamAPI.Traits {
    /// A service of KMA at data.go.kr, which gives a development account 10,000 calls a day, or at the API hub. Some are
    /// left for calls that others make with the same key.
    static func kma(isOptional: Bool = false) -> Self {
        Self(
            isOptional: isOptional,
            limits: .init(callsADay: 9_500),
            group: .dataPortal,
            attribution: "기상청"
        )
    }
}

/// One request to one feed of a service: the URL of each issue of the answer, and how the answer is decoded.
public struct FeedRequest<Service: FeedService, Value: Sendable>: Sendable {
    /// The feed that is requested.
    public var feed: Feed
    /// What is requested: a zone code, a station, a grid cell or a coordinate. It is usable as a file name.
    public var subject: String
    /// The whole URL for an issue; a feed without issues has one URL for all. It contains the key: pass it to a
    /// ``Transport`` and to nothing else.
    public var url: @Sendable (_ issuedAt: Date) -> String
    /// Decodes the answer for the issue of its origin, or throws the fault it carries: `noData` also if the answer says that
    /// it is of an older issue, and `malformedResponse` if it answers another question.
    public var read: @Sendable (_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> Value
    /// Reports what is missing of a value at a moment: `noData` if it says nothing of that moment or later, another fault if a
    /// part of it could not be read; `nil` if it is whole.
    public var gap: @Sendable (_ value: Value, _ moment: Date) -> FeedError? = { _, _ in nil }
}
