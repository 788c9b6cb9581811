import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Logging
import NIOCore

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

extension HTTPResponse.Status {
    /// The client has gone before its request was whole, under the number that nginx logs it with.
    static let clientClosedRequest = HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
}
