import CommandLineSupport
import Hummingbird
import KMAForecast
import Regions

extension WeatherService {
    /// `/v1/areas`: the search for a place.
    var areas: Endpoint {
        Endpoint(path: "/v1/areas", parameters: AreaQuery.parameters) { visit, parameters throws(Problem) in
            let query = try AreaQuery(parameters)
            _ = try parameters.language(or: defaults.language)
            let answer = try await responseCache.answer(visit.target, at: visit.now) { _ in
                .success(found(query))
            }
            return answer.reply(to: visit.head.headerFields, at: visit.now).response
        }
    }

    private func found(_ query: AreaQuery) -> CachedResponse {
        let places = Gazetteer.search(query.text, limit: query.limit)
        let bytes = Place.json(places, query: query.text, defaultArea: defaults.area)
        return CachedResponse(
            route: "/v1/areas",
            content: Representation(ByteBuffer(bytes: bytes), type: "application/json"),
            // The tables change with the program alone.
            policy: "public, max-age=3600, \(WeatherService.leniency)",
            extra: .forEveryone
        )
    }
}
