import Feeds
import Forecast
import Regions

struct NowcastFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .nowcast,
        questions: [.week, .now, .hours, .theme],
        coverage: .place,
        callsADay: observed.callsADay + next.callsADay
    )
    private static let observed = Freshness.byIssue(.observation, maximumAge: Freshness.maximumObservationAge)
    private static let next = Freshness.byIssue(.nextHours, maximumAge: Freshness.maximumObservationAge)
    private let gateway: KMAGateway
    private let observations: FeedRepository<ObservedWeather>
    private let nextHours: FeedRepository<SlotForecast>

    init(_ client: UpstreamClient, _ gateway: KMAGateway) {
        self.gateway = gateway
        observations = FeedRepository(.nowcast, Self.observed, client)
        nextHours = FeedRepository(.nowcast, Self.next, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        async let hours = nextHours.answer(requestNext(place), for: caller)
        async let yesterday = question == .week || question == .now ? observationOfYesterday(place, caller.beside) : nil
        let observation = await observations.answer(requestNow(place), for: caller)
        let reading = FeedReading(observation) { $0.nowcast = $1 }.combined(
            with: FeedReading(await hours) { $0.nextHours = $1 },
            at: observations.now()
        )
        let earlier = await yesterday
        return reading.adding { $0.nowcastOfYesterday = earlier }
    }

    func knows(_ place: Place) async -> Bool {
        guard await observations.knows(requestNow(place)) else { return false }
        return await nextHours.knows(requestNext(place))
    }

    func stored(at place: Place, since start: Date) async -> [ObservedWeather] { await observations.stored(requestNow(place), since: start) }

    var repositories: [any NewsReader] { [observations, nextHours] }

    private func observationOfYesterday(_ place: Place, _ caller: Caller) async -> ObservedWeather? {
        await Task.yield()
        let issue = Self.observed.newestIssue(at: observations.now()).addingTimeInterval(-86_400)
        return await observations.answer(requestNow(place), ofIssue: issue, for: caller)?.value
    }

    private func requestNow(_ place: Place) -> FeedRequest<ObservedWeather> { .nowcast(cell: place.gridCell, gateway: gateway) }

    private func requestNext(_ place: Place) -> FeedRequest<SlotForecast> { .nextHours(cell: place.gridCell, gateway: gateway) }
}
