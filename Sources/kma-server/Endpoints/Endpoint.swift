import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Rendering

/// A path that is read: what it takes and what a request to it asks. Each has a file of its own and a line in
/// ``endpoints``.
protocol Endpoint: Sendable {
    /// The path as the router knows it.
    var path: String { get }
    /// The parameters it takes, in the order of the description.
    var parameters: [Parameter] { get }
    /// Those that may stand several times.
    var repeatable: Set<Parameter> { get }
    /// Reads a request; throws for one that asks nothing there is.
    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask
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

/// Paths that answer with a whole response.
let endpoints: [any Endpoint] = [
    ForecastEndpoint(question: .week),
    ForecastEndpoint(question: .now),
    ForecastEndpoint(question: .hours),
    RainEndpoint(),
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
    AccuracyPageEndpoint(),
    WhyEndpoint(),
    PrometheusEndpoint(),
    CardEndpoint(),
    AreaEndpoint(),
]

/// Paths of those for programs that speak a protocol of their own.
let integrationEndpoints: [any Endpoint] =
    OpenMeteoAPI.allCases.map(OpenMeteoEndpoint.init) + [GeocodingSearchEndpoint(), GeocodingPlaceEndpoint()]

/// What a request asks, and what answers it.
struct Ask: Sendable {
    /// What the response is cached by.
    let key: AskKey
    /// Tokens of its client's limit: one for each place.
    var cost = 1
    /// Headers of its response beside those that every response has.
    var fields: HTTPFields = [:]
    /// Answers it for a client.
    let answer: @Sendable (AskHandler, AskingClient) async throws(Problem) -> Answer

    /// The path it belongs to.
    var route: String { key.route }
    /// Who may keep the response.
    var caching: Caching { key.caching }
}

extension Ask {
    /// A question that reports answer, and whether all calls could be made for them. The form of its key is the renderer's.
    init<Content: CacheableReport>(
        _ key: AskKey,
        cost: Int = 1,
        fields: HTTPFields = [:],
        renderer: Renderer<Content>,
        report:
            @escaping @Sendable (AskHandler, AskingClient) async throws(Problem) -> (Content, isWhole: Bool)
    ) {
        var key = key
        key.form = renderer.key
        self.init(key: key, cost: cost, fields: fields) { handler, client async throws(Problem) in
            let (report, isWhole) = try await report(handler, client)
            return Answer(
                body: try renderer.body(report),
                mediaType: renderer.mediaType,
                report: report,
                isShared: isWhole || report.isComplete
            )
        }
    }
}

/// How what is known, the reports of places or the warnings, becomes the content of a response.
struct Renderer<Content: CacheableReport>: Sendable {
    /// What tells it from other renderers of the same path: see ``AskKey/form``.
    let key: [String?]
    /// The media type of the content.
    let mediaType: String
    /// The content.
    let body: @Sendable (Content) throws(Problem) -> [UInt8]

    init(
        _ key: [String?],
        as mediaType: String = "application/json",
        body: @escaping @Sendable (Content) throws(Problem) -> [UInt8]
    ) {
        (self.key, self.mediaType, self.body) = (key, mediaType, body)
    }
}

/// Who asks.
struct AskingClient: Sendable {
    /// Whose limits count; `nil` for this machine itself.
    let address: ClientAddress?
    /// Whether it follows an event stream, and so asks without a request.
    var isFollowing = false

    /// On whose behalf warnings are asked about: one answer serves every place.
    var originOfWarnings: RequestOrigin { RequestOrigin(client: address?.name ?? "", purpose: .followed) }
}

/// Answers what is asked: takes its cost from the client's limit, then looks it up in the cache, else has it made once for
/// all who ask the same.
struct AskHandler: Sendable {
    let dependencies: ServerDependencies
    let limits: ClientLimits

    init(_ dependencies: ServerDependencies, _ options: ServerOptions) {
        self.dependencies = dependencies
        limits = ClientLimits(options, logger: dependencies.logger)
    }

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
    func response(to ask: Ask, for client: AskingClient) async throws(Problem) -> CachedResponse {
        // `admit` has taken the first token; a stream has paid for its places when it was opened.
        if !client.isFollowing {
            try limits.requests?.spend(ask.cost - 1, isFurther: true, for: client.address)
        }
        return try await dependencies.responseCache.response(
            to: ask.key,
            at: dependencies.now()
        ) { previous in
            do throws(Problem) {
                return .success(CachedResponse(try await ask.answer(self, client), to: ask, since: previous))
            } catch {
                if error.isLasting { dependencies.responseCache.keep(error, for: ask.key) }
                return .failure(error)
            }
        }
    }
}

extension AskHandler {
    /// What the forecaster says.
    func result<Value>(
        _ ask: () async throws(ForecastError) -> Value
    ) async throws(Problem) -> Value {
        do throws(ForecastError) { return try await ask() } catch { throw await problem(error) }
    }

    /// A fault with the time to come back at, where an upstream or a circuit breaker has named it.
    func problem(_ error: ForecastError) async -> Problem {
        var problem = Problem(error)
        if let pause = error.decisiveSource?.error?.retryAfter {
            problem.retryAfter = pause.inSeconds.wholeSeconds
        }
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
        problem.retryAfter = wait?.wholeSeconds ?? problem.retryAfter
        return problem
    }
}

extension Double {
    /// Seconds for `Retry-After`: whole ones, and at least one.
    var wholeSeconds: Int { max(1, Int(rounded(.up))) }
}
