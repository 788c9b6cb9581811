import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Rendering

/// How good the kept forecasts of a place were: `/v1/accuracy`.
struct AccuracyEndpoint: Endpoint {
    let path = "/v1/accuracy"
    let parameters: [Parameter] = [.area, .lat, .lon, .since, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> AccuracyAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        return AccuracyAsk(
            route: path,
            place: try query.places(or: defaults.area)[0],
            since: query[.since],
            renderer: Renderer(language.rawValue) { $0.json(language) }
        )
    }
}

/// A question about how good the forecasts of a place were.
struct AccuracyAsk: ReportAsk {
    let route: String
    let place: PlaceRequest
    /// The first day that counts; `nil` for a year ago.
    let since: String?
    let renderer: Renderer<AccuracyReport>
    var caching = Caching.shared()
    var fields: HTTPFields = [:]

    var key: String { "\(route)\n\(place.key)\n\n\(renderer.key)\n\(since ?? "-")" }

    func report(from handler: AskHandler, for client: AskingClient) async throws(Problem) -> AccuracyReport {
        let first = try firstDay(at: handler.dependencies.now())
        return await handler.dependencies.forecaster.accuracy(at: try place.found(), since: first)
    }

    private func firstDay(at now: Date) throws(Problem) -> KoreanDate? {
        guard let since else { return nil }
        guard let date = KoreanDate(since), AccuracyReport.counts(since: date, at: now) else {
            throw Problem(.badInput, detail: AccuracyReport.noSuchDay("since"))
        }
        return date
    }
}

extension AccuracyReport: CacheableReport {
    /// Observations come once a day, and issues every few hours.
    var nextChange: Date { generatedAt.addingTimeInterval(600) }
    var degraded: [Feed] { [] }
    var isStale: Bool { false }
    var answers: [StoredSubject: AnswerVersion] { [:] }
}
