import Hummingbird

/// Refuses with 429 what a client asks beyond its share. It takes the one token that every request costs; those for
/// further places are taken once they are known.
struct RateLimitMiddleware: RouterMiddleware {
    let limits: ClientLimits

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        try limits.requests?.spend(for: limits.client(of: request.head, from: context.remoteAddress))
        return try await next(request, context)
    }
}
