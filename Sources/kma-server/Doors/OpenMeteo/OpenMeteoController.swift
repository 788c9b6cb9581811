import CommandLineSupport
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast

/// The forecast as Open-Meteo's Weather Forecast API has it (open-meteo.com/en/docs), for apps in which the address of
/// their Open-Meteo server can be set: `/om/v1/forecast`.
///
/// What KMA and OpenWeather do not give is `null`: nothing is estimated to fill a format.
struct OpenMeteoController {
    let forecasts: ForecastController

    private static let path = "/om/v1/forecast"

    private var dependencies: ServerDependencies { forecasts.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(OpenMeteoController.path), use: forecast)
    }

    @Sendable private func forecast(_ request: Request, _ context: AppRequestContext) async throws -> Response
    {
        do throws(OpenMeteoError) {
            let query = try OpenMeteoQuery((request.uri.query ?? "")[...])
            let cached = try await response(to: query, request, context)
            dependencies.metrics.recordResponse(cached.freshness)
            return cached.response(to: request.headers, at: dependencies.now())
        } catch {
            return error.response
        }
    }

    private func response(
        to query: OpenMeteoQuery,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws(OpenMeteoError) -> CachedResponse {
        do throws(Problem) {
            return try await forecasts.response(
                to: .week,
                at: query.places,
                key: "\(OpenMeteoController.path)?\(query.text)",
                at: dependencies.now(),
                for: forecasts.limits.client(of: request.head, from: context.remoteAddress)
            ) { reports, previous throws(Problem) in
                var objects: [[UInt8]] = []
                for (index, report) in reports.enumerated() {
                    objects.append(OpenMeteoForecast(report: report, query: query).json(index: index))
                    // Others go on between two places.
                    await Task.yield()
                }
                return CachedResponse(
                    reports,
                    body: query.places.count == 1 ? objects[0] : OpenMeteoForecast.list(objects),
                    route: OpenMeteoController.path,
                    since: previous
                )
            }
        } catch {
            throw OpenMeteoError(error)
        }
    }
}

/// Why a request fails, in the shape of Open-Meteo: `{"error": true, "reason": …}`.
struct OpenMeteoError: Error {
    /// The HTTP status; 400 for whatever is wrong with a request.
    var status = HTTPResponse.Status.badRequest
    /// What happened, in English as there.
    var reason: String
    /// Seconds after which it is worth asking again.
    var retryAfter: Int?

    init(_ reason: String) {
        self.reason = reason
    }

    /// A problem of the forecast. Outside Korea there is no data, in Open-Meteo's own words.
    init(_ problem: Problem) {
        if problem.code == .outsideKorea {
            reason = "No data is available for this location"
        } else {
            reason = problem.detail.english
            if problem.status.code >= 429 { status = problem.status }
        }
        retryAfter = problem.retryAfter
    }

    var response: Response {
        var json = JSONWriter()
        json.object { json in
            json.field("error", true)
            json.field("reason", reason)
        }
        var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        fields[.retryAfter] = retryAfter.map(String.init)
        for field in HTTPFields.crossOrigin { fields[field.name] = field.value }
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
        )
    }
}
