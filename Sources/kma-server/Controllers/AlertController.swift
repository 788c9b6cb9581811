import CommandLineSupport
import Hummingbird
import KMAForecast
import Regions

/// The weather warnings of a place, or of the whole country: `/v1/alerts`.
struct AlertController {
    let forecasts: ForecastController

    private static let path = "/v1/alerts"
    private static let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    private var dependencies: ServerDependencies { forecasts.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(AlertController.path), use: alerts)
    }

    @Sendable private func alerts(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let parameters = try request.parameters(AlertController.parameters)
        let now = dependencies.now()
        let client = forecasts.limits.client(of: request.head, from: context.remoteAddress)
        // One answer serves every place, so none is new.
        let origin = RequestOrigin(client: client?.name ?? "", isNewPlace: false)
        let cached = try await dependencies.responseCache.response(to: request.target, at: now) { previous in
            do throws(Problem) {
                return .success(try await fetch(parameters, for: origin, previous))
            } catch {
                return .failure(error)
            }
        }
        dependencies.metrics.recordResponse(cached.freshness)
        return cached.response(to: request.headers, at: now)
    }

    private func fetch(
        _ parameters: QueryString,
        for origin: RequestOrigin,
        _ previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let language = try parameters.language(or: dependencies.defaults.language)
        let report: AlertReport
        do throws(ForecastError) {
            let place = try AlertController.place(parameters)
            report = try await dependencies.forecaster.alerts(at: place, for: origin)
        } catch {
            throw await forecasts.problem(error)
        }
        dependencies.metrics.recordSources([report.source])
        return CachedResponse(
            report,
            body: report.json(language),
            route: AlertController.path,
            since: previous
        )
    }

    /// The place that is asked about; `nil` for the whole country, also where the service has an area of its own.
    private static func place(_ parameters: QueryString) throws(ForecastError) -> Place? {
        guard parameters[.area] != nil || parameters[.lat] != nil || parameters[.lon] != nil else {
            return nil
        }
        return try PlaceRequest(
            area: parameters[.area],
            latitude: parameters[.lat],
            longitude: parameters[.lon]
        ).place()
    }
}
