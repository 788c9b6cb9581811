import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The weather warnings of a place, or of the whole country: `/v1/alerts`.
struct AlertEndpoint: Endpoint {
    let path = "/v1/alerts"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> AlertAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        return AlertAsk(
            route: path,
            place: try query.placeOrCountry(),
            renderer: Renderer(language.rawValue) { $0.json(language) }
        )
    }
}
