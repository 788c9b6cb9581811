import Hummingbird

/// Refuses with 429 what a client asks beyond its share.
struct RateLimitMiddleware: RouterMiddleware {
    let limits: ClientLimits

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        try limits.requests?.takeToken(for: limits.client(of: request.head, from: context.remoteAddress))
        return try await next(request, context)
    }
}
