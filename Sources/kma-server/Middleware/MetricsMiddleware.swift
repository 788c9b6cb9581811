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
        let visit = Visit(request.head, body: request.body, now: service.now())
        if let reply = replyAtHand(visit, context.address, since: start) { return reply.response }
        let outcome = await answer(visit, context.address)
        let response = visit.isForHeadOnly ? outcome.response.createHeadResponse() : outcome.response
        note(visit, outcome.subject, response.status, bytes: response.body.contentLength, since: start)
        return response
    }

    /// The whole answer to what has been asked for before in the very same words and is still true, without waiting
    /// for anything; `nil` where there is no such answer, or another reply is due.
    func serializedResponse(to head: HTTPRequest, from address: SocketAddress?) -> SerializedResponse? {
        let start = ContinuousClock.now
        let visit = Visit(head, now: service.now())
        guard head.method == .get, let answer = service.responseCache.current(visit.target, at: visit.now)
        else {
            return nil
        }
        do {
            guard let reply = try answer.serializedResponse(to: head.headerFields, at: visit.now) else {
                return nil
            }
            try admit(visit, address)
            note(visit, Subject(answer), .ok, bytes: reply.body.readableBytes, since: start)
            return reply
        } catch {
            // Who may not be answered is told so on the long way.
            return nil
        }
    }

    private func replyAtHand(
        _ visit: Visit,
        _ address: SocketAddress?,
        since start: ContinuousClock.Instant
    ) -> Reply? {
        guard visit.head.method == .get || visit.isForHeadOnly,
            let answer = service.responseCache.current(visit.target, at: visit.now)
        else { return nil }
        var reply: Reply
        do throws(Problem) {
            try admit(visit, address)
            reply = answer.reply(to: visit.head.headerFields, at: visit.now)
        } catch {
            reply = refusal(error, visit)
        }
        if visit.isForHeadOnly { reply.body = nil }
        note(visit, Subject(answer), reply.status, bytes: reply.body?.readableBytes ?? 0, since: start)
        return reply
    }

    /// Under which name an answer is counted, and how new it is.
    private struct Subject {
        var route: String
        var freshness: CachedResponse.Freshness?

        init(route: String, freshness: CachedResponse.Freshness? = nil) {
            (self.route, self.freshness) = (route, freshness)
        }

        init(_ answer: CachedResponse) {
            self.init(route: answer.route, freshness: answer.freshness)
        }
    }

    private struct Outcome {
        var response: Response
        var subject: Subject
    }

    private func answer(_ visit: Visit, _ address: SocketAddress?) async -> Outcome {
        let endpoint = endpoints[String(visit.path)]
        do throws(Problem) {
            guard visit.target.utf8.count <= FrontDoor.targetLimit else {
                throw .uriTooLong(limit: FrontDoor.targetLimit)
            }
            if endpoint?.isLimited ?? true { try admit(visit, address) }
            guard let endpoint else { throw .notFound(visit.path) }
            switch visit.head.method {
            case .get, .head:
                return try await open(endpoint, visit)
            case .options:
                return Outcome(response: preflight(visit), subject: Subject(route: endpoint.path))
            default:
                throw .methodNotAllowed(allow: Endpoint.methods)
            }
        } catch {
            // A path that is not there is anybody's invention: it must not become a name of ours.
            return Outcome(
                response: refusal(error, visit).response,
                subject: Subject(route: endpoint?.path ?? "-")
            )
        }
    }

    private func refusal(_ problem: Problem, _ visit: Visit) -> Reply {
        var reply = problem.reply(visit.language(or: service.defaults.language))
        if visit.isForEveryone { reply.fields.append(contentsOf: HTTPFields.forEveryone) }
        return reply
    }

    private func open(_ endpoint: Endpoint, _ visit: Visit) async throws(Problem) -> Outcome {
        let known = endpoint.parameters
        let parameters = try QueryString(known == nil ? "" : visit.query, knowing: known ?? [])
        let response = try await endpoint.respond(visit, parameters)
        let freshness = service.responseCache.current(visit.target, at: visit.now)?.freshness
        return Outcome(response: response, subject: Subject(route: endpoint.path, freshness: freshness))
    }

    /// Counts and logs what has been answered.
    private func note(
        _ visit: Visit,
        _ subject: Subject,
        _ status: HTTPResponse.Status,
        bytes: Int?,
        since start: ContinuousClock.Instant
    ) {
        let seconds = (ContinuousClock.now - start).inSeconds
        service.measures.note(
            route: subject.route,
            status: status.code,
            freshness: subject.freshness,
            seconds: seconds
        )
        logger.log(
            visit.head.method.rawValue,
            subject.route,
            status: status.code,
            seconds: seconds,
            bytes: bytes
        )
    }

    /// Counts a request against its client's limit.
    private func admit(_ visit: Visit, _ address: SocketAddress?) throws(Problem) {
        let wait = limiter?.count(
            ClientAddress(address),
            forwardedFor: HTTPField.Name("X-Forwarded-For").flatMap { visit.head.headerFields[$0] }
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
