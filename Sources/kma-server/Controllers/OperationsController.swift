import Rendering
import Hummingbird
import NIOCore

struct OperationsController {
    let dependencies: ServerDependencies

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get("/healthz", use: health)
        router.get("/readyz", use: readiness)
    }

    func addMetricsRoute(to router: some RouterMethods<AppRequestContext>) { router.get("/metrics", use: metrics) }

    @Sendable private func health(_ request: Request, _ context: AppRequestContext) throws -> Response {
        _ = try request.parameters([])
        return OperationsController.health.response(to: request.headers, at: dependencies.now())
    }

    /// Given by the event loop, so that it waits for no work.
    static let health = CachedResponse(
        route: "/healthz",
        content: Representation(ByteBuffer(bytes: JSONWriter.object { $0.field("status", "ok") }), type: "application/json"),
        cost: 0,
        cacheControl: "no-store"
    )

    @Sendable private func readiness(_ request: Request, _ context: AppRequestContext) throws -> Response {
        _ = try request.parameters([])
        guard dependencies.isReady else { throw Problem.noKey }
        return .json(JSONWriter.object { $0.field("status", "ready") })
    }

    @Sendable private func metrics(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        _ = try request.parameters([])
        let (metrics, now) = (dependencies.metrics, dependencies.now())
        for quota in dependencies.forecaster.quotas {
            let (service, spent) = (quota.service, await quota.spent(at: now))
            metrics.setCallsLeft(max(0, service.traits.limits.callsADay - spent), of: service.rawValue)
        }
        return Response(
            status: .ok,
            headers: [.contentType: PrometheusText.mediaType, .cacheControl: "no-store"],
            content: metrics.text(at: now).utf8
        )
    }
}
