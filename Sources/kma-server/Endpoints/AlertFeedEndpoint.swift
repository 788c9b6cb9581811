import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The announcements of weather warnings as an Atom feed: `/v1/alerts.atom`.
struct AlertFeedEndpoint: Endpoint {
    let path = "/v1/alerts.atom"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> BulletinAsk {
        let query = try query(of: request)
        let place = try query.placeOrCountry()
        let language = try query.language(or: defaults.language)
        // The feed's own address names its language only where the reader chose it.
        let address = [place?.query, query[.lang].map { "lang=\($0)" }].compactMap(\.self)
            .joined(separator: "&")
        return BulletinAsk(
            route: path,
            place: place,
            renderer: Renderer("\(language.rawValue) \(address)", as: "application/atom+xml; charset=utf-8") {
                $0.atom(language, query: address)
            }
        )
    }
}
