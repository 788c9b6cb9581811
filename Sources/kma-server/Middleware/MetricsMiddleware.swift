import Hummingbird

/// Counts responses and their time, by the path as the router knows it and by status.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        metrics.recordRequest(
            route: context.route,
            status: response.status.code,
            duration: ContinuousClock.now - start
        )
        return response
    }
}
