import OpenMeteo
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Rendering

/// Path, parameters and question of a request, in a file of its own and a line of ``endpoints``.
protocol Endpoint: Sendable {
    var path: String { get }
    var parameters: [Parameter] { get }
    var repeatable: Set<Parameter> { get }
    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response?
}

extension Endpoint {
    var repeatable: Set<Parameter> { [] }
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? { nil }

    func query(of request: Request) throws(Problem) -> QueryString { try request.parameters(parameters, repeatable: repeatable) }
}

protocol QueryEndpoint: Endpoint {
    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask
}

extension QueryEndpoint {
    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        return try ask(query, try query.language(or: defaults.language), request, defaults)
    }
}

let endpoints: [any Endpoint] = [
    ForecastEndpoint(question: .week), ForecastEndpoint(question: .now), ForecastEndpoint(question: .hours), RainEndpoint(),
    ForecastEndpoint(question: .theme), ForecastEndpoint(question: .outlook), AlertEndpoint(), AlertFeedEndpoint(), CAPEndpoint(), CalendarEndpoint(),
    NationEndpoint(), NationMapEndpoint(), HistoryEndpoint(), AccuracyEndpoint(), AccuracyPageEndpoint(), WhyEndpoint(), PrometheusEndpoint(),
    CardEndpoint(), AreaEndpoint(),
]

let integrationEndpoints: [any Endpoint] = OpenMeteoAPI.allCases.map(OpenMeteoEndpoint.init) + [GeocodingSearchEndpoint(), GeocodingPlaceEndpoint()]

/// Identity of a question by values: a joined text would confuse a day `-` with none.
struct AskKey: Sendable, Hashable {
    let route: String
    var places: [PlaceRequest] = []
    var time: String?
    var day: KoreanDate?
    var caching = Caching.shared()
    /// Language, format and numbers at a path's fixed positions.
    var form: [String?] = []

    var byteCount: Int {
        let names = places.reduce(0) { $0 + ($1.areaText.utf8.count + 32) }
        return form.reduce(names + (time?.utf8.count ?? 0) + 64) { $0 + ($1?.utf8.count ?? 0) + 16 }
    }
}

extension AskedTime { var key: String { "\(Int(holdsUntil.timeIntervalSince1970)) \(topic?.rawValue ?? "") \(text)" } }

struct Ask: Sendable {
    let key: AskKey
    var cost = 1
    var fields: HTTPFields = [:]
    let answer: @Sendable (AskHandler, AskingClient) async throws(Problem) -> Answer

    var route: String { key.route }
    var caching: Caching { key.caching }
}

extension Ask {
    init<Content: CacheableReport>(
        _ key: AskKey,
        cost: Int = 1,
        fields: HTTPFields = [:],
        renderer: Renderer<Content>,
        report: @escaping @Sendable (AskHandler, AskingClient) async throws(Problem) -> (Content, isWhole: Bool)
    ) {
        var key = key
        key.form = renderer.key
        self.init(key: key, cost: cost, fields: fields) { handler, client async throws(Problem) in
            let (report, isWhole) = try await report(handler, client)
            return Answer(body: try renderer.body(report), mediaType: renderer.mediaType, report: report, isShared: isWhole || report.isComplete)
        }
    }
}

struct Renderer<Content: CacheableReport>: Sendable {
    let key: [String?]
    let mediaType: String
    let body: @Sendable (Content) throws(Problem) -> Answer.Body

    init(_ key: [String?], as mediaType: String = "application/json", body: @escaping @Sendable (Content) throws(Problem) -> [UInt8]) {
        (self.key, self.mediaType) = (key, mediaType)
        self.body = { content throws(Problem) in Answer.Body(bytes: try body(content)) }
    }

    init(_ key: [String?], members: @escaping @Sendable (Content, inout JSONWriter) -> Void) {
        (self.key, mediaType) = (key, "application/json")
        body = { content in
            var body = Answer.Body()
            body.append { members(content, &$0) }
            return body
        }
    }
}

extension Renderer<[Report]> {
    /// One object, or a list of them, or `isLines` a line each.
    init(_ key: [String?], isLines: Bool = false, each members: @escaping @Sendable (Report, inout JSONWriter) throws(Problem) -> Void) {
        self.key = key + ["\(isLines)"]
        mediaType = (isLines ? Format.ndjson : .json).mediaType
        body = { reports throws(Problem) in
            let isList = !isLines && reports.count > 1
            var body = Answer.Body()
            for (index, report) in reports.enumerated() {
                if isList { body.bytes.append(UInt8(ascii: index == 0 ? "[" : ",")) }
                try body.append { json throws(Problem) in try members(report, &json) }
                if isLines { body.bytes.append(UInt8(ascii: "\n")) }
            }
            if isList { body.bytes.append(UInt8(ascii: "]")) }
            return body
        }
    }
}

struct AskingClient: Sendable {
    let address: ClientAddress?
    var isFollowing = false

    var callerOfWarnings: Caller { Caller(client: address?.name ?? "", claim: .known) }
}

struct AskHandler: Sendable {
    let dependencies: ServerDependencies
    let limits: ClientLimits

    init(_ dependencies: ServerDependencies, _ options: ServerOptions) {
        self.dependencies = dependencies
        limits = ClientLimits(options, logger: dependencies.logger)
    }

    func addRoute(_ endpoint: some Endpoint, to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(endpoint.path)) { request, context in try await respond(to: request, context, at: endpoint) }
    }

    func respond(to request: Request, _ context: AppRequestContext, at endpoint: some Endpoint) async throws -> Response {
        do throws(Problem) {
            let client = try admit(request, context)
            let ask = try endpoint.read(request, dependencies.currentDefaults)
            let cached = try await response(to: ask, for: client)
            if ask.caching.isByTarget, request.headers.arePlain { dependencies.responseCache.remember(ask.key, of: request.target) }
            dependencies.metrics.recordResponse(cached.freshness)
            return cached.response(to: request.headers, at: dependencies.now())
        } catch {
            guard let response = endpoint.response(to: error, request, dependencies.defaults) else { throw error }
            if let reason = error.refusalReason { dependencies.metrics.recordRefusal(reason) }
            return response
        }
    }

    func admit(_ request: Request, _ context: AppRequestContext) throws(Problem) -> AskingClient {
        let client = AskingClient(address: limits.client(of: request.head, from: context.remoteAddress))
        limits.checkProxy(of: request.head, client.address)
        try limits.requests?.spend(for: client.address)
        return client
    }

    func response(to ask: Ask, for client: AskingClient) async throws(Problem) -> CachedResponse {
        if !client.isFollowing { try limits.requests?.spend(ask.cost - 1, isFurther: true, for: client.address) }
        return try await dependencies.responseCache.response(to: ask.key, at: dependencies.now()) { previous in
            do throws(Problem) { return .success(CachedResponse(try await ask.answer(self, client), to: ask, since: previous)) } catch {
                if error.isLasting { dependencies.responseCache.keep(error, for: ask.key) }
                return .failure(error)
            }
        }
    }
}

extension AskHandler {
    func result<Value>(_ ask: () async throws(ForecastError) -> Value) async throws(Problem) -> Value {
        do throws(ForecastError) { return try await ask() } catch { throw problem(error) }
    }

    func problem(_ error: ForecastError) -> Problem {
        var problem = Problem(error)
        if let pause = error.decisiveSource?.error?.pause(at: dependencies.now()) { problem.retryAfter = pause.wholeSeconds }
        return problem
    }
}

extension Double { var wholeSeconds: Int { max(1, Int(rounded(.up))) } }
