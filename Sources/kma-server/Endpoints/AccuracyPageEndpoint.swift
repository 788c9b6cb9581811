import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore
import Rendering

/// The page `/accuracy`: how good the kept forecasts of a place were, drawn.
struct AccuracyPageEndpoint: Endpoint {
    let path = "/accuracy"
    let parameters: [Parameter] = AccuracyEndpoint().parameters + [.lead]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> AccuracyAsk<AccuracyPageRenderer> {
        let query = try query(of: request)
        // Where nobody has chosen a language, the browser's counts.
        let isByBrowser = query[.lang] == nil && defaults.pageLanguage == nil
        return AccuracyAsk(
            route: path,
            place: try query.places(or: defaults.area)[0],
            since: query[.since],
            renderer: AccuracyPageRenderer(
                language: try query.language(or: defaults.pageLanguage(of: request)),
                isByBrowser: isByBrowser,
                leadDays: try query[.lead].map(AccuracyPageEndpoint.lead)
            ),
            caching: .shared(vary: isByBrowser ? [.acceptLanguage] : []),
            fields: PageController.fields(of: path)
        )
    }

    /// A problem as a page, for the person who sees it.
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        let chosen = request.uri.queryParameters["lang"].flatMap { Language(rawValue: String($0)) }
        let language = chosen ?? defaults.pageLanguage(of: request)
        var fields = PageController.fields(of: path)
        fields[.contentType] = AccuracyPageRenderer.mediaType
        fields[.cacheControl] = "no-store"
        fields[.retryAfter] = problem.retryAfter.map(String.init)
        let html = AccuracyPage.problem(problem.detail, language: language)
        return Response(
            status: problem.status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: html))
        )
    }

    private static func lead(_ text: String) throws(Problem) -> Int {
        guard let lead = Int(text), (0...10).contains(lead) else {
            throw Problem(
                .badInput,
                detail: LocalizedText("lead는 0부터 10까지의 수입니다.", "lead is a number from 0 to 10.")
            )
        }
        return lead
    }
}

/// The scores as a page.
struct AccuracyPageRenderer: Renderer {
    let language: Language
    /// Whether the language is the browser's, so that caches tell browsers apart.
    let isByBrowser: Bool
    /// The lead whose probabilities are drawn; `nil` for the one that the sentence is about.
    let leadDays: Int?

    fileprivate static let mediaType = "text/html; charset=utf-8"

    var key: String { "\(language.rawValue) \(isByBrowser) \(leadDays.map { "\($0)" } ?? "-")" }
    var mediaType: String { AccuracyPageRenderer.mediaType }

    func body(of report: AccuracyReport) -> [UInt8] {
        Array(AccuracyPage(report: report, language: language, leadDays: leadDays).html.utf8)
    }
}

extension Defaults {
    /// The language of a page: of the service, else the one that a browser asks for first, English unless it is Korean.
    fileprivate func pageLanguage(of request: Request) -> Language {
        if let pageLanguage { return pageLanguage }
        guard let first = request.headers[.acceptLanguage]?.split(separator: ",").first else {
            return .korean
        }
        return first.lowercased().hasPrefix("ko") ? .korean : .english
    }
}
