import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore

/// Counts and logs responses, by the path as the router knows it.
struct RecordMiddleware: RouterMiddleware {
    let dependencies: ServerDependencies

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        dependencies.record(
            request.method.rawValue,
            route: context.route,
            status: response.status,
            ContinuousClock.now - start,
            bytes: response.body.contentLength
        )
        return response
    }
}

/// Adds the headers that every response has, and answers HEAD with those of GET, refusals included, which the router's own
/// HEAD routes do not see.
///
/// Pages from elsewhere may read `/v1`, `/om` and `/openapi.json`, failures included. The framework's own CORSMiddleware adds
/// its headers only where a request names its origin, and answers every OPTIONS that does. Ours are the same for every
/// request, so that a shared cache may keep one response for all.
struct HeaderMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if HTTPFields.isReadableFromAnywhere(request.uri.path) {
            let isPreflight = request.method == .options && response.status == .noContent
            for field in isPreflight ? HeaderMiddleware.preflightFields : .crossOrigin {
                response.headers[field.name] = field.value
            }
        }
        // Browsers are not to guess at media types (WHATWG Fetch, 3.6).
        response.headers[.xContentTypeOptions] = "nosniff"
        // One of a stream has no body already, and would get a length of 0.
        let isWhole = response.headers[.transferEncoding] == nil
        return request.method == .head && isWhole ? response.createHeadResponse() : response
    }

    private static let preflightFields: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: MethodMiddleware.allowed,
        .accessControlAllowHeaders: "*",
        .accessControlMaxAge: "86400",
    ]
}

/// Turns every error into a problem document (RFC 9457): our own problems, faults of the forecast, and what the
/// framework throws, such as a path that no route has. Counts what was refused for a limit of this service.
struct ProblemMiddleware: RouterMiddleware {
    /// The language of problems where a request names none.
    let language: Language
    let metrics: ServerMetrics

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            return try await next(request, context)
        } catch let error as Problem {
            problem = error
        } catch let error as ForecastError {
            problem = Problem(error)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            problem = .notFound(request.uri.path[...])
        } catch is IOError {
            // The upstreams' are faults of their feeds: this is the client's connection, which was reset while its body
            // was read. Nobody gets the response.
            return Response(status: .clientClosedRequest)
        } catch {
            context.logger.error("unexpected error", metadata: ["error": "\(error)"])
            problem = .internalError
        }
        if let reason = problem.refusalReason { metrics.recordRefusal(reason) }
        return problem.response(request.language ?? language)
    }
}

/// Refuses targets that are too long, and paths that are a route's only because the router passes over empty
/// components: `/v1/week/` and `//v1/week` are 404, so that a response has one address.
struct TargetMiddleware: RouterMiddleware {
    /// Bytes of path and query together.
    static let limit = 2_048

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.string.utf8.count <= TargetMiddleware.limit else {
            throw Problem.uriTooLong(limit: TargetMiddleware.limit)
        }
        if let route = context.endpointPath, !route.isRoute(of: request.uri.path) {
            context.coreContext.endpointPath.value = nil
            throw Problem.notFound(request.uri.path[...])
        }
        return try await next(request, context)
    }
}

extension String {
    /// Whether this is the route of a path: the path itself, or a pattern such as `/{place}.svg` with something in the
    /// place of each name.
    func isRoute(of path: String) -> Bool {
        if self == path { return true }
        guard contains("{") else { return false }
        let (names, parts) = (
            split(separator: "/", omittingEmptySubsequences: false),
            path.split(separator: "/", omittingEmptySubsequences: false)
        )
        return names.count == parts.count
            && zip(names, parts).allSatisfy { name, part in
                guard name.hasPrefix("{"), let end = name.firstIndex(of: "}") else { return name == part }
                let suffix = name[name.index(after: end)...]
                return part.count > suffix.count && part.hasSuffix(suffix)
            }
    }
}

/// Answers methods that no route has: OPTIONS with what there is, any other with 405.
///
/// The router gives what it has no route for to all middleware there is, so this one is added last, behind the routes.
struct MethodMiddleware: RouterMiddleware {
    /// The methods of the paths that only read.
    static let allowed = "GET, HEAD, OPTIONS"
    /// The methods of the paths that take a message.
    private static let allowedOfPosts = "POST, OPTIONS"

    /// The paths of all routes.
    let paths: Set<String>
    /// Those of them that stand for many paths, such as `/{place}`; the one that says most of a path first.
    private let patterns: [String]

    /// Those that take a message.
    private let posts: Set<String>

    init(paths: Set<String>, posts: Set<String>) {
        self.paths = paths
        self.posts = posts
        patterns = paths.filter { $0.contains("{") }.sorted { $0.count > $1.count }
    }

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        // OPTIONS of `*` is about the service as a whole (RFC 9110, 9.3.7).
        let path = request.uri.path
        // The router has no route for a path that only begins another one, such as `/v1`, and looks at no pattern for it.
        let isBeginning = paths.contains { $0.hasPrefix(path + "/") }
        let isRead = request.method == .get || request.method == .head
        let route =
            paths.contains(path)
            ? path : isRead || isBeginning ? nil : patterns.first { $0.isRoute(of: path) }
        guard route != nil || request.method == .options && request.uri.string == "*" else {
            return try await next(request, context)
        }
        context.coreContext.endpointPath.value = route ?? path
        let allowed = posts.contains(path) ? MethodMiddleware.allowedOfPosts : MethodMiddleware.allowed
        guard request.method == .options else {
            throw Problem.methodNotAllowed(allow: allowed)
        }
        return Response(status: .noContent, headers: [.allow: allowed])
    }
}

extension HTTPResponse.Status {
    /// The client has gone before its request was whole, under the number that nginx logs it with.
    static let clientClosedRequest = HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
}

extension HTTPFields {
    /// Whether pages from elsewhere may read a path.
    static func isReadableFromAnywhere(_ path: String) -> Bool {
        path.hasPrefix("/v1/") || path.hasPrefix("/om/") || path == "/openapi.json"
    }

    /// Lets any page read a response, with its validators.
    static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: "ETag, Age, Retry-After",
    ]
}
