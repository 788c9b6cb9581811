import Feeds
import Forecast
import Regions

struct MidLandFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .midLand,
        questions: [.week],
        coverage: .zone { Gazetteer.landZones.map(\.code) },
        callsADay: Freshness.midTerm.callsADay
    )
    private let gateway: KMAGateway
    private let repository: FeedRepository<KMAMidTerm, MidLand>

    init(_ client: UpstreamClient<KMAMidTerm>, _ gateway: KMAGateway) {
        self.gateway = gateway
        repository = FeedRepository(.midLand, .midTerm, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let zone = place.landZone.code
        let answer = await repository.answer(.midLand(zone: zone, gateway: gateway), for: caller)
        return FeedReading(answer) { $0.midLand = $1 }
    }

    func refresh(zone: String) async -> FeedReport? { await repository.answer(.midLand(zone: zone, gateway: gateway)).report }

    func apply(_ news: StoredNews) async { await repository.apply(news) }
}
