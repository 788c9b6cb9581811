import Feeds
import Forecast
import HTTPTypes
import Hummingbird
import OpenMeteo
import Rendering

/// Open-Meteo's Weather Forecast and Air Quality APIs (open-meteo.com/en/docs), for apps with a choice of server; unknown values are `null`.
struct OpenMeteoEndpoint: Endpoint {
    let api: OpenMeteoAPI

    var path: String { api.path }
    var parameters: [Parameter] { [] }

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let text = (request.uri.query ?? "")[...]
        let values = try OpenMeteoParameters(text) { side throws(Problem) in try QueryString.decoded(side) }
        let query: OpenMeteoQuery
        do throws(OpenMeteoError) { query = try OpenMeteoQuery(values, api, at: defaults.now) } catch { throw .openMeteo(error.reason) }
        let key = AskKey(route: path, places: query.places, form: query.parameters)
        return Ask(key: key, cost: query.cost) { handler, client async throws(Problem) in
            let (reports, isWhole) = try await handler.reports(query.api.question, at: query.places, for: client)
            var forecasts: [OpenMeteoForecast] = []
            for (index, report) in reports.enumerated() {
                let past = await OpenMeteoPast(of: report, query, handler.dependencies.forecaster)
                forecasts.append(OpenMeteoForecast(report, past, query, index: index))
                await Task.yield()
            }
            return Answer(
                body: .init(bytes: query.body(of: forecasts)),
                mediaType: (query.isCSV ? Format.csv : .json).mediaType,
                report: reports,
                isShared: isWhole || reports.isComplete
            )
        }
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? { problem.openMeteoResponse() }
}

extension OpenMeteoQuery {
    fileprivate var cost: Int { places.count * (isOfPast ? 2 + span.dayCount / 31 : 1) }

    fileprivate func body(of forecasts: [OpenMeteoForecast]) -> [UInt8] {
        if isCSV { return OpenMeteoForecast.csv(forecasts) }
        let objects = forecasts.enumerated().map { $1.json(index: $0) }
        return objects.count == 1 ? objects[0] : Array("[".utf8) + objects.joined(separator: ",".utf8) + Array("]".utf8)
    }
}

extension Problem {
    /// `{"error": true, "reason": …}` in English, always 400, but 404 if `hasNotFound`.
    func openMeteoResponse(hasNotFound: Bool = false) -> Response {
        let isOutside = code == .outsideKorea
        let keepsStatus = status.code >= 429 && !isOutside || hasNotFound && status == .notFound
        let json = JSONWriter.object { json in
            json.field("error", true)
            json.field("reason", isOutside ? "No data is available for this location" : detail.english)
        }
        var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        fields[.retryAfter] = retryAfter.map(String.init)
        for field in HTTPFields.crossOrigin { fields[field.name] = field.value }
        return Response(status: keepsStatus ? status : .badRequest, headers: fields, content: json)
    }

    static func openMeteo(_ reason: String, code: ErrorCode = .badInput, status: HTTPResponse.Status? = nil) -> Problem {
        Problem(code, status: status, detail: LocalizedText(reason, reason))
    }
}
