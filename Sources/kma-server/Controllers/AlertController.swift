import CommandLineSupport
import Hummingbird
import KMAForecast

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
        let cached = try await dependencies.responseCache.response(to: request.target, at: now) { previous in
            do throws(Problem) {
                return .success(try await fetch(parameters, for: client, previous))
            } catch {
                return .failure(error)
            }
        }
        dependencies.metrics.recordResponse(cached.freshness)
        return cached.response(to: request.headers, at: now)
    }

    private func fetch(
        _ parameters: QueryString,
        for client: ClientAddress?,
        _ previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let language = try parameters.language(or: dependencies.defaults.language)
        let report = try await forecasts.alerts(at: try AlertController.place(parameters), for: client)
        return CachedResponse(
            report,
            body: report.json(language),
            route: AlertController.path,
            since: previous
        )
    }

    /// The place that is asked about; `nil` for the whole country, also where the service has an area of its own.
    private static func place(_ parameters: QueryString) throws(Problem) -> PlaceRequest? {
        guard parameters[.area] != nil || parameters[.lat] != nil || parameters[.lon] != nil else {
            return nil
        }
        do throws(ForecastError) {
            return try PlaceRequest(
                area: parameters[.area],
                latitude: parameters[.lat],
                longitude: parameters[.lon]
            )
        } catch {
            throw Problem(error)
        }
    }
}
