import HTTPTypes
import Hummingbird

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
