import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The weather warnings of a place, or of the whole country: `/v1/alerts`.
struct AlertEndpoint: Endpoint {
    let path = "/v1/alerts"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> AlertAsk<AlertJSONRenderer> {
        let query = try query(of: request)
        return AlertAsk(
            route: path,
            place: try query.placeOrCountry(),
            renderer: AlertJSONRenderer(language: try query.language(or: defaults.language))
        )
    }
}

/// Warnings as an object.
struct AlertJSONRenderer: Renderer {
    let language: Language

    var key: String { language.rawValue }

    func body(of report: AlertReport) -> [UInt8] { report.json(language) }
}
