import Feeds
import Forecast
import Regions

/// Feed with one answer a subject, a zone's code or a place, which is one value of the readings.
struct SingleFeed<Service: FeedService, Subject: Sendable, Value: Sendable>: ForecastFeed {
    let traits: FeedTraits
    private let repository: FeedRepository<Service, Value>
    private let subject: KeyPath<Place, Subject> & Sendable
    private let value: WritableKeyPath<Readings, Value?> & Sendable
    private let request: @Sendable (Subject) -> FeedRequest<Service, Value>

    init(
        _ traits: FeedTraits,
        _ freshness: Freshness,
        _ client: UpstreamClient<Service>,
        _ subject: KeyPath<Place, Subject> & Sendable,
        _ value: WritableKeyPath<Readings, Value?> & Sendable,
        request: @escaping @Sendable (Subject) -> FeedRequest<Service, Value>
    ) {
        (self.traits, self.subject, self.value, self.request) = (traits, subject, value, request)
        repository = FeedRepository(traits.feed, freshness, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let answer = await repository.answer(request(place[keyPath: subject]), for: caller)
        return FeedReading(answer) { [value] in $0[keyPath: value] = $1 }
    }

    func knows(_ place: Place) async -> Bool { if traits.isByPlace { await repository.knows(request(place[keyPath: subject])) } else { true } }

    func refresh(zone: String) async -> FeedReport? {
        guard !traits.isByPlace, let zone = zone as? Subject else { return nil }
        return await repository.answer(request(zone)).report
    }

    var repositories: [any NewsReader] { [repository] }
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
