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

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> TextAsk {
        let query = try TextQuery(request.uri.path, try query(of: request), defaults)
        if query.asksForHelp { return .help(query.style.language) }
        return .forecast(
            ForecastAsk(
                route: path,
                question: query.question,
                places: query.places,
                time: query.time,
                renderer: Renderer(query.key, as: query.format.mediaType) { query.text(of: $0) },
                // Not by the target alone, under which a browser would get the text as well. With a format it is a text for
                // all.
                caching: query.isNegotiated ? .negotiated : .shared()
            )
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

/// What a terminal asks.
enum TextAsk: Ask {
    /// How to ask.
    case help(Language)
    /// The weather.
    case forecast(ForecastAsk)

    var route: String { "/{place}" }
    var key: String {
        switch self {
        case .help(let language): "\(route)\n\n\(language.rawValue)"
        case .forecast(let ask): ask.key
        }
    }
    var cost: Int {
        if case .forecast(let ask) = self { ask.cost } else { 1 }
    }
    var caching: Caching {
        if case .forecast(let ask) = self { ask.caching } else { .negotiated }
    }

    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        switch self {
        case .help(let language):
            CachedResponse(
                route: route,
                content: Representation(
                    ByteBuffer(string: TextHelp.text[language]),
                    type: Format.table.mediaType
                ),
                caching: caching,
                cacheControl: "private, max-age=3600"
            )
        case .forecast(let ask):
            try await ask.response(from: handler, for: client, since: previous)
        }
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
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
