import Feeds
import Forecast
import Regions

struct OutlookFeed: ForecastFeed {
    static let traits = FeedTraits(feed: .outlook, questions: [.outlook], coverage: .place, callsADay: Freshness.midTerm.callsADay)
    private let gateway: KMAGateway
    private let repository: FeedRepository<KMAMidTerm, Outlook>

    init(_ client: UpstreamClient<KMAMidTerm>, _ gateway: KMAGateway) {
        self.gateway = gateway
        repository = FeedRepository(.outlook, .midTerm, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let answer = await repository.answer(request(place), for: caller)
        return FeedReading(answer) { $0.outlook = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place)) }

    func apply(_ news: StoredNews) async { await repository.apply(news) }

    private func request(_ place: Place) -> FeedRequest<KMAMidTerm, Outlook> { .outlook(station: place.outlookStation.code, gateway: gateway) }
}
