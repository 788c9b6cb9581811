import Forecast
import Hummingbird

struct PrometheusEndpoint: QueryEndpoint {
    let path = "/v1/prometheus"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]
    let repeatable: Set<Parameter> = [.area]

    /// The language is for problems alone.
    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let places = try query.places(or: defaults.area)
        return .forecast(
            route: path,
            question: .week,
            places: places,
            renderer: Renderer([], as: PrometheusText.mediaType) { Array(WeatherMetrics($0, at: places).text.utf8) }
        )
    }
}
