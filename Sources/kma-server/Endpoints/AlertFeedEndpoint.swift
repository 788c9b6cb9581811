import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The announcements of weather warnings as an Atom feed: `/v1/alerts.atom`.
struct AlertFeedEndpoint: Endpoint {
    let path = "/v1/alerts.atom"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> BulletinAsk<AtomRenderer> {
        let query = try query(of: request)
        let place = try query.placeOrCountry()
        let language = try query.language(or: defaults.language)
        // The feed's own address names its language only where the reader chose it.
        let parameters = [place?.query, query[.lang].map { "lang=\($0)" }].compactMap(\.self)
        return BulletinAsk(
            route: path,
            place: place,
            renderer: AtomRenderer(language: language, query: parameters.joined(separator: "&"))
        )
    }
}

/// Announcements as an Atom feed.
struct AtomRenderer: Renderer {
    let language: Language
    /// The parameters of the feed's address.
    let query: String

    var key: String { "\(language.rawValue) \(query)" }
    let mediaType = "application/atom+xml; charset=utf-8"

    func body(of report: BulletinReport) -> [UInt8] { report.atom(language, query: query) }
}
