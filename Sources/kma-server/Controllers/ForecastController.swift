#if canImport(FoundationEssentials)
import CommandLineSupport
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast

extension WeatherService {
    /// `/v1/week`, `/v1/now`, `/v1/hours`, `/v1/theme`, `/v1/outlook`.
    func forecast(_ question: Question) -> Endpoint {
        Endpoint(path: question.path, parameters: ForecastQuery.parameters(of: question)) {
            visit,
            parameters throws(Problem) in
            let query = try read(question, parameters)
            let answer = try await answer(query, target: visit.target, at: visit.now)
            return answer.reply(to: visit.head.headerFields, at: visit.now).response
        }
    }

    /// Reads the parameters of a question.
    func read(_ question: Question, _ parameters: QueryString) throws(Problem) -> ForecastQuery {
        try ForecastQuery(question, parameters, defaults)
    }

    /// The answer to a query: from the responseCache, else made once for all who ask for the same target.
    func answer(_ query: ForecastQuery, target: String, at now: Date) async throws(Problem) -> CachedResponse
    {
        try await responseCache.answer(target, at: now) { previous in
            do throws(Problem) {
                return .success(try await make(query, previous))
            } catch {
                return .failure(error)
            }
        }
    }

    private func make(_ query: ForecastQuery, _ previous: CachedResponse?) async throws(Problem)
        -> CachedResponse
    {
        let report: Report
        do throws(ForecastError) {
            report = try await forecaster.report(
                query.askedQuestion,
                at: query.place.place(),
                preferring: preference
            )
        } catch {
            throw await problem(error)
        }
        measures.note(report.sources)
        do throws(ForecastError) {
            return try answer(query, report, previous)
        } catch {
            // A day like any other, and no forecast for it.
            throw Problem(.noData, status: .notFound, detail: error.message)
        }
    }

    private func answer(
        _ query: ForecastQuery,
        _ report: Report,
        _ previous: CachedResponse?
    ) throws(ForecastError) -> CachedResponse {
        func encoded(_ report: Report) throws(ForecastError) -> ByteBuffer {
            let bytes =
                query.date == nil
                ? report.json(query.question, query.language)
                : try report.themeSelection(on: query.date).json(query.language)
            return ByteBuffer(bytes: bytes)
        }
        let changeTag = EntityTag(of: try encoded(report.withoutCircumstance))
        let content =
            if let previous, previous.changeTag == changeTag {
                previous.content
            } else {
                Representation(try encoded(report), type: "application/json", changedAt: report.generatedAt)
            }
        let lifetime = Int(report.nextChange.timeIntervalSince(report.generatedAt))
        return CachedResponse(
            route: query.question.path,
            content: content,
            freshness: report.freshness,
            changeTag: changeTag,
            checkedAt: report.generatedAt,
            expiry: report.nextChange,
            policy: "public, max-age=\(lifetime), \(WeatherService.leniency)",
            extra: .forEveryone
        )
    }

    /// How much longer a cache may show an answer: while it fetches the next one, and while we are down as long as
    /// an answer of OpenWeather may stand in.
    static let leniency = "stale-while-revalidate=60, stale-if-error=10800"

    /// A fault with the time to come back at, where an upstream has named it.
    private func problem(_ error: ForecastError) async -> Problem {
        var problem = Problem(error)
        guard problem.code == .quotaExceeded || problem.code == .rateLimited else { return problem }
        let now = now()
        var silences: [Double] = []
        for quota in forecaster.quotas {
            if let until = await quota.cooldownUntil(at: now) {
                silences.append(until.timeIntervalSince(now))
            }
        }
        // Our own count stops before the upstream does, and starts anew at midnight in Korea.
        let midnight = (KoreanDate(of: now) + 1).start.timeIntervalSince(now)
        let wait = silences.min() ?? (problem.code == .quotaExceeded ? midnight : nil)
        problem.retryAfter = wait.map { max(1, Int($0.rounded(.up))) } ?? problem.retryAfter
        return problem
    }
}

extension Question {
    /// Where it is asked.
    var path: String { "/v1/" + rawValue }
}

extension HTTPFields {
    /// Lets any page read an answer, with its validators.
    static let forEveryone: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: "ETag, Age, Retry-After",
    ]
}
