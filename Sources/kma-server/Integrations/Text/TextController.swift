import Hummingbird

struct TextController {
    let handler: AskHandler
    var isBehindProxy = false

    private static let endpoint = TextEndpoint()

    private var dependencies: ServerDependencies { handler.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        let path = TextController.endpoint.path
        let page = PageController.page(at: path, in: dependencies.defaults.pageLanguage, isBehindProxy: isBehindProxy)
        router.get(RouterPath(path)) { request, context in
            switch TextClient(request) {
            case .terminal: return try await handler.respond(to: request, context, at: TextController.endpoint)
            case .browser:
                guard let page else { throw Problem.notFound(request.uri.path[...]) }
                _ = try handler.admit(request, context)
                let problem = problem(with: request.uri.path)
                if let problem, !request.headers.acceptedTypes.names("text/html") { throw problem }
                let status = problem?.status ?? .ok
                return page.response(to: request, context, at: dependencies.now(), status: status)
            case .other: throw Problem.notAcceptable
            }
        }
    }

    /// Default place or help, and the places of the page's own address; `nil` for browsers.
    func textAtRoot(_ request: Request, _ context: AppRequestContext) async throws -> Response? {
        guard TextClient(request) == .terminal else { return nil }
        return try await handler.respond(to: request.withAreasInPath, context, at: TextController.endpoint)
    }

    private func problem(with path: String) -> Problem? {
        let cache = dependencies.responseCache
        let key = AskKey(route: "page", form: [path])
        if let problem = cache.problem(for: key) { return problem }
        do throws(Problem) {
            let places = try TextPath(path, at: dependencies.now()).places
            for request in places { _ = try request.found() }
            return nil
        } catch {
            cache.keep(error, for: key)
            return error
        }
    }
}

extension Request {
    /// `/?area=부산&area=서울` as `/부산+서울`.
    fileprivate var withAreasInPath: Request {
        let (items, area) = ((uri.query ?? "").split(separator: "&"), "area=")
        let areas = items.filter { $0.hasPrefix(area) }.map { $0.dropFirst(area.count).replacing("+", with: "%20") }
        guard uri.path == "/", !areas.isEmpty else { return self }
        var head = head
        head.path = "/\(areas.joined(separator: "+"))?\(items.filter { !$0.hasPrefix(area) }.joined(separator: "&"))"
        return Request(head: head, body: body)
    }
}

private enum TextClient {
    case terminal
    /// Browser, or a crawler for link previews.
    case browser
    case other

    /// Products without their versions, which some leave out.
    private static let terminals: Set = [
        "curl", "libcurl", "pycurl", "wget", "wget2", "httpie", "xh", "powershell", "windowspowershell", "nushell", "libfetch",
        "lynx", "w3m",
    ]

    init(_ request: Request) {
        let query = (request.uri.query ?? "").split(separator: "&")
        let agent = (request.headers[.userAgent] ?? "").lowercased().split(separator: " ").map { String($0.prefix { $0 != "/" }) }
        let types = request.headers.acceptedTypes
        let (text, page) = (types.weight(of: "text/plain"), types.weight(of: "text/html"))
        if query.contains(where: { $0.hasPrefix("format=") }) || !TextClient.terminals.isDisjoint(with: agent)
            || text > 0 && (page == 0 || types.names("text/plain") && text >= page)
        {
            self = .terminal
        } else {
            self = page > 0 ? .browser : .other
        }
    }
}
