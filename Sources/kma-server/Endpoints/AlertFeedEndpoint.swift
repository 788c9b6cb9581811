import Hummingbird
import KMAForecast

struct AlertFeedEndpoint: Endpoint {
    let path = "/v1/alerts.atom"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let place = try query.placeOrCountry()
        let language = try query.language(or: defaults.language)
        // Only a chosen language is in the feed's address.
        let address = [place?.query, query[.lang].map { "lang=\($0)" }].compactMap(\.self).joined(separator: "&")
        return .bulletins(
            route: path,
            at: place,
            renderer: Renderer([language.rawValue, address], as: "application/atom+xml; charset=utf-8") { $0.atom(language, query: address) }
        )
    }
}

extension Ask {
    static func bulletins(route: String, at request: PlaceRequest?, renderer: Renderer<BulletinReport>) -> Ask {
        Ask(AskKey(route: route, places: request.map { [$0] } ?? []), renderer: renderer) { handler, client async throws(Problem) in
            let place = try request?.found()
            let report = try await handler.result { () async throws(ForecastError) in
                try await handler.dependencies.forecaster.bulletins(at: place, for: client.callerOfWarnings)
            }
            handler.dependencies.metrics.recordSources([report.current.source])
            return (report, isWhole: true)
        }
    }
}
