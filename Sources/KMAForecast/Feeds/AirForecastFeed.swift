import Feeds
import Forecast

struct AirForecastFeed: NationwideFeed {
    static let traits = FeedTraits(feed: .airForecast, questions: [.week, .now], coverage: .country, callsADay: near.callsADay + far.callsADay)
    private static let near = Freshness.byIssue(.dustForecast, maximumAge: Freshness.maximumForecastAge)
    private static let far = Freshness.byIssue(.dustWeek, maximumAge: Freshness.maximumForecastAge)
    private let gateway: AirKoreaGateway
    private let days: FeedRepository<DustForecast>
    private let week: FeedRepository<DustForecast>

    init(_ client: UpstreamClient, _ gateway: AirKoreaGateway) {
        self.gateway = gateway
        days = FeedRepository(.airForecast, Self.near, client)
        week = FeedRepository(.airForecast, Self.far, client)
    }

    func read(by caller: Caller) async -> FeedReading {
        async let week = week.answer(.dustWeek(gateway: gateway), for: caller)
        let days = await days.answer(.dustForecast(gateway: gateway), for: caller)
        // The daily forecast says more of a day than the week's.
        return FeedReading(days) { $0.dustForecast = $1.filled(by: $0.dustForecast) }.combined(
            with: FeedReading(await week) { $0.dustForecast = $0.dustForecast.filled(by: $1) },
            at: self.days.now()
        )
    }

    var repositories: [any NewsReader] { [days, week] }
}
