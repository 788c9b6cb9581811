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

    /// The services of a configuration, each with a client of its own; those of one group share a limiter, those of one
    /// key what is known of it. And what fills the ledger through one of them, where there is a ledger to fill.
    static func connect(
        _ configuration: ForecasterConfiguration
    ) -> (services: [ServiceClient], fill: ObservationFill?) {
        var fill: ObservationFill?
        let (kma, airKorea) = (configuration.kma, configuration.airKorea)
        let (dataPortal, kmaStanding) = (ConcurrencyLimiter(.dataPortal), KeyStanding())
        let airStanding = airKorea?.key == kma?.key ? kmaStanding : KeyStanding()
        let services = [
            ServiceClient(configuration, kma, dataPortal, kmaStanding, checkedBy: outlookOfTheCountry) {
                [MidTemperatureFeed($0, $1), MidLandFeed($0, $1), OutlookFeed($0, $1)]
            },
            ServiceClient(configuration, kma, dataPortal, kmaStanding, checkedBy: nowcastOfSeoul) {
                [ShortTermFeed($0, $1), NowcastFeed($0, $1)]
            },
            ServiceClient(configuration, kma, dataPortal, kmaStanding, checkedBy: warnings) {
                [WarningsFeed($0, $1)]
            },
            // No feed of a forecast.
            ServiceClient(configuration, kma, dataPortal, kmaStanding, checkedBy: daysOfSeoul) {
                fill = ObservationFill($0, $1, configuration)
                return []
            },
            ServiceClient(
                configuration,
                airKorea,
                ConcurrencyLimiter(.airKorea),
                airStanding,
                checkedBy: airOfSeoul
            ) {
                [AirMeasuredFeed($0, $1), AirForecastFeed($0, $1)]
            },
            ServiceClient(
                configuration,
                configuration.openWeather,
                ConcurrencyLimiter(.openWeather),
                KeyStanding(),
                checkedBy: currentOfSeoul
            ) {
                [OpenWeatherCurrentFeed($0, $1), OpenWeatherForecastFeed($0, $1)]
            },
        ]
        return (services, fill)
    }
}

/// The requests that services are checked with.
extension FeedCatalog {
    private static let outlookOfTheCountry = HealthCheck<KMAMidTerm, Outlook>(
        .outlook,
        IssueSchedule.midTerm.newest
    ) {
        FeedRequest.outlook(station: "108", gateway: $0)
    }

    private static let nowcastOfSeoul = HealthCheck<KMAShortTerm, Observation>(
        .nowcast,
        IssueSchedule.observation.newest
    ) { gateway in
        capital.cell.map { FeedRequest.nowcast(cell: $0, gateway: gateway) }
    }

    private static let warnings = HealthCheck<KMAWarnings, WarningStatus>(.warnings, { $0 }) {
        FeedRequest.warnings(gateway: $0)
    }

    private static let daysOfSeoul = HealthCheck<KMAObservations, [ObservedDay]>(.observedDays, { $0 }) {
        FeedRequest.dayBeforeYesterday(station: 108, gateway: $0)
    }

    private static let airOfSeoul = HealthCheck<AirKorea, [AirMeasurement]>(
        .airMeasured,
        IssueSchedule.airMeasured.newest
    ) {
        FeedRequest.airMeasured(province: "서울", gateway: $0)
    }

    private static let currentOfSeoul = HealthCheck<OpenWeather, Observation>(.openWeatherCurrent, { $0 }) {
        gateway in
        FeedRequest.openWeatherCurrent(
            latitude: capital.latitude,
            longitude: capital.longitude,
            gateway: gateway
        )
    }

    /// Seoul's city hall, where a service is checked that any place will do for.
    private static let capital = (latitude: 37.5665, longitude: 126.978, cell: GridCell(x: 60, y: 127))
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
    init<Service: FeedService, Value>(
        _ configuration: ForecasterConfiguration,
        _ gateway: Service.Gateway?,
        _ limiter: ConcurrencyLimiter,
        _ standing: KeyStanding,
        checkedBy check: HealthCheck<Service, Value>,
        _ feeds: (UpstreamClient<Service>, Service.Gateway) -> [any ForecastFeed]
    ) {
        service = Service.service
        checkedFeed = check.feed
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
        checkHealth = {
            guard let request = check.request(gateway) else {
                return HealthCheckResult(error: FeedError(.noData))
            }
            return await client.checkHealth(request, issue: check.issue(configuration.now()))
        }
    }
}

/// A request that shows whether a service answers and takes the key.
struct HealthCheck<Service: FeedService, Value: Sendable>: Sendable {
    let feed: Feed
    /// The issue that is asked for at a moment.
    let issue: @Sendable (Date) -> Date
    let request: @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?

    init(
        _ feed: Feed,
        _ issue: @escaping @Sendable (Date) -> Date,
        _ request: @escaping @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?
    ) {
        (self.feed, self.issue, self.request) = (feed, issue, request)
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
