import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore

struct RecordMiddleware: RouterMiddleware {
    let dependencies: ServerDependencies

    func handle(_ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response) async throws -> Response
    {
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

/// Common headers, the same for every request, so that shared caches keep one response; the framework's CORSMiddleware needs an origin.
struct HeaderMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response) async throws -> Response
    {
        var response = try await next(request, context)
        if HTTPFields.isReadableFromAnywhere(request.uri.path) {
            let isPreflight = request.method == .options && response.status == .noContent
            for field in isPreflight ? HeaderMiddleware.preflightFields : .crossOrigin { response.headers[field.name] = field.value }
        }
        // Browsers must not guess media types (WHATWG Fetch, 3.6).
        response.headers[.xContentTypeOptions] = "nosniff"
        // A stream has no body already, and would get a length of 0.
        let isWhole = response.headers[.transferEncoding] == nil
        return request.method == .head && isWhole ? response.createHeadResponse() : response
    }

    private static let preflightFields: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlAllowMethods: MethodMiddleware.allowed, .accessControlAllowHeaders: "*",
        .accessControlMaxAge: "86400",
    ]
}

struct ProblemMiddleware: RouterMiddleware {
    let dependencies: ServerDependencies

    func handle(_ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response) async throws -> Response
    {
        let problem: Problem
        do { return try await next(request, context) } catch let error as Problem { problem = error } catch let error as ForecastError {
            problem = Problem(error)
        } catch let error as any HTTPResponseError where error.status == .notFound { problem = .notFound(request.uri.path[...]) } catch is IOError {
            // Reset while its body was read; nobody gets the response.
            return Response(status: .clientClosedRequest)
        } catch {
            context.logger.error("unexpected error", metadata: ["error": "\(error)"])
            problem = .internalError
        }
        if let reason = problem.refusalReason { dependencies.metrics.recordRefusal(reason) }
        let isOpenMeteo = request.uri.path.hasPrefix("/om/v1/") && problem.status == .notFound
        return isOpenMeteo ? problem.openMeteoResponse(hasNotFound: true) : problem.response(request.language ?? dependencies.defaults.language)
    }
}

/// Refuses long targets and empty components, which the router skips: `//v1/week` is 404; ignores one final slash.
struct TargetMiddleware: RouterMiddleware {
    static let limit = 4_096

    func handle(_ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response) async throws -> Response
    {
        guard request.uri.string.utf8.count <= TargetMiddleware.limit else { throw Problem.uriTooLong(limit: TargetMiddleware.limit) }
        var (request, context) = (request, context)
        // Proxies hide `/metrics` by this name.
        if request.uri.path.count > 1, request.uri.path.hasSuffix("/"), request.uri.path != "/metrics/" {
            var head = request.head
            head.path = request.uri.path.dropLast() + (request.uri.query.map { "?\($0)" } ?? "")
            request = Request(head: head, body: request.body)
            context.endsWithSlash = true
        }
        if let route = context.endpointPath, !route.isRoute(of: request.uri.path) {
            context.coreContext.endpointPath.value = nil
            throw Problem.notFound(request.uri.path[...])
        }
        return try await next(request, context)
    }
}

extension String {
    func isRoute(of path: String) -> Bool {
        if self == path { return true }
        guard contains("{") else { return false }
        let (names, parts) = (split(separator: "/", omittingEmptySubsequences: false), path.split(separator: "/", omittingEmptySubsequences: false))
        return names.count == parts.count
            && zip(names, parts).allSatisfy { name, part in
                guard name.hasPrefix("{"), let end = name.firstIndex(of: "}") else { return name == part }
                let suffix = name[name.index(after: end)...]
                return part.count > suffix.count && part.hasSuffix(suffix)
            }
    }
}

/// Comes last: the router gives unmatched requests to all middleware.
struct MethodMiddleware: RouterMiddleware {
    static let allowed = "GET, HEAD, OPTIONS"
    private static let allowedOfPosts = "POST, OPTIONS"
    let paths: Set<String>
    private let patterns: [String]
    private let posts: Set<String>

    init(paths: Set<String>, posts: Set<String>) {
        (self.paths, self.posts) = (paths, posts)
        patterns = paths.filter { $0.contains("{") }.sorted { $0.count > $1.count }
    }

    func handle(_ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response) async throws -> Response
    {
        // OPTIONS of `*` is about the whole service (RFC 9110, 9.3.7).
        let path = request.uri.path
        // Such as `/v1`, for which the router tries no pattern.
        let isBeginning = paths.contains { $0.hasPrefix(path + "/") }
        let isRead = request.method == .get || request.method == .head
        let route = paths.contains(path) ? path : isRead || isBeginning ? nil : patterns.first { $0.isRoute(of: path) }
        guard route != nil || request.method == .options && request.uri.string == "*" else { return try await next(request, context) }
        context.coreContext.endpointPath.value = route ?? path
        let allowed = posts.contains(path) ? MethodMiddleware.allowedOfPosts : MethodMiddleware.allowed
        guard request.method == .options else { throw Problem.methodNotAllowed(allow: allowed) }
        return Response(status: .noContent, headers: [.allow: allowed])
    }
}

extension HTTPResponse.Status {
    /// nginx's number for a client gone too early.
    static let clientClosedRequest = HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
}

extension HTTPFields {
    static func isReadableFromAnywhere(_ path: String) -> Bool { path.hasPrefix("/v1/") || path.hasPrefix("/om/") || path == "/openapi.json" }

    static let crossOrigin: HTTPFields = [.accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Age, Retry-After"]
}
