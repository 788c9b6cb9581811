import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Logging
import NIOCore

/// Where every request comes in: who asks, what for, and what is sent back, counted and logged.
///
/// It stands in place of a router: paths are few and fixed, an answer at hand is sent without looking at them, and
/// every refusal has the one shape of a ``Problem``.
struct FrontDoor: HTTPResponder {
    typealias Context = Caller

    /// Bytes of path and query together.
    static let targetLimit = 2_048

    private let service: WeatherService
    private let endpoints: [String: Endpoint]
    private let limiter: ClientLimiter?
    private let logger: Logger

    init(_ service: WeatherService, limiter: ClientLimiter?, logger: Logger) {
        self.service = service
        self.limiter = limiter
        self.logger = logger
        endpoints = Dictionary(
            service.endpoints.map { ($0.path, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Answers a request; what goes wrong is in the answer.
    func respond(to request: Request, context: Caller) async -> Response {
        let start = ContinuousClock.now
        let visit = Visit(request, now: service.now())
        let outcome = await answer(visit, context)
        let response = request.method == .head ? outcome.response.createHeadResponse() : outcome.response
        let (status, seconds) = (response.status.code, (ContinuousClock.now - start).inSeconds)
        service.measures.note(
            route: outcome.route,
            status: status,
            freshness: outcome.freshness,
            seconds: seconds
        )
        logger.log(
            request.method.rawValue,
            outcome.route,
            status: status,
            seconds: seconds,
            bytes: response.body.contentLength
        )
        return response
    }

    /// A response, and under which name it is counted.
    private struct Outcome {
        var response: Response
        var route: String
        var freshness: Answer.Freshness?
    }

    private func answer(_ visit: Visit, _ caller: Caller) async -> Outcome {
        if let outcome = answerAtHand(visit, caller) { return outcome }
        let endpoint = endpoints[String(visit.path)]
        do throws(Problem) {
            guard visit.target.utf8.count <= FrontDoor.targetLimit else {
                throw .uriTooLong(limit: FrontDoor.targetLimit)
            }
            if endpoint?.isLimited ?? true { try admit(visit, caller) }
            guard let endpoint else { throw .notFound(visit.path) }
            switch visit.request.method {
            case .get, .head:
                return try await open(endpoint, visit)
            case .options:
                return Outcome(response: preflight(visit), route: endpoint.path)
            default:
                throw .methodNotAllowed(allow: Endpoint.methods)
            }
        } catch {
            // A path that is not there is anybody's invention: it must not become a name of ours.
            return Outcome(response: refusal(error, visit), route: endpoint?.path ?? "-")
        }
    }

    private func refusal(_ problem: Problem, _ visit: Visit) -> Response {
        var response = problem.response(visit.language(or: service.defaults.language))
        if visit.isForEveryone { response.headers.append(contentsOf: HTTPFields.forEveryone) }
        return response
    }

    /// The short way: what has been asked before in the very same words, and is still true.
    private func answerAtHand(_ visit: Visit, _ caller: Caller) -> Outcome? {
        guard visit.request.method == .get || visit.request.method == .head,
            let answer = service.shelf.current(visit.target, at: visit.now)
        else { return nil }
        let response: Response
        do throws(Problem) {
            try admit(visit, caller)
            response = answer.response(to: visit.request.headers, at: visit.now)
        } catch {
            response = refusal(error, visit)
        }
        return Outcome(response: response, route: answer.route, freshness: answer.freshness)
    }

    private func open(_ endpoint: Endpoint, _ visit: Visit) async throws(Problem) -> Outcome {
        let parameters: QueryString
        do throws(ForecastError) {
            let known = endpoint.parameters
            parameters = try QueryString(known == nil ? "" : visit.query, knowing: known ?? [])
        } catch {
            throw Problem(error)
        }
        let response = try await endpoint.respond(visit, parameters)
        let freshness = service.shelf.current(visit.target, at: visit.now)?.freshness
        return Outcome(response: response, route: endpoint.path, freshness: freshness)
    }

    /// Counts a request against its client's limit.
    private func admit(_ visit: Visit, _ caller: Caller) throws(Problem) {
        let wait = limiter?.count(
            ClientAddress(caller.address),
            forwardedFor: HTTPField.Name("X-Forwarded-For").flatMap { visit.request.headers[$0] }
        )
        guard let wait else { return }
        throw .tooManyRequests(retryAfter: max(1, Int(wait.rounded(.up))))
    }

    /// Tells a browser that pages from elsewhere may ask here, with whatever headers they like.
    private func preflight(_ visit: Visit) -> Response {
        var fields: HTTPFields = [.allow: Endpoint.methods]
        if visit.isForEveryone {
            fields[.accessControlAllowOrigin] = "*"
            fields[.accessControlAllowMethods] = Endpoint.methods
            fields[.accessControlAllowHeaders] = "*"
            fields[.accessControlMaxAge] = "86400"
        }
        return Response(status: .noContent, headers: fields)
    }
}

/// What is known of a request beside the request.
struct Caller: InitializableFromSource {
    /// The other end of the connection.
    let address: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        address = source.channel.remoteAddress
    }
}
