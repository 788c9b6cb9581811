import Feeds
import Forecast

/// The desks at which the feeds are asked, and the lines behind them.
struct Desks: Sendable {
    let midTemperature: FeedDesk<MidTemperature>
    let midLand: FeedDesk<MidLand>
    let outlook: FeedDesk<Outlook>
    let shortTerm: FeedDesk<SlotForecast>
    let nowcast: FeedDesk<Observation>
    let nextHours: FeedDesk<SlotForecast>
    let openWeatherCurrent: FeedDesk<Observation>
    let openWeatherForecast: FeedDesk<SlotForecast>
    /// The calls of each service.
    let budgets: [CallBudget]

    /// Four at once over all of KMA's services: see ``CallGate``.
    private static let kmaCallsAtOnce = 4

    init(_ sources: ForecastSources) {
        let gate = CallGate(width: Desks.kmaCallsAtOnce)
        func line(_ service: Service, _ gate: CallGate?) -> UpstreamLine {
            UpstreamLine(
                transport: sources.transport,
                gate: gate,
                budget: CallBudget(service: service, directory: sources.countsDirectory),
                timeout: sources.timeout,
                now: sources.now,
                instant: sources.instant,
                heard: sources.heard
            )
        }
        let midTermLine = line(.midTerm, gate)
        let shortTermLine = line(.shortTerm, gate)
        let openWeatherLine = line(.openWeather, nil)
        func desk<Value>(_ feed: Feed, _ freshness: Freshness, _ line: UpstreamLine) -> FeedDesk<Value> {
            FeedDesk(feed: feed, freshness: freshness, line: line, kept: sources.kept)
        }
        let midTerm = Freshness.byIssue(.midTerm, reserve: Freshness.forecastReserve)
        midTemperature = desk(.midTemperature, midTerm, midTermLine)
        midLand = desk(.midLand, midTerm, midTermLine)
        outlook = desk(.outlook, midTerm, midTermLine)
        shortTerm = desk(.shortTerm, .byIssue(.shortTerm, reserve: Freshness.forecastReserve), shortTermLine)
        nowcast = desk(.nowcast, .byIssue(.observation, reserve: Freshness.nowReserve), shortTermLine)
        nextHours = desk(.nowcast, .byIssue(.nextHours, reserve: Freshness.nowReserve), shortTermLine)
        // OpenWeather asks for no more than one call in ten minutes a place.
        openWeatherCurrent = desk(.openWeatherCurrent, .byAge(600), openWeatherLine)
        openWeatherForecast = desk(.openWeatherForecast, .byAge(600), openWeatherLine)
        budgets = [midTermLine.budget, shortTermLine.budget, openWeatherLine.budget]
    }
}
