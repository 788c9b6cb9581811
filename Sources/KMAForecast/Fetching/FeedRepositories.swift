import Feeds
import Forecast

/// The repositories at which the feeds are asked, and the lines behind them.
struct FeedRepositories: Sendable {
    let midTemperature: FeedRepository<KMAMidTerm, MidTemperature>
    let midLand: FeedRepository<KMAMidTerm, MidLand>
    let outlook: FeedRepository<KMAMidTerm, Outlook>
    let shortTerm: FeedRepository<KMAShortTerm, SlotForecast>
    let nowcast: FeedRepository<KMAShortTerm, Observation>
    let nextHours: FeedRepository<KMAShortTerm, SlotForecast>
    let openWeatherCurrent: FeedRepository<OpenWeather, Observation>
    let openWeatherForecast: FeedRepository<OpenWeather, SlotForecast>
    /// The calls of each service.
    let quotas: [QuotaTracker]

    /// Four at once over all of KMA's services: see ``ConcurrencyLimiter``.
    private static let kmaCallsAtOnce = 4

    init(_ sources: ForecasterConfiguration) {
        let gate = ConcurrencyLimiter(width: FeedRepositories.kmaCallsAtOnce)
        func line<Service>(_ service: Service.Type, _ gate: ConcurrencyLimiter?) -> UpstreamClient<Service> {
            UpstreamClient(
                transport: sources.transport,
                gate: gate,
                quota: QuotaTracker(service: service.service, directory: sources.countsDirectory),
                timeout: sources.timeout,
                now: sources.now,
                instant: sources.instant,
                heard: sources.heard
            )
        }
        let midTermLine = line(KMAMidTerm.self, gate)
        let shortTermLine = line(KMAShortTerm.self, gate)
        let openWeatherLine = line(OpenWeather.self, nil)
        func repository<Service, Value>(_ feed: Feed, _ freshness: Freshness, _ line: UpstreamClient<Service>)
            -> FeedRepository<Service, Value>
        {
            FeedRepository(feed: feed, freshness: freshness, line: line, kept: sources.kept)
        }
        let midTerm = Freshness.byIssue(.midTerm, reserve: Freshness.forecastReserve)
        midTemperature = repository(.midTemperature, midTerm, midTermLine)
        midLand = repository(.midLand, midTerm, midTermLine)
        outlook = repository(.outlook, midTerm, midTermLine)
        shortTerm = repository(
            .shortTerm,
            .byIssue(.shortTerm, reserve: Freshness.forecastReserve),
            shortTermLine
        )
        nowcast = repository(.nowcast, .byIssue(.observation, reserve: Freshness.nowReserve), shortTermLine)
        nextHours = repository(.nowcast, .byIssue(.nextHours, reserve: Freshness.nowReserve), shortTermLine)
        // OpenWeather asks for no more than one call in ten minutes a place.
        openWeatherCurrent = repository(.openWeatherCurrent, .byAge(600), openWeatherLine)
        openWeatherForecast = repository(.openWeatherForecast, .byAge(600), openWeatherLine)
        quotas = [midTermLine.quota, shortTermLine.quota, openWeatherLine.quota]
    }
}
