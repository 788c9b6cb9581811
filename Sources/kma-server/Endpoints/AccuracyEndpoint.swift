import Record
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast

struct AccuracyEndpoint: QueryEndpoint {
    let path = "/v1/accuracy"
    let parameters: [Parameter] = [.area, .lat, .lon, .since, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        return .accuracy(
            route: path,
            at: try query.places(or: defaults.area)[0],
            since: try query.firstDay(at: defaults.now),
            now: defaults.now,
            renderer: Renderer([language.rawValue]) { $0.write(to: &$1, language) }
        )
    }
}

extension Ask {
    static func accuracy(
        route: String,
        at place: PlaceRequest,
        since: KoreanDate?,
        now: Date,
        renderer: Renderer<AccuracyReport>,
        caching: Caching = .shared(),
        fields: HTTPFields = [:]
    ) -> Ask {
        Ask(
            AskKey(route: route, places: [place], day: since, caching: caching),
            cost: AccuracyReport.cost(since: since, at: now),
            fields: fields,
            renderer: renderer
        ) { handler, _ async throws(Problem) in
            let place = try place.found()
            let (forecaster, slots) = (handler.dependencies.forecaster, handler.dependencies.accuracySlots)
            do throws(ForecastError) {
                let report = try await slots.run { () async throws(ForecastError) in try await forecaster.accuracy(at: place, since: since) }
                return (report, isWhole: true)
            } catch { throw Problem(error) }
        }
    }
}

extension AccuracyReport {
    private static let daysOfToken = 120

    fileprivate static func cost(since: KoreanDate?, at now: Date) -> Int { 1 + (since.map { KoreanDate(of: now) - $0 } ?? usualDays) / daysOfToken }
}

extension QueryString {
    func firstDay(at now: Date) throws(Problem) -> KoreanDate? {
        guard let text = self[.since] else { return nil }
        guard let date = KoreanDate(text), AccuracyReport.counts(since: date, at: now) else {
            throw Problem(.badInput, detail: AccuracyReport.noSuchDay("since"))
        }
        return date
    }
}

extension AccuracyReport: CacheableReport {
    /// Observations come once a day, issues every few hours.
    var nextChange: Date { generatedAt.addingTimeInterval(600) }
    var degraded: [Feed] { [] }
    var isStale: Bool { false }
    var answers: [StoredSubject: AnswerVersion] { [:] }
}
