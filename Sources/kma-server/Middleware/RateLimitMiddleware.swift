import Hummingbird

/// Refuses with 429 what a client asks beyond its share.
struct RateLimitMiddleware: RouterMiddleware {
    let limiter: ClientLimiter

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        try limiter.takeToken(for: request.head, from: context.remoteAddress)
        return try await next(request, context)
    }
}
