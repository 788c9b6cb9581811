import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// What was said of a day at a place, issue by issue, and what came: `/v1/history`.
struct HistoryEndpoint: Endpoint {
    let path = "/v1/history"
    let parameters: [Parameter] = [.area, .lat, .lon, .on, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> HistoryAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        return HistoryAsk(
            route: path,
            place: try query.places(or: defaults.area)[0],
            day: query[.on],
            renderer: Renderer(language.rawValue) { $0.json(language) }
        )
    }
}

/// A question about what was said of a day.
struct HistoryAsk: ReportAsk {
    let route: String
    let place: PlaceRequest
    /// The day, as a date or in the words of the command line; `nil` for tomorrow.
    let day: String?
    let renderer: Renderer<HistoryReport>

    var key: String { "\(route)\n\(place.key)\n\n\(renderer.key)\n\(day ?? "-")" }
    // Tomorrow, and what words say, is another day after midnight.
    var caching: Caching {
        var caching = Caching.shared()
        caching.isOfTheMoment = true
        return caching
    }

    func report(from handler: AskHandler, for client: AskingClient) async throws(Problem) -> HistoryReport {
        let date = try date(at: handler.dependencies.now())
        return await handler.dependencies.forecaster.history(at: try place.found(), on: date)
    }

    private func date(at now: Date) throws(Problem) -> KoreanDate {
        guard let day else { return KoreanDate(of: now) + 1 }
        guard let date = HistoryReport.day(named: day, at: now) else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "날(on)은 2026-10-08이나 내일, 토요일처럼 적어 주세요.",
                    "Write the day (on) as in 2026-10-08, tomorrow or Saturday."
                )
            )
        }
        return date
    }
}

extension HistoryReport: CacheableReport {
    /// The record grows with each issue that is fetched, at most every few minutes; tomorrow is another day after midnight.
    var nextChange: Date {
        min(generatedAt.addingTimeInterval(300), (KoreanDate(of: generatedAt) + 1).start)
    }
    var degraded: [Feed] { [] }
    var isStale: Bool { false }
    var answers: [StoredSubject: AnswerVersion] { [:] }
}
