import Feeds
import Forecast

/// The repositories at which the feeds are asked, and the lines behind them.
struct FeedRepositories: Sendable {
    let midTemperature: FeedRepository<MidTemperature>
    let midLand: FeedRepository<MidLand>
    let outlook: FeedRepository<Outlook>
    let shortTerm: FeedRepository<SlotForecast>
    let nowcast: FeedRepository<Observation>
    let nextHours: FeedRepository<SlotForecast>
    let openWeatherCurrent: FeedRepository<Observation>
    let openWeatherForecast: FeedRepository<SlotForecast>
    /// The calls of each service.
    let quotas: [QuotaTracker]

    /// Four at once over all of KMA's services: see ``ConcurrencyLimiter``.
    private static let kmaCallsAtOnce = 4

    init(_ sources: ForecastSources) {
        let gate = ConcurrencyLimiter(width: FeedRepositories.kmaCallsAtOnce)
        func line(_ service: UpstreamService, _ gate: ConcurrencyLimiter?) -> UpstreamClient {
            UpstreamClient(
                transport: sources.transport,
                gate: gate,
                quota: QuotaTracker(service: service, directory: sources.countsDirectory),
                timeout: sources.timeout,
                now: sources.now,
                instant: sources.instant,
                heard: sources.heard
            )
        }
        let midTermLine = line(.midTerm, gate)
        let shortTermLine = line(.shortTerm, gate)
        let openWeatherLine = line(.openWeather, nil)
        func repository<Value>(_ feed: Feed, _ freshness: Freshness, _ line: UpstreamClient)
            -> FeedRepository<Value>
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
