import Feeds
import Forecast
import Regions

/// Feed with one answer a subject, a zone's code or a place, which is one value of the readings.
struct SingleFeed<Subject: Sendable, Value: Sendable>: ForecastFeed {
    private let repository: FeedRepository<Value>
    private let subject: KeyPath<Place, Subject> & Sendable
    private let value: WritableKeyPath<Readings, Value?> & Sendable
    private let request: @Sendable (Subject) -> FeedRequest<Value>

    init(
        _ feed: Feed,
        _ freshness: Freshness,
        _ client: UpstreamClient,
        _ subject: KeyPath<Place, Subject> & Sendable,
        _ value: WritableKeyPath<Readings, Value?> & Sendable,
        request: @escaping @Sendable (Subject) -> FeedRequest<Value>
    ) {
        (self.subject, self.value, self.request) = (subject, value, request)
        repository = FeedRepository(feed, freshness, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let answer = await repository.answer(request(place[keyPath: subject]), for: caller)
        return FeedReading(answer) { [value] in $0[keyPath: value] = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place[keyPath: subject])) }

    func refresh(zone: String) async -> FeedReport? {
        guard let zone = zone as? Subject else { return nil }
        return await repository.answer(request(zone)).report
    }

    var repositories: [any NewsReader] { [repository] }
}
