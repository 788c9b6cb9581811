import Hummingbird

struct PrometheusEndpoint: Endpoint {
    let path = "/v1/prometheus"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]
    let repeatable: Set<Parameter> = [.area]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        // The language is for problems alone.
        _ = try query.language(or: defaults.language)
        let places = try query.places(or: defaults.area)
        return .forecast(
            route: path,
            question: .week,
            places: places,
            renderer: Renderer([], as: PrometheusText.mediaType) { Array(WeatherMetrics($0, at: places).text.utf8) }
        )
    }
}
