import Feeds
import Forecast
import Regions

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

    /// The feeds that help to answer a question.
    static func feeds(for question: Question) -> [Feed] {
        feeds.filter { $0.questions.contains(question) }.map(\.feed)
    }

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
