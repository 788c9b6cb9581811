import Feeds
import Forecast
import Regions

struct OpenWeatherForecastFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .openWeatherForecast,
        questions: [.week, .now, .hours, .theme],
        coverage: .place,
        callsADay: Freshness.openWeather.callsADay,
        substitutes: [.shortTerm, .nowcast]
    )
    private let gateway: OpenWeatherGateway
    private let repository: FeedRepository<SlotForecast>

    init(_ client: UpstreamClient, _ gateway: OpenWeatherGateway) {
        self.gateway = gateway
        repository = FeedRepository(.openWeatherForecast, .openWeather, client, remainder: SlotForecast.remainder)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let request = request(place)
        var answer = await repository.answer(request, for: caller)
        answer.value = await repository.filledToday(answer, of: request)
        return FeedReading(answer) { $0.openWeather = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place)) }

    var repositories: [any NewsReader] { [repository] }

    private func request(_ place: Place) -> FeedRequest<SlotForecast> {
        .openWeatherForecast(latitude: place.latitude, longitude: place.longitude, gateway: gateway)
    }
}
