import HTTPTypes
import Hummingbird

/// Lets pages from elsewhere read `/v1`, `/om` and `/openapi.json`, failures included.
///
/// The framework's own CORSMiddleware adds its headers only where a request names its origin, and answers every OPTIONS
/// that does. Ours are the same for every request, so that a shared cache may keep one response for all.
struct CrossOriginMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard HTTPFields.isReadableFromAnywhere(request.uri.path) else { return response }
        let isPreflight = request.method == .options && response.status == .noContent
        for field in isPreflight ? CrossOriginMiddleware.preflightFields : .crossOrigin {
            response.headers[field.name] = field.value
        }
        return response
    }

    private static let preflightFields: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: MethodMiddleware.allowed,
        .accessControlAllowHeaders: "*",
        .accessControlMaxAge: "86400",
    ]
}

/// Keeps browsers from guessing at media types (WHATWG Fetch, 3.6).
struct NoSniffMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
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
