import Feeds
import Forecast
import Regions

/// Question about a place.
public enum Question: String, Sendable, Hashable, CaseIterable {
    case week
    case now
    case hours
    case theme
    case outlook

    /// Feeds of the answer, in the order of reports.
    public var feeds: [Feed] { FeedCatalog.feeds.filter { $0.questions.contains(self) }.map(\.feed) }

    var fallbackFeeds: [Feed] { FeedCatalog.feeds.filter { $0.fallbackFor.contains(self) }.map(\.feed) }
}

enum FeedCatalog {
    static let feeds: [FeedTraits] = [
        FeedTraits(
            feed: .midTemperature,
            questions: [.week],
            coverage: .zone { Gazetteer.temperatureZones.map(\.code) },
            callsADay: Freshness.midTerm.callsADay
        ),
        FeedTraits(
            feed: .midLand,
            questions: [.week],
            coverage: .zone { Gazetteer.landZones.map(\.code) },
            callsADay: Freshness.midTerm.callsADay
        ), FeedTraits(feed: .outlook, questions: [.outlook], coverage: .place, callsADay: Freshness.midTerm.callsADay), ShortTermFeed.traits,
        NowcastFeed.traits, WarningsFeed.traits, AirMeasuredFeed.traits, AirForecastFeed.traits,
        FeedTraits(
            feed: .openWeatherCurrent,
            questions: [.week, .now, .hours, .theme],
            coverage: .place,
            callsADay: Freshness.openWeather.callsADay,
            substitutes: [.nowcast]
        ), OpenWeatherForecastFeed.traits,
    ]

    static func traits(of feed: Feed) -> FeedTraits? { feeds.first { $0.feed == feed } }

    static func connect(_ configuration: ForecasterConfiguration) -> (services: [ServiceClient], fill: ObservationFill?) {
        var fill: ObservationFill?
        let now = configuration.now
        let (kma, airKorea, openWeather) = (configuration.kma, configuration.airKorea, configuration.openWeather)
        let (dataPortal, kmaStanding) = (limiter(.dataPortal), KeyStanding())
        func limiter(_ group: UpstreamAPI.ConcurrencyGroup) -> ConcurrencyLimiter { ConcurrencyLimiter(group, clock: configuration.clock) }
        let airStanding = airKorea?.key == kma?.key ? kmaStanding : KeyStanding()
        let services: [ServiceClient] = [
            ServiceClient(.outlook, configuration, kma, dataPortal, kmaStanding) { client, gateway in
                [
                    .midTemperature: SingleFeed(.midTemperature, .midTerm, client, \.temperatureZone.code, \.midTemperature) {
                        .midTemperature(zone: $0, gateway: gateway)
                    },
                    .midLand: SingleFeed(.midLand, .midTerm, client, \.landZone.code, \.midLand) { .midLand(zone: $0, gateway: gateway) },
                    .outlook: SingleFeed(.outlook, .midTerm, client, \.outlookStation.code, \.outlook) { .outlook(station: $0, gateway: gateway) },
                ]
            } checkedBy: { client, gateway in
                await client.checkHealth(FeedRequest.outlook(station: "108", gateway: gateway), issue: IssueSchedule.midTerm.newest(at: now()))
            },
            ServiceClient(.nowcast, configuration, kma, dataPortal, kmaStanding) {
                [.shortTerm: ShortTermFeed($0, $1), .nowcast: NowcastFeed($0, $1)]
            } checkedBy: { client, gateway in
                guard let cell = GridCell(x: 60, y: 127) else { return HealthCheckResult(error: FeedError(.noData)) }
                let nowcast = FeedRequest.nowcast(cell: cell, gateway: gateway)
                return await client.checkHealth(nowcast, issue: IssueSchedule.observation.newest(at: now()))
            },
            ServiceClient(.warnings, configuration, kma, dataPortal, kmaStanding) {
                [.warnings: WarningsFeed($0, $1)]
            } checkedBy: { client, gateway in
                await client.checkHealth(FeedRequest.warnings(gateway: gateway), issue: now())
            },
            ServiceClient(.observedDays, configuration, kma, dataPortal, kmaStanding) {
                fill = ObservationFill($0, $1, configuration)
                return [:]
            } checkedBy: { client, gateway in
                await client.checkHealth(FeedRequest.dayBeforeYesterday(station: 108, gateway: gateway), issue: now())
            },
            ServiceClient(.airMeasured, configuration, airKorea, limiter(.airKorea), airStanding) {
                [.airMeasured: AirMeasuredFeed($0, $1), .airForecast: AirForecastFeed($0, $1)]
            } checkedBy: { client, gateway in
                let air = FeedRequest.airMeasured(province: "서울", gateway: gateway)
                return await client.checkHealth(air, issue: IssueSchedule.airMeasured.newest(at: now()))
            },
            ServiceClient(.openWeatherCurrent, configuration, openWeather, limiter(.openWeather), KeyStanding()) { client, gateway in
                [
                    .openWeatherCurrent: SingleFeed(.openWeatherCurrent, .openWeather, client, \.self, \.current) {
                        .openWeatherCurrent(latitude: $0.latitude, longitude: $0.longitude, gateway: gateway)
                    }, .openWeatherForecast: OpenWeatherForecastFeed(client, gateway),
                ]
            } checkedBy: { client, gateway in
                let current = FeedRequest.openWeatherCurrent(latitude: 37.5665, longitude: 126.978, gateway: gateway)
                return await client.checkHealth(current, issue: now())
            },
        ]
        return (services, fill)
    }
}

extension Freshness {
    static let midTerm = Freshness.byIssue(.midTerm, maximumAge: maximumForecastAge)
    static let openWeather = Freshness.byAge(600)
}

struct ServiceClient: Sendable {
    let quota: QuotaTracker
    let feeds: [Feed: any ForecastFeed]
    let checkedFeed: Feed
    let key: ServiceKey?
    let scope: StoreScope?
    let checkHealth: (@Sendable () async -> HealthCheckResult)?

    var service: UpstreamAPI { checkedFeed.service }

    init<Gateway: UpstreamGateway>(
        _ checkedFeed: Feed,
        _ configuration: ForecasterConfiguration,
        _ gateway: Gateway?,
        _ limiter: ConcurrencyLimiter,
        _ standing: KeyStanding,
        _ feeds: (UpstreamClient, Gateway) -> [Feed: any ForecastFeed],
        checkedBy check: @escaping @Sendable (UpstreamClient, Gateway) async -> HealthCheckResult
    ) {
        self.checkedFeed = checkedFeed
        (key, scope) = (gateway?.key, gateway?.scope)
        guard let gateway else {
            quota = QuotaTracker(service: checkedFeed.service, scope: nil, store: nil)
            self.feeds = [:]
            checkHealth = nil
            return
        }
        let client = UpstreamClient(checkedFeed.service, configuration, scope: gateway.scope, limiter: limiter, standing: standing)
        quota = client.quota
        self.feeds = feeds(client, gateway)
        checkHealth = { await check(client, gateway) }
    }
}

extension [ServiceClient] {
    /// True if an optional service lacks approval: the gateway of 2026 refuses it like a wrong key, but not needed services, as in `rejections`.
    func lacksApproval(_ service: UpstreamAPI, _ fault: FeedError?, _ rejections: [UpstreamAPI: Bool]) -> Bool {
        guard service.traits.isOptional, let code = fault?.code, code.deniesApproval else { return false }
        if code == .notSubscribed { return true }
        let key = first { $0.service == service }?.key
        let needed = filter { !$0.service.traits.isOptional && $0.key == key }.map(\.service)
        let asked = needed.compactMap { rejections[$0] }
        return asked.isEmpty ? !needed.isEmpty : asked.contains(false)
    }
}

struct HealthCheckResult: Sendable {
    var error: FeedError?
    var date: Date?
}

extension UpstreamGateway {
    var scope: StoreScope {
        let name = (self as? KMAGateway).map { "\($0.kind.rawValue) \(baseURL)" } ?? baseURL
        return StoreScope(gateway: name, key: key)
    }
}

/// Feed with a key. A new one needs a folder in `Feeds`, a ``SingleFeed`` or struct, traits, and lines in ``FeedCatalog``, `Readings` and `Feed`.
protocol ForecastFeed: Sendable {
    func covers(_ place: Place) -> Bool
    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading
    func knows(_ place: Place) async -> Bool
    func refresh(zone: String) async -> FeedReport?
    var repositories: [any NewsReader] { get }
}

/// Holder of answers that takes up those of other processes.
protocol NewsReader: Sendable { func apply(_ news: StoredNews) async }

extension ForecastFeed {
    func covers(_ place: Place) -> Bool { true }
    func knows(_ place: Place) async -> Bool { true }
    func refresh(zone: String) async -> FeedReport? { nil }
}

protocol NationwideFeed: ForecastFeed { func read(by caller: Caller) async -> FeedReading }

extension NationwideFeed { func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading { await read(by: caller) } }

struct FeedTraits: Sendable {
    enum Coverage: Sendable {
        case place
        /// Few zones; `codes` can be prefetched.
        case zone(codes: @Sendable () -> [String])
        case country
    }

    let feed: Feed
    let questions: Set<Question>
    var fallbackFor: Set<Question> = []
    let coverage: Coverage
    let callsADay: Int
    /// Region with one answer; `nil` counts each place.
    var region: (@Sendable (Place) -> String)?
    /// Feeds with the same values, any of which replaces one without a key.
    var substitutes: Set<Feed> = []

    var isNationwide: Bool { if case .country = coverage { true } else { false } }
    var isByPlace: Bool { if case .place = coverage { true } else { false } }
}

struct FeedReading: Sendable {
    var report: FeedReport
    private(set) var fill: @Sendable (inout Readings) -> Void = { _ in }

    init<Value>(_ answer: FeedAnswer<Value>, _ fill: @escaping @Sendable (inout Readings, Value) -> Void) {
        report = answer.report
        if let value = answer.value { self.fill = { fill(&$0, value) } }
    }

    init(missingKeyFor feed: Feed) { report = FeedReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing)) }

    func combined(with other: FeedReading, at now: Date) -> FeedReading {
        var both = adding(other.fill)
        both.report = report.combined(with: other.report, at: now)
        return both
    }

    func adding(_ more: @escaping @Sendable (inout Readings) -> Void) -> FeedReading {
        var both = self
        both.fill = { [fill] readings in
            fill(&readings)
            more(&readings)
        }
        return both
    }
}

struct FeedAnswer<Value: Sendable>: Sendable {
    var value: Value?
    var issue: Date?
    var report: FeedReport

    var known: SubjectHistory<Value>.Answer? {
        guard let value, let issue, let fetchedAt = report.fetchedAt else { return nil }
        return SubjectHistory<Value>.Answer(value: value, issue: issue, fetchedAt: fetchedAt)
    }
}
