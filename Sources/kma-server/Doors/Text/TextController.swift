import CommandLineSupport
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast

/// The forecast as text for terminals at the name of a place: `/부산`, `/서울+부산`, `/:help`, and `/` for the place that is
/// set. They are the tables of the command line. Browsers get the page at the same address, which opens on the place.
struct TextController {
    let forecasts: ForecastController

    private static let path = "/{place}"
    /// A response depends on who asks.
    static let fields: HTTPFields = [.vary: "Accept, User-Agent"]

    private var dependencies: ServerDependencies { forecasts.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        let page = PageController.page(
            at: TextController.path,
            in: dependencies.defaults.pageLanguage,
            TextController.fields
        )
        router.get(RouterPath(TextController.path)) { request, context in
            switch TextClient(request) {
            case .terminal: return try await text(request, context)
            case .browser:
                guard let page else { throw Problem.notFound(request.uri.path[...]) }
                return response(with: page, to: request)
            case .other: throw Problem.notFound(request.uri.path[...])
            }
        }
    }

    /// The text at `/` for a program of a terminal: of the place that is set, else the help. `nil` for anybody else, who
    /// gets the page.
    func textAtRoot(_ request: Request, _ context: AppRequestContext) async throws -> Response? {
        guard TextClient(request) == .terminal else { return nil }
        try forecasts.limits.requests?.takeToken(
            for: forecasts.limits.client(of: request.head, from: context.remoteAddress)
        )
        return try await text(request, context)
    }

    /// The page, under the status of what its address names.
    private func response(with page: CachedResponse, to request: Request) -> Response {
        page.response(
            to: request.headers,
            at: dependencies.now(),
            status: problem(with: request.uri.path)?.status ?? .ok
        )
    }

    /// Why a path names no place; `nil` where it does. A name nobody bears is looked for once.
    private func problem(with path: String) -> Problem? {
        let cache = dependencies.responseCache
        // No target begins like this.
        let key = "page \(path)"
        if let problem = cache.problem(for: key) { return problem }
        do throws(Problem) {
            for request in try TextQuery.places(in: path) {
                do throws(ForecastError) { _ = try request.place() } catch { throw Problem(error) }
            }
            return nil
        } catch {
            cache.keep(error, for: key)
            return error
        }
    }

    /// The text; what goes wrong is a text as well, or a problem document to those who ask for JSON.
    private func text(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        do throws(Problem) {
            let parameters = try request.parameters(TextQuery.parameters)
            let query = try TextQuery(request.uri.path, parameters, dependencies.defaults)
            let now = dependencies.now()
            if query.asksForHelp {
                return TextController.help(query.style).response(to: request.headers, at: now)
            }
            // Not the target alone, under which a browser would get the text as well. With a format it is a text for all.
            let key = query.isNegotiated ? "text \(request.target)" : request.target
            let client = forecasts.limits.client(of: request.head, from: context.remoteAddress)
            let cached = try await forecasts.response(
                to: query.question,
                at: query.places,
                key: key,
                at: now,
                for: client
            ) { reports, previous throws(Problem) in
                TextController.response(with: reports, to: query, previous)
            }
            dependencies.metrics.recordResponse(cached.freshness)
            return cached.response(to: request.headers, at: now)
        } catch  where (request.uri.query ?? "").split(separator: "&").contains(where: TextController.isJSON)
        {
            throw error
        } catch {
            return error.textResponse(request.language ?? dependencies.defaults.language)
        }
    }

    private static func response(
        with reports: [Report],
        to query: TextQuery,
        _ previous: CachedResponse?
    ) -> CachedResponse {
        let style = query.style
        var body = query.body(of: reports)
        // What the command line tells on standard error.
        let notes = Warnings(reports: reports, style: style, isVerbose: false).lines
        if query.format == .table, !notes.isEmpty {
            body += Array(("\n\n" + notes.map { " " + $0 }.joined(separator: "\n")).utf8)
        }
        if body.last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
        return CachedResponse(
            reports,
            body: body,
            type: query.format.mediaType,
            route: path,
            for: query.isNegotiated ? .client : .everybody,
            extra: query.isNegotiated ? fields : [:],
            since: previous
        )
    }

    /// Whether a parameter asks for JSON, to whose readers a problem is told in JSON.
    private static func isJSON(_ parameter: Substring) -> Bool {
        ["format=json", "format=ndjson"].contains(parameter)
    }

    private static func help(_ style: Style) -> CachedResponse {
        CachedResponse(
            route: path,
            content: Representation(
                ByteBuffer(string: TextHelp.text[style.language]),
                type: Format.table.mediaType
            ),
            cacheControl: "private, max-age=3600",
            extra: fields
        )
    }
}

/// Who asks at the name of a place, by what a request says of its sender and of what it takes.
private enum TextClient {
    case terminal
    case browser
    case other

    /// The names under which programs for terminals make themselves known; PowerShell's stands behind `Mozilla/5.0`.
    private static let terminals = ["curl/", "wget/", "wget2/", "httpie/", "powershell"]

    init(_ request: Request) {
        let query = (request.uri.query ?? "").split(separator: "&")
        let agent = request.headers[.userAgent]?.lowercased() ?? ""
        if query.contains(where: { $0.hasPrefix("format=") })
            || TextClient.terminals.contains(where: agent.contains) || request.headers.accepts("text/plain")
        {
            self = .terminal
        } else {
            self = request.headers.accepts("text/html") ? .browser : .other
        }
    }
}

extension Format {
    /// The media type of a response.
    fileprivate var mediaType: String {
        switch self {
        case .table, .line: "text/plain; charset=utf-8"
        case .json, .waybar: "application/json"
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}

extension Problem {
    /// The problem as text: what happened, with the areas that may be meant.
    fileprivate func textResponse(_ language: Language) -> Response {
        var fields = fields
        fields[.contentType] = Format.table.mediaType
        fields[.vary] = "Accept, User-Agent"
        let text = "\(title[language]). \(detail[language])\n"
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
