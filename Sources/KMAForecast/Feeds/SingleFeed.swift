import Feeds
import Forecast
import Regions

/// Feed with one answer a place, which is one part of the readings.
struct SingleFeed<Service: FeedService, Value: Sendable>: ForecastFeed {
    let traits: FeedTraits
    private let repository: FeedRepository<Service, Value>
    private let request: @Sendable (Place) -> FeedRequest<Service, Value>
    private let requestOfZone: (@Sendable (String) -> FeedRequest<Service, Value>)?
    private let fill: @Sendable (inout Readings, Value) -> Void

    init(
        _ traits: FeedTraits,
        _ freshness: Freshness,
        _ client: UpstreamClient<Service>,
        request: @escaping @Sendable (Place) -> FeedRequest<Service, Value>,
        ofZone: (@Sendable (String) -> FeedRequest<Service, Value>)? = nil,
        fill: @escaping @Sendable (inout Readings, Value) -> Void
    ) {
        self.traits = traits
        repository = FeedRepository(traits.feed, freshness, client)
        (self.request, requestOfZone, self.fill) = (request, ofZone, fill)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        FeedReading(await repository.answer(request(place), for: caller), fill)
    }

    func knows(_ place: Place) async -> Bool { if requestOfZone == nil { await repository.knows(request(place)) } else { true } }

    func refresh(zone: String) async -> FeedReport? {
        guard let request = requestOfZone?(zone) else { return nil }
        return await repository.answer(request).report
    }

    func apply(_ news: StoredNews) async { await repository.apply(news) }
}

extension FeedTraits {
    static let midTemperature = FeedTraits(
        feed: .midTemperature,
        questions: [.week],
        coverage: .zone { Gazetteer.temperatureZones.map(\.code) },
        callsADay: Freshness.midTerm.callsADay
    )
    static let midLand = FeedTraits(
        feed: .midLand,
        questions: [.week],
        coverage: .zone { Gazetteer.landZones.map(\.code) },
        callsADay: Freshness.midTerm.callsADay
    )
    static let outlook = FeedTraits(feed: .outlook, questions: [.outlook], coverage: .place, callsADay: Freshness.midTerm.callsADay)
    static let openWeatherCurrent = FeedTraits(
        feed: .openWeatherCurrent,
        questions: [.week, .now, .hours, .theme],
        coverage: .place,
        callsADay: Freshness.openWeather.callsADay,
        substitutes: [.nowcast]
    )
}

extension Freshness {
    static let midTerm = Freshness.byIssue(.midTerm, maximumAge: maximumForecastAge)
    static let openWeather = Freshness.byAge(600)
}
