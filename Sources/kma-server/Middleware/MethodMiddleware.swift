import HTTPTypes
import Hummingbird

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

/// Answers HEAD with the headers of GET, refusals included, which the router's own HEAD routes do not see.
struct HeadMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        // One of a stream has no body already, and would get a length of 0.
        let isWhole = response.headers[.transferEncoding] == nil
        return request.method == .head && isWhole ? response.createHeadResponse() : response
    }
}
