import Forecast
import Hummingbird
import Rendering

struct AccuracyPageEndpoint: Endpoint {
    let path = "/accuracy"
    let parameters: [Parameter] = AccuracyEndpoint().parameters + [.lead]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let isByBrowser = query[.lang] == nil && defaults.pageLanguage == nil
        let language = try query.language(or: defaults.pageLanguage(of: request))
        let leadDays = try query[.lead].map(AccuracyPageEndpoint.lead)
        let frame = AccuracyPageEndpoint.frame
        return .accuracy(
            route: path,
            at: try query.places(or: defaults.area)[0],
            since: try query.firstDay(at: defaults.now),
            now: defaults.now,
            renderer: Renderer([language.rawValue, leadDays?.description], as: AccuracyPageEndpoint.mediaType) {
                Array(AccuracyPage(report: $0, language: language, leadDays: leadDays).html(in: frame).utf8)
            },
            caching: .shared(vary: isByBrowser ? [.acceptLanguage] : []),
            fields: PageController.fields(of: path)
        )
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        let chosen = request.uri.queryParameters["lang"].flatMap { Language(rawValue: String($0)) }
        let language = chosen ?? defaults.pageLanguage(of: request)
        var fields = PageController.fields(of: path)
        fields[.contentType] = AccuracyPageEndpoint.mediaType
        fields[.cacheControl] = "no-store"
        fields[.retryAfter] = problem.retryAfter.map(String.init)
        // Remedies in details are for programs.
        let query = request.uri.queryParameters
        let title =
            query["area"] == nil && query["lat"] == nil && query["lon"] == nil
            ? LocalizedText("위에서 지역을 찾아 주세요.", "Search for a place above.") : problem.title
        let html = AccuracyPage.problem(title, language: language, in: AccuracyPageEndpoint.frame)
        return Response(status: problem.status, headers: fields, content: html.utf8)
    }

    private static let frame = Page.files.first { $0.path == frameFile }.map { "\($0.text)" } ?? "{content}"

    static let frameFile = "record.html"

    private static let mediaType = "text/html; charset=utf-8"

    private static func lead(_ text: String) throws(Problem) -> Int {
        guard let lead = Int(text), (0...10).contains(lead) else { throw .badInput("lead는 0부터 10까지의 수입니다.", "lead is a number from 0 to 10.") }
        return lead
    }
}

extension Defaults {
    /// English if the service, or the first language of the browser, is another than Korean.
    fileprivate func pageLanguage(of request: Request) -> Language {
        if let pageLanguage { return pageLanguage }
        guard let first = request.headers[.acceptLanguage]?.split(separator: ",").first else { return .korean }
        return first.lowercased().hasPrefix("ko") ? .korean : .english
    }
}
