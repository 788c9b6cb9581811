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
                let cached = try await response(
                    to: query,
                    target: request.target,
                    asLines: request.headers.acceptLines,
                    at: now,
                    for: client
                )
                dependencies.metrics.recordResponse(cached.freshness)
                return cached.response(to: request.headers, at: now)
            }
        }
    }

    /// Reads the parameters of a question.
    func query(_ question: Question, of request: Request) throws(Problem) -> ForecastQuery {
        let parameters = try request.parameters(
            ForecastQuery.parameters(of: question),
            repeatable: ForecastQuery.repeatable(of: question)
        )
        return try ForecastQuery(question, parameters, dependencies.defaults)
    }

    /// The response to a query, as JSON or, where there may be several places, as lines of it: from the cache, else made
    /// once for all who ask for the same target.
    func response(
        to query: ForecastQuery,
        target: String,
        asLines: Bool = false,
        at now: Date,
        for client: ClientAddress?
    ) async throws(Problem) -> CachedResponse {
        let asLines = asLines && !ForecastQuery.repeatable(of: query.question).isEmpty
        // No target has a space: the two cannot be taken for each other.
        let key = asLines ? "lines \(target)" : target
        return try await response(
            to: query.askedQuestion,
            at: query.places,
            key: key,
            at: now,
            for: client
        ) { reports, previous throws(Problem) in
            do throws(ForecastError) {
                return try encode(reports, for: query, asLines: asLines, previous)
            } catch {
                // A day like any other, and no forecast for it.
                throw Problem(.noData, status: .notFound, detail: error.message)
            }
        }
    }

    /// The response to a question about places: what is cached under the key, else what `encode` makes of the reports,
    /// in the order of the places, once for all who ask for the same key.
    func response(
        to question: Question,
        at requests: [PlaceRequest],
        key: String,
        at now: Date,
        for client: ClientAddress?,
        encode: @escaping @Sendable ([Report], CachedResponse?) async throws(Problem) -> CachedResponse
    ) async throws(Problem) -> CachedResponse {
        try await dependencies.responseCache.response(to: key, at: now) { previous in
            do throws(Problem) {
                let places = try places(of: requests, key: key)
                var origins: [RequestOrigin] = []
                for place in places { origins.append(try await origin(of: question, at: place, for: client)) }
                let reports = try await reports(question, at: zip(places, origins).map { ($0, $1) })
                return .success(try await encode(reports, previous))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The places of a question. A key that names none is refused without a search from then on.
    private func places(of requests: [PlaceRequest], key: String) throws(Problem) -> [Place] {
        do throws(ForecastError) {
            return try requests.map { request throws(ForecastError) in try request.place() }
        } catch {
            let problem = Problem(error)
            dependencies.responseCache.keep(problem, for: key)
            throw problem
        }
    }

    /// On whose behalf upstreams are called; throws where the client has asked for too many new places.
    private func origin(
        of question: Question,
        at place: Place,
        for client: ClientAddress?
    ) async throws(Problem) -> RequestOrigin {
        let isKnown = await dependencies.forecaster.knows(place, for: question)
        if !isKnown {
            try limits.misses?.take(MissLimiter.Location(place), for: client, at: dependencies.now())
        }
        return RequestOrigin(client: client?.name ?? "", isNewPlace: !isKnown)
    }
}

extension ForecastController {
    /// The reports of places, all fetched at once; throws where one of them has nothing to show.
    private func reports(
        _ question: Question,
        at places: [(place: Place, origin: RequestOrigin)]
    ) async throws(Problem) -> [Report] {
        let results = await dependencies.forecaster.reports(
            question,
            at: places,
            preferring: dependencies.preference
        )
        for case .success(let report) in results { dependencies.metrics.recordSources(report.sources) }
        var reports: [Report] = []
        for result in results {
            do throws(ForecastError) {
                reports.append(try result.get())
            } catch {
                throw await problem(error)
            }
        }
        return reports
    }

    /// The warnings of a place, or of the whole country without one.
    func alerts(
        at request: PlaceRequest?,
        for client: ClientAddress?
    ) async throws(Problem) -> AlertReport {
        // One answer serves every place, so none is new.
        let origin = RequestOrigin(client: client?.name ?? "", isNewPlace: false)
        do throws(ForecastError) {
            let report = try await dependencies.forecaster.alerts(at: try request?.place(), for: origin)
            dependencies.metrics.recordSources([report.source])
            return report
        } catch {
            throw await problem(error)
        }
    }

    /// Encodes the report of a place as an object, or its theme on a day; those of several places as an array, and as a
    /// line each where lines are asked for.
    private func encode(
        _ reports: [Report],
        for query: ForecastQuery,
        asLines: Bool,
        _ previous: CachedResponse?
    ) throws(ForecastError) -> CachedResponse {
        let objects = try reports.map { report throws(ForecastError) in
            query.date == nil
                ? report.json(query.question, query.language)
                : try report.themeSelection(on: query.date).json(query.language)
        }
        let body: [UInt8] =
            if asLines {
                objects.flatMap { $0 + [UInt8(ascii: "\n")] }
            } else if objects.count == 1 {
                objects[0]
            } else {
                [UInt8(ascii: "[")] + objects.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
            }
        var fields = HTTPFields.crossOrigin
        if !ForecastQuery.repeatable(of: query.question).isEmpty { fields[.vary] = "Accept" }
        return CachedResponse(
            reports,
            body: body,
            type: asLines ? HTTPFields.linesType : "application/json",
            route: query.question.path,
            extra: fields,
            since: previous
        )
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

extension HTTPFields {
    /// The media type of JSON objects a line each.
    static let linesType = "application/x-ndjson"

    /// Whether an `Accept` header asks for ``linesType``.
    var acceptLines: Bool { accepts(HTTPFields.linesType) }

    /// Whether an `Accept` header names a media type, with another weight than 0 (RFC 9110, 12.4.2 and 12.5.1).
    func accepts(_ type: String) -> Bool {
        guard let field = self[.accept]?.lowercased(), field.contains(type) else { return false }
        return field.split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return parts.first == type && weight != 0
        }
    }
}

extension Question {
    /// Where it is asked.
    var path: String { "/v1/" + rawValue }
}
