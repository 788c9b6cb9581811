import Forecast
import Hummingbird
import KMAForecast
import Rendering

struct TextEndpoint: Endpoint {
    let path = "/{place}"
    let parameters: [Parameter] = [.view, .format, .line, .template, .color, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try TextQuery(request.uri.path, try query(of: request), defaults)
        if query.asksForHelp {
            let language = query.style.language
            let key = AskKey(route: path, caching: .negotiated, form: [language.rawValue])
            return Ask(key: key) { _, _ in
                Answer(
                    body: .init(bytes: Array(TextHelp.text[language].utf8)),
                    mediaType: Format.table.mediaType,
                    cacheControl: "private, max-age=3600"
                )
            }
        }
        return .forecast(
            route: path,
            question: query.question,
            places: query.places,
            time: query.time,
            renderer: Renderer(query.key, as: query.format.mediaType) { query.text(of: $0) },
            // Not by target alone, under which a browser would get text.
            caching: query.isNegotiated ? .negotiated : .shared()
        )
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        let asksForJSON = (request.uri.query ?? "").split(separator: "&").contains { ["format=json", "format=ndjson"].contains($0) }
        return asksForJSON ? nil : problem.textResponse(request.language ?? defaults.language)
    }
}

extension TextQuery {
    fileprivate func text(of reports: [Report]) -> [UInt8] {
        let reports = answered(reports)
        var body = body(of: reports)
        let notes = Notices(reports: reports, style: style, isVerbose: false).lines
        if format == .table, !notes.isEmpty { body += Array(("\n\n" + notes.map { " " + $0 }.joined(separator: "\n")).utf8) }
        if body.last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
        return body
    }
}

extension Problem {
    fileprivate func textResponse(_ language: Language) -> Response {
        var fields = fields
        fields[.contentType] = Format.table.mediaType
        fields[.vary] = Caching.negotiated.vary.map(\.rawName).joined(separator: ", ")
        let text = "\(title[language]). \(detail[language])\n"
        return Response(status: status, headers: fields, content: text.utf8)
    }
}
