import HTTPTypes
import Hummingbird
import KMAForecast

/// The weather of places as metrics to scrape: `/v1/prometheus`.
struct PrometheusController {
    let forecasts: ForecastController

    private static let path = "/v1/prometheus"
    private static let type = "text/plain; version=0.0.4; charset=utf-8"

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(PrometheusController.path), use: metrics)
    }

    @Sendable private func metrics(_ request: Request, _ context: AppRequestContext) async throws -> Response
    {
        let dependencies = forecasts.dependencies
        let parameters = try request.parameters([.area, .lat, .lon, .lang], repeatable: [.area])
        // The language is that of problems alone.
        _ = try parameters.language(or: dependencies.defaults.language)
        let places: [PlaceRequest]
        do throws(ForecastError) {
            places = try PlaceRequest.requests(parameters, fallback: dependencies.defaults.area)
        } catch {
            throw Problem(error)
        }
        let now = dependencies.now()
        let cached = try await forecasts.response(
            to: .week,
            at: places,
            key: request.target,
            at: now,
            for: forecasts.limits.client(of: request.head, from: context.remoteAddress)
        ) { reports, previous throws(Problem) in
            CachedResponse(
                reports,
                body: Array(WeatherMetrics(reports, at: places).text.utf8),
                type: PrometheusController.type,
                route: PrometheusController.path,
                since: previous
            )
        }
        dependencies.metrics.recordResponse(cached.freshness)
        return cached.response(to: request.headers, at: now)
    }
}
