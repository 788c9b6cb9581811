import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore
import Rendering

/// The page `/accuracy`: how good the kept forecasts of a place were, drawn.
struct AccuracyPageController {
    let dependencies: ServerDependencies

    private static let path = "/accuracy"

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(AccuracyPageController.path), use: page)
    }

    /// The page in the language of `lang`, else of the service, else of the browser.
    @Sendable private func page(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        var language = dependencies.defaults.pageLanguage ?? AccuracyPageController.language(of: request)
        var status = HTTPResponse.Status.ok
        let html: String
        do throws(Problem) {
            let endpoint = AccuracyEndpoint()
            let query = try request.parameters(endpoint.parameters + [.lead])
            language = try query.language(or: language)
            let ask = AccuracyAsk(
                route: AccuracyPageController.path,
                place: try query.places(or: dependencies.defaults.area)[0],
                since: query[.since],
                renderer: AccuracyJSONRenderer(language: language)
            )
            html =
                AccuracyPage(
                    report: try await ask.report(dependencies),
                    language: language,
                    leadDays: try AccuracyPageController.lead(query)
                ).html
        } catch {
            status = error.status
            html = AccuracyPage.problem(error.detail, language: language)
        }
        var fields = PageController.fields(of: AccuracyPageController.path)
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "no-cache"
        fields[.vary] = "Accept-Language"
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: html))
        )
    }

    /// The language that a browser asks for first: English unless it is Korean.
    private static func language(of request: Request) -> Language {
        guard let first = request.headers[.acceptLanguage]?.split(separator: ",").first else {
            return .korean
        }
        return first.lowercased().hasPrefix("ko") ? .korean : .english
    }

    private static func lead(_ query: QueryString) throws(Problem) -> Int? {
        guard let text = query[.lead] else { return nil }
        guard let lead = Int(text), (0...10).contains(lead) else {
            throw Problem(
                .badInput,
                detail: LocalizedText("lead는 0부터 10까지의 수입니다.", "lead is a number from 0 to 10.")
            )
        }
        return lead
    }
}
