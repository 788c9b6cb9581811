import CommandLineSupport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions

/// The forecast as JSON: `/v1/week`, `/v1/now`, `/v1/hours`, `/v1/theme`, `/v1/outlook`.
struct ForecastController {
    let dependencies: ServerDependencies
    let limits: ClientLimits

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        for question in Question.allCases {
            router.get(RouterPath(question.path)) { request, context in
                let query = try query(question, of: request)
                let now = dependencies.now()
                let client = limits.client(of: request.head, from: context.remoteAddress)
                let cached = try await response(to: query, target: request.target, at: now, for: client)
                dependencies.metrics.recordResponse(cached.freshness)
                return cached.response(to: request.headers, at: now)
            }
        }
    }

    /// Reads the parameters of a question.
    func query(_ question: Question, of request: Request) throws(Problem) -> ForecastQuery {
        let parameters = try request.parameters(ForecastQuery.parameters(of: question))
        return try ForecastQuery(question, parameters, dependencies.defaults)
    }

    /// The response to a query: from the cache, else made once for all who ask for the same target.
    func response(
        to query: ForecastQuery,
        target: String,
        at now: Date,
        for client: ClientAddress?
    ) async throws(Problem) -> CachedResponse {
        try await dependencies.responseCache.response(to: target, at: now) { previous in
            do throws(Problem) {
                let place = try place(of: query, target: target)
                let origin = try await origin(of: query, at: place, for: client)
                return .success(try await fetch(query, at: place, for: origin, previous))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The place of a query. A target that names none is refused without a search from then on.
    private func place(of query: ForecastQuery, target: String) throws(Problem) -> Place {
        do throws(ForecastError) {
            return try query.place.place()
        } catch {
            let problem = Problem(error)
            dependencies.responseCache.keep(problem, for: target)
            throw problem
        }
    }

    /// On whose behalf upstreams are called; throws where the client has asked for too many new places.
    private func origin(
        of query: ForecastQuery,
        at place: Place,
        for client: ClientAddress?
    ) async throws(Problem) -> RequestOrigin {
        let isKnown = await dependencies.forecaster.knows(place, for: query.askedQuestion)
        if !isKnown {
            try limits.misses?.take(MissLimiter.Location(place), for: client, at: dependencies.now())
        }
        return RequestOrigin(client: client?.name ?? "", isNewPlace: !isKnown)
    }
}

extension ForecastController {
    private func fetch(
        _ query: ForecastQuery,
        at place: Place,
        for origin: RequestOrigin,
        _ previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let report: Report
        do throws(ForecastError) {
            report = try await dependencies.forecaster.report(
                query.askedQuestion,
                at: place,
                preferring: dependencies.preference,
                for: origin
            )
        } catch {
            throw await problem(error)
        }
        dependencies.metrics.recordSources(report.sources)
        do throws(ForecastError) {
            return try encode(report, for: query, previous)
        } catch {
            // A day like any other, and no forecast for it.
            throw Problem(.noData, status: .notFound, detail: error.message)
        }
    }

    /// Encodes a report, or its theme on a day.
    private func encode(
        _ report: Report,
        for query: ForecastQuery,
        _ previous: CachedResponse?
    ) throws(ForecastError) -> CachedResponse {
        let json =
            query.date == nil
            ? report.json(query.question, query.language)
            : try report.themeSelection(on: query.date).json(query.language)
        return CachedResponse(report, json: json, route: query.question.path, since: previous)
    }

    /// A fault with the time to come back at, where an upstream or a circuit breaker has named it.
    func problem(_ error: ForecastError) async -> Problem {
        var problem = Problem(error)
        if let pause = error.decisiveSource?.error?.retryAfter { problem.retryAfter = pause.wholeSeconds }
        guard problem.code == .quotaExceeded || problem.code == .rateLimited else { return problem }
        let now = dependencies.now()
        var cooldowns: [Double] = []
        for quota in dependencies.forecaster.quotas {
            if let until = await quota.cooldownUntil(at: now) {
                cooldowns.append(until.timeIntervalSince(now))
            }
        }
        // Our own count stops before the upstream does, and starts anew at midnight in Korea.
        let midnight = (KoreanDate(of: now) + 1).start.timeIntervalSince(now)
        let wait = cooldowns.min() ?? (problem.code == .quotaExceeded ? midnight : nil)
        problem.retryAfter = wait.map { max(1, Int($0.rounded(.up))) } ?? problem.retryAfter
        return problem
    }
}

extension Duration {
    /// Whole seconds for `Retry-After`, at least one.
    fileprivate var wholeSeconds: Int { max(1, Int(inSeconds.rounded(.up))) }
}

extension Question {
    /// Where it is asked.
    var path: String { "/v1/" + rawValue }
}
