import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Rendering

/// The forecast as text for terminals at the name of a place: `/부산`, `/서울+부산`, `/내일+서울`, `/:help`. They are the tables of the command
/// line. Browsers get the page at the same address, which opens on the place (``TextController``).
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
                    body: Array(TextHelp.text[language].utf8),
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
            // Not by the target alone, under which a browser would get the text as well. With a format it is a text for
            // all.
            caching: query.isNegotiated ? .negotiated : .shared()
        )
    }

    /// A problem is a text as well, but for those who ask for JSON.
    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        let asksForJSON = (request.uri.query ?? "").split(separator: "&").contains {
            ["format=json", "format=ndjson"].contains($0)
        }
        return asksForJSON ? nil : problem.textResponse(request.language ?? defaults.language)
    }
}

extension TextQuery {
    /// Reports as the command line prints them.
    fileprivate func text(of reports: [Report]) -> [UInt8] {
        var body = body(of: reports)
        // What the command line tells on standard error.
        let notes = Notices(reports: reports, style: style, isVerbose: false).lines
        if format == .table, !notes.isEmpty {
            body += Array(("\n\n" + notes.map { " " + $0 }.joined(separator: "\n")).utf8)
        }
        if body.last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
        return body
    }
}

extension Problem {
    /// The problem as text: what happened, with the areas that may be meant.
    fileprivate func textResponse(_ language: Language) -> Response {
        var fields = fields
        fields[.contentType] = Format.table.mediaType
        fields[.vary] = Caching.negotiated.vary.map(\.rawName).joined(separator: ", ")
        let text = "\(title[language]). \(detail[language])\n"
        return Response(status: status, headers: fields, content: text.utf8)
    }
}
