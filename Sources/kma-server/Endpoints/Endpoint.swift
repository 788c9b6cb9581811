import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions

/// A path that is read: what it takes and what a request to it asks. Each has a file of its own and a line in
/// ``endpoints``.
protocol Endpoint: Sendable {
    associatedtype Asked: Ask
    /// The path as the router knows it.
    var path: String { get }
    /// The parameters it takes, in the order of the description.
    var parameters: [Parameter] { get }
    /// Those that may stand several times.
    var repeatable: Set<Parameter> { get }
    /// Reads a request; throws for one that asks nothing there is.
    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Asked
    /// A problem in a form of its own; `nil` for a problem document.
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response?
}

extension Endpoint {
    var repeatable: Set<Parameter> { [] }
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? { nil }

    /// The parameters of a request, each of which the endpoint takes.
    func query(of request: Request) throws(Problem) -> QueryString {
        try request.parameters(parameters, repeatable: repeatable)
    }
}

/// The paths that answer with a whole response.
let endpoints: [any Endpoint] = [
    ForecastEndpoint(question: .week),
    ForecastEndpoint(question: .now),
    ForecastEndpoint(question: .hours),
    ForecastEndpoint(question: .theme),
    ForecastEndpoint(question: .outlook),
    AlertEndpoint(),
    AlertFeedEndpoint(),
    CAPEndpoint(),
    CalendarEndpoint(),
    NationEndpoint(),
    NationMapEndpoint(),
    HistoryEndpoint(),
    AccuracyEndpoint(),
    WhyEndpoint(),
    PrometheusEndpoint(),
    CardEndpoint(),
    PictureEndpoint(),
    AreaEndpoint(),
]

/// Who asks.
struct AskingClient: Sendable {
    /// Whose limits count; `nil` for this machine itself.
    let address: ClientAddress?
    /// Whether it follows an event stream, and so asks without a request.
    var isFollowing = false
}

/// Answers what is asked: takes its cost from the client's limit, then looks it up in the cache, else has it made once for
/// all who ask the same.
struct AskHandler: Sendable {
    let dependencies: ServerDependencies
    let limits: ClientLimits

    /// Adds an endpoint's route.
    func addRoute(_ endpoint: some Endpoint, to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(endpoint.path)) { request, context in
            try await respond(to: request, context, at: endpoint)
        }
    }

    /// The response to a request.
    func respond(
        to request: Request,
        _ context: AppRequestContext,
        at endpoint: some Endpoint
    ) async throws -> Response {
        do throws(Problem) {
            let client = try admit(request, context)
            let ask = try endpoint.read(request, dependencies.currentDefaults)
            let cached = try await response(to: ask, for: client)
            if ask.caching.isByTarget, request.headers.arePlain {
                dependencies.responseCache.remember(ask.key, of: request.target)
            }
            dependencies.metrics.recordResponse(cached.freshness)
            return cached.response(to: request.headers, at: dependencies.now())
        } catch {
            guard let response = endpoint.response(to: error, request, dependencies.defaults) else {
                throw error
            }
            if let reason = error.refusalReason { dependencies.metrics.recordRefusal(reason) }
            return response
        }
    }

    /// The client that a request counts for. Takes the one token that every request costs, also one that asks nothing
    /// there is; those for further places are taken once they are known. Throws where the client has none left.
    func admit(_ request: Request, _ context: AppRequestContext) throws(Problem) -> AskingClient {
        let client = AskingClient(address: limits.client(of: request.head, from: context.remoteAddress))
        try limits.requests?.spend(for: client.address)
        return client
    }

    /// The response to an ask.
    func response(to ask: some Ask, for client: AskingClient) async throws(Problem) -> CachedResponse {
        // `admit` has taken the first token; a stream has paid for its places when it was opened.
        if !client.isFollowing {
            try limits.requests?.spend(ask.cost - 1, isFurther: true, for: client.address)
        }
        return try await dependencies.responseCache.response(
            to: ask.key,
            at: dependencies.now()
        ) { previous in
            do throws(Problem) {
                return .success(try await ask.response(from: self, for: client, since: previous))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension AskHandler {
    /// The reports of places, all fetched at once, and whether calls could be made for all of them; throws where one of
    /// them has nothing to show. A place that there is not is remembered under the key.
    func reports(
        _ question: Question,
        at requests: [PlaceRequest],
        isExplained: Bool = false,
        key: String,
        for client: AskingClient
    ) async throws(Problem) -> (reports: [Report], isWhole: Bool) {
        var refusal: Problem?
        do throws(Problem) {
            var places: [(place: Place, origin: RequestOrigin)] = []
            for place in try self.places(of: requests, key: key) {
                let isKnown = await dependencies.forecaster.knows(place, for: question)
                let asking = limits.origin(
                    of: place,
                    isKnown: isKnown,
                    isFollowed: client.isFollowing,
                    for: client.address,
                    at: dependencies.now
                )
                // Of a new place there is at most what its region has in common with others.
                if !isKnown, let refused = asking.refusal { throw refused }
                refusal = refusal ?? asking.refusal
                places.append((place, asking.origin))
            }
            return (try await reports(question, at: places, isExplained: isExplained), refusal == nil)
        } catch {
            throw refusal ?? error
        }
    }

    /// The places of a question. A key that names none is refused without a search from then on.
    private func places(of requests: [PlaceRequest], key: String) throws(Problem) -> [Place] {
        do throws(Problem) {
            return try requests.map { request throws(Problem) in try request.found() }
        } catch {
            dependencies.responseCache.keep(error, for: key)
            throw error
        }
    }

    private func reports(
        _ question: Question,
        at places: [(place: Place, origin: RequestOrigin)],
        isExplained: Bool
    ) async throws(Problem) -> [Report] {
        let results = await dependencies.forecaster.reports(
            question,
            at: places,
            preferring: dependencies.preference,
            isExplained: isExplained
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
    func alerts(at request: PlaceRequest?, for client: AskingClient) async throws(Problem) -> AlertReport {
        let place = try request?.found()
        // One answer serves every place.
        let origin = RequestOrigin(client: client.address?.name ?? "", purpose: .followed)
        do throws(ForecastError) {
            let report = try await dependencies.forecaster.alerts(at: place, for: origin)
            dependencies.metrics.recordSources([report.source])
            return report
        } catch {
            throw await problem(error)
        }
    }

    /// The announcements about the warnings of a place, or of the whole country without one.
    func bulletins(at request: PlaceRequest?, for client: AskingClient) async throws(Problem)
        -> BulletinReport
    {
        let place = try request?.found()
        let origin = RequestOrigin(client: client.address?.name ?? "", purpose: .followed)
        do throws(ForecastError) {
            let report = try await dependencies.forecaster.bulletins(at: place, for: origin)
            dependencies.metrics.recordSources([report.current.source])
            return report
        } catch {
            throw await problem(error)
        }
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
