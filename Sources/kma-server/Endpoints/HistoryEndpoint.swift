import Record
import Forecast
import Hummingbird
import KMAForecast

struct HistoryEndpoint: QueryEndpoint {
    let path = "/v1/history"
    let parameters: [Parameter] = [.area, .lat, .lon, .on, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        return .history(
            route: path,
            at: try query.places(or: defaults.area)[0],
            on: try query.historyDay(at: defaults.now),
            renderer: Renderer([language.rawValue]) { $0.write(to: &$1, language) }
        )
    }
}

extension Ask {
    static func history(route: String, at place: PlaceRequest, on day: KoreanDate, renderer: Renderer<HistoryReport>) -> Ask {
        Ask(
            AskKey(route: route, places: [place], day: day, caching: .shared(isOfTheMoment: true)),
            renderer: renderer
        ) { handler, _ async throws(Problem) in
            let place = try place.found()
            do throws(ForecastError) { return (try await handler.dependencies.forecaster.history(at: place, on: day), isWhole: true) } catch {
                throw Problem(error)
            }
        }
    }
}

extension HistoryReport: CacheableReport {
    /// The record grows with each issue, every few minutes at most.
    var nextChange: Date { min(generatedAt.addingTimeInterval(300), (KoreanDate(of: generatedAt) + 1).start) }
    var degraded: [Feed] { [] }
    var isStale: Bool { false }
    var answers: [StoredSubject: AnswerVersion] { [:] }
}

extension QueryString {
    fileprivate func historyDay(at now: Date) throws(Problem) -> KoreanDate {
        guard let text = self[.on] else { return KoreanDate(of: now) + 1 }
        guard let date = HistoryReport.day(named: text, at: now) else {
            throw .badInput("날(on)은 2026-10-08이나 내일, 토요일처럼 적어 주세요.", "Write the day (on) as in 2026-10-08, tomorrow or Saturday.")
        }
        return date
    }
}
