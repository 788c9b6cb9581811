import Feeds
import Forecast
import Regions

struct MidTemperatureFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .midTemperature,
        questions: [.week],
        coverage: .zone { Gazetteer.temperatureZones.map(\.code) },
        callsADay: Freshness.midTerm.callsADay
    )
    private let gateway: KMAGateway
    private let repository: FeedRepository<KMAMidTerm, MidTemperature>

    init(_ client: UpstreamClient<KMAMidTerm>, _ gateway: KMAGateway) {
        self.gateway = gateway
        repository = FeedRepository(.midTemperature, .midTerm, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let zone = place.temperatureZone.code
        let answer = await repository.answer(.midTemperature(zone: zone, gateway: gateway), for: caller)
        return FeedReading(answer) { $0.midTemperature = $1 }
    }

    func refresh(zone: String) async -> FeedReport? { await repository.answer(.midTemperature(zone: zone, gateway: gateway)).report }

    func apply(_ news: StoredNews) async { await repository.apply(news) }
}

extension Freshness { static let midTerm = Freshness.byIssue(.midTerm, maximumAge: maximumForecastAge) }
