import Feeds
import Forecast
import Regions

/// What is asked about a place.
public enum Question: String, Sendable, Hashable, CaseIterable {
    /// Eleven days, and all the rest.
    case week
    /// The weather now.
    case now
    /// The next hours.
    case hours
    /// The background for now.
    case theme
    /// KMA's mid-term text.
    case outlook

    /// The feeds that help to answer it, in the order in which reports name them.
    public var feeds: [Feed] { FeedCatalog.feeds.filter { $0.questions.contains(self) }.map(\.feed) }

    /// The feeds that are asked where those answer nothing.
    var fallbackFeeds: [Feed] { FeedCatalog.feeds.filter { $0.fallbackFor.contains(self) }.map(\.feed) }

    /// Whether a report answers it with anything at all.
    func isAnswered(by report: Report) -> Bool {
        switch self {
        case .week: !report.week.days.isEmpty || report.week.current != nil
        case .now: report.week.current != nil || !report.week.hours.isEmpty
        case .hours: !report.week.hours.isEmpty
        case .theme: report.week.themeSelection.feed != nil
        case .outlook: report.outlook != nil
        }
    }
}

/// Every feed, and the services that they are of.
enum FeedCatalog {
    /// The feeds, in the order in which reports name them.
    static let feeds: [FeedTraits] = [
        MidTemperatureFeed.traits, MidLandFeed.traits, OutlookFeed.traits, ShortTermFeed.traits,
        NowcastFeed.traits, WarningsFeed.traits, AirMeasuredFeed.traits, AirForecastFeed.traits,
        OpenWeatherCurrentFeed.traits, OpenWeatherForecastFeed.traits,
    ]

    /// What is known of a feed.
    static func traits(of feed: Feed) -> FeedTraits? { feeds.first { $0.feed == feed } }

    /// The services of a configuration, each with a client of its own and a call that checks it; those of one group share a
    /// limiter, those of one key what is known of it. And what fills the ledger through one of them, where there is a ledger
    /// to fill.
    static func connect(
        _ configuration: ForecasterConfiguration
    ) -> (services: [ServiceClient], fill: ObservationFill?) {
        var fill: ObservationFill?
        let now = configuration.now
        let (kma, airKorea, openWeather) = (
            configuration.kma, configuration.airKorea, configuration.openWeather
        )
        let (dataPortal, kmaStanding) = (limiter(.dataPortal), KeyStanding())
        func limiter(_ group: UpstreamAPI.ConcurrencyGroup) -> ConcurrencyLimiter {
            ConcurrencyLimiter(group, clock: configuration.clock)
        }
        let airStanding = airKorea?.key == kma?.key ? kmaStanding : KeyStanding()
        let services: [ServiceClient] = [
            ServiceClient(.outlook, configuration, kma, dataPortal, kmaStanding) {
                [MidTemperatureFeed($0, $1), MidLandFeed($0, $1), OutlookFeed($0, $1)]
            } checkedBy: { (client: UpstreamClient<KMAMidTerm>, gateway) in
                // The text of the whole country.
                let outlook = FeedRequest.outlook(station: "108", gateway: gateway)
                return await client.checkHealth(outlook, issue: IssueSchedule.midTerm.newest(at: now()))
            },
            ServiceClient(.nowcast, configuration, kma, dataPortal, kmaStanding) {
                [ShortTermFeed($0, $1), NowcastFeed($0, $1)]
            } checkedBy: { (client: UpstreamClient<KMAShortTerm>, gateway) in
                guard let cell = GridCell(latitude: capital.latitude, longitude: capital.longitude) else {
                    return HealthCheckResult(error: FeedError(.noData))
                }
                let nowcast = FeedRequest.nowcast(cell: cell, gateway: gateway)
                return await client.checkHealth(nowcast, issue: IssueSchedule.observation.newest(at: now()))
            },
            ServiceClient(.warnings, configuration, kma, dataPortal, kmaStanding) {
                [WarningsFeed($0, $1)]
            } checkedBy: { (client: UpstreamClient<KMAWarnings>, gateway) in
                await client.checkHealth(.warnings(gateway: gateway), issue: now())
            },
            // No feed of a forecast.
            ServiceClient(.observedDays, configuration, kma, dataPortal, kmaStanding) {
                fill = ObservationFill($0, $1, configuration)
                return []
            } checkedBy: { (client: UpstreamClient<KMAObservations>, gateway) in
                let days = FeedRequest.dayBeforeYesterday(station: 108, gateway: gateway)
                return await client.checkHealth(days, issue: now())
            },
            ServiceClient(.airMeasured, configuration, airKorea, limiter(.airKorea), airStanding) {
                [AirMeasuredFeed($0, $1), AirForecastFeed($0, $1)]
            } checkedBy: { (client: UpstreamClient<AirKorea>, gateway) in
                let air = FeedRequest.airMeasured(province: "서울", gateway: gateway)
                return await client.checkHealth(air, issue: IssueSchedule.airMeasured.newest(at: now()))
            },
            ServiceClient(
                .openWeatherCurrent,
                configuration,
                openWeather,
                limiter(.openWeather),
                KeyStanding()
            ) {
                [OpenWeatherCurrentFeed($0, $1), OpenWeatherForecastFeed($0, $1)]
            } checkedBy: { (client: UpstreamClient<OpenWeather>, gateway) in
                let current = FeedRequest.openWeatherCurrent(
                    latitude: capital.latitude,
                    longitude: capital.longitude,
                    gateway: gateway
                )
                return await client.checkHealth(current, issue: now())
            },
        ]
        return (services, fill)
    }

    /// Seoul's city hall, where a service is checked that any place will do for.
    private static let capital = (latitude: 37.5665, longitude: 126.978)
}

/// One service of a configuration: its feeds, its quota, and a call that shows whether it takes the key.
struct ServiceClient: Sendable {
    let service: UpstreamAPI
    let quota: QuotaTracker
    /// Its feeds; none without a key.
    let feeds: [any ForecastFeed]
    /// The feed whose request checks it.
    let checkedFeed: Feed
    /// The key to it; `nil` where none is set.
    let key: ServiceKey?
    /// What its answers and counts are filed under; `nil` without a key.
    let scope: StoreScope?
    /// Calls the service once, past everything that is stored; `nil` without a key.
    let checkHealth: (@Sendable () async -> HealthCheckResult)?

    /// A service behind a limiter; `standing` is what is known of the key.
    init<Service: FeedService>(
        _ checkedFeed: Feed,
        _ configuration: ForecasterConfiguration,
        _ gateway: Service.Gateway?,
        _ limiter: ConcurrencyLimiter,
        _ standing: KeyStanding,
        _ feeds: (UpstreamClient<Service>, Service.Gateway) -> [any ForecastFeed],
        checkedBy check:
            @escaping @Sendable (UpstreamClient<Service>, Service.Gateway) async -> HealthCheckResult
    ) {
        service = Service.service
        self.checkedFeed = checkedFeed
        key = gateway?.key
        scope = gateway?.scope
        guard let gateway else {
            quota = QuotaTracker(service: Service.service, scope: nil, store: nil)
            self.feeds = []
            checkHealth = nil
            return
        }
        let client = UpstreamClient<Service>(
            configuration,
            scope: gateway.scope,
            limiter: limiter,
            standing: standing
        )
        quota = client.quota
        self.feeds = feeds(client, gateway)
        checkHealth = { await check(client, gateway) }
    }
}

/// What a service answered when it was checked.
struct HealthCheckResult: Sendable {
    /// Why it did not answer; `nil` where it did.
    var error: FeedError?
    /// The upstream's clock, where it answered with one.
    var date: Date?
}

extension UpstreamGateway {
    /// What its answers and counts are filed under: where it is and its key.
    var scope: StoreScope {
        let name = (self as? KMAGateway).map { "\($0.kind.rawValue) \(baseURL)" } ?? baseURL
        return StoreScope(gateway: name, key: key)
    }
}

/// A feed with a key: a function of a place.
///
/// Each feed is a file of this folder: a struct with the repositories of its requests. ``FeedCatalog`` lists them. Adding one
/// is its folder in `Feeds` (request, answer, times of issue), its struct here, its line in the catalogue, its field of
/// `Readings` with the rule of merging, and its name in `Feed`.
protocol ForecastFeed: Sendable {
    /// What is known of the feed without a key.
    static var traits: FeedTraits { get }

    /// Whether there is anything that the feed can say of a place; it is not asked about one that it has nothing for.
    func covers(_ place: Place) -> Bool
    /// What the feed gives to the answer of a question about a place. An answer at hand may be `maximumAge` seconds old.
    func read(_ place: Place, for question: Question, maximumAge: Double?) async -> FeedReading
    /// Whether answers for a place are at hand, however old.
    func knows(_ place: Place) async -> Bool
    /// Fetches what is newest of one of its zones; `nil` where the feed does not go by zone.
    func refresh(zone: String) async -> FeedReport?
    /// Takes up that somebody else has stored an answer.
    func apply(_ news: StoredNews) async
}

extension ForecastFeed {
    func covers(_ place: Place) -> Bool { true }
    func knows(_ place: Place) async -> Bool { true }
    func refresh(zone: String) async -> FeedReport? { nil }
}

/// A feed of which one answer is about the whole country.
protocol NationwideFeed: ForecastFeed {
    /// What the feed says of the country.
    func read(maximumAge: Double?) async -> FeedReading
}

extension NationwideFeed {
    func read(_ place: Place, for question: Question, maximumAge: Double?) async -> FeedReading {
        await read(maximumAge: maximumAge)
    }
}

/// What is known of a feed without its service.
struct FeedTraits: Sendable {
    /// What one answer of a feed is about.
    enum Coverage: Sendable {
        /// A place: a grid cell, a point, an office.
        case place
        /// A zone, of which there are few; the codes of those that can be fetched ahead.
        case zone(codes: @Sendable () -> [String])
        /// The whole country.
        case country
    }

    let feed: Feed
    /// The questions that the feed helps to answer.
    let questions: Set<Question>
    /// The questions that it is asked for only where their feeds answer nothing.
    var fallbackFor: Set<Question> = []
    /// What one of its answers is about.
    let coverage: Coverage
    /// The calls it takes to keep it fresh for one place, or one zone, over a day.
    let callsADay: Int
    /// Feeds that say the same. Without a key for its service, the feed is not missed where one of them answered.
    var substitutes: Set<Feed> = []

    /// Whether one answer is about the whole country.
    var isNationwide: Bool { if case .country = coverage { true } else { false } }
    /// Whether each place has answers of its own.
    var isByPlace: Bool { if case .place = coverage { true } else { false } }
}

/// What one feed gives to a report: what is told of it, and its values.
struct FeedReading: Sendable {
    var report: FeedReport
    /// Puts the values where the merge looks for them.
    private(set) var fill: @Sendable (inout Readings) -> Void = { _ in }

    /// An answer, and where its value goes.
    init<Value>(
        _ answer: FeedAnswer<Value>,
        _ fill: @escaping @Sendable (inout Readings, Value) -> Void
    ) {
        report = answer.report
        if let value = answer.value { self.fill = { fill(&$0, value) } }
    }

    /// Nothing, for want of a key.
    init(missingKeyFor feed: Feed) {
        report = FeedReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing))
    }

    /// This reading with another of the same feed, told as one.
    func combined(with other: FeedReading, at now: Date) -> FeedReading {
        var both = adding(other.fill)
        both.report = report.combined(with: other.report, at: now)
        return both
    }

    /// This reading with more values, of which nothing is told.
    func adding(_ more: @escaping @Sendable (inout Readings) -> Void) -> FeedReading {
        var both = self
        both.fill = { [fill] readings in
            fill(&readings)
            more(&readings)
        }
        return both
    }
}

/// The result of asking one feed: a value or none, and the truth about it.
struct FeedAnswer<Value: Sendable>: Sendable {
    /// What the feed said; `nil` where nothing usable is available.
    var value: Value?
    /// The issue it is; `nil` without a value.
    var issue: Date?
    /// Where it came from, and what went wrong.
    var report: FeedReport

    /// The answer as the history of its subject has it.
    var known: SubjectHistory<Value>.Answer? {
        guard let value, let issue, let fetchedAt = report.fetchedAt else { return nil }
        return SubjectHistory<Value>.Answer(value: value, issue: issue, fetchedAt: fetchedAt)
    }
}
