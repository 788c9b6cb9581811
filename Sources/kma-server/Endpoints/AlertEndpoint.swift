import Forecast
import Hummingbird
import KMAForecast

struct AlertEndpoint: QueryEndpoint {
    let path = "/v1/alerts"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        return .alerts(route: path, at: try query.placeOrCountry(), renderer: Renderer([language.rawValue]) { $0.write(to: &$1, language) })
    }
}

extension Ask {
    static func alerts(route: String, at request: PlaceRequest?, renderer: Renderer<AlertReport>) -> Ask {
        Ask(AskKey(route: route, places: request.map { [$0] } ?? []), renderer: renderer) { handler, client async throws(Problem) in
            let place = try request?.found()
            let report = try await handler.result { () async throws(ForecastError) in
                try await handler.dependencies.forecaster.alerts(at: place, for: client.callerOfWarnings)
            }
            handler.dependencies.metrics.recordSources([report.source])
            return (report, isWhole: true)
        }
    }
}
