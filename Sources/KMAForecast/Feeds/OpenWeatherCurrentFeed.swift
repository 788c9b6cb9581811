import Feeds
import Forecast
import Regions

struct OpenWeatherCurrentFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .openWeatherCurrent,
        questions: [.week, .now, .hours, .theme],
        coverage: .place,
        callsADay: Freshness.openWeather.callsADay,
        substitutes: [.nowcast]
    )
    private let gateway: OpenWeatherGateway
    private let repository: FeedRepository<OpenWeather, ObservedWeather>

    init(_ client: UpstreamClient<OpenWeather>, _ gateway: OpenWeatherGateway) {
        self.gateway = gateway
        repository = FeedRepository(.openWeatherCurrent, .openWeather, client)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let answer = await repository.answer(request(place), for: caller)
        return FeedReading(answer) { $0.current = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place)) }

    func apply(_ news: StoredNews) async { await repository.apply(news) }

    private func request(_ place: Place) -> FeedRequest<OpenWeather, ObservedWeather> {
        .openWeatherCurrent(latitude: place.latitude, longitude: place.longitude, gateway: gateway)
    }
}

extension Freshness { static let openWeather = Freshness.byAge(600) }
