import Hummingbird
import Logging

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

/// Logs a line a response.
struct LogMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        logger.logRequest(
            request.method.rawValue,
            route: context.route,
            status: response.status,
            duration: ContinuousClock.now - start,
            bytes: response.body.contentLength
        )
        return response
    }
}
