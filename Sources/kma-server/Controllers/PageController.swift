import Forecast
import HTTPTypes
import Hummingbird

struct PageController {
    let dependencies: ServerDependencies
    var texts: TextController?
    var isBehindProxy = false

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        for file in Page.files where file.path != AccuracyPageEndpoint.frameFile {
            if file.path.hasSuffix(".html") { addPage(file, to: router) } else { add(file.path, content(of: file), to: router) }
        }
        for (name, base64) in [("icon-192.png", Page.icon192PngBase64), ("icon-512.png", Page.icon512PngBase64)] {
            guard let picture = Data(base64Encoded: "\(base64)") else { preconditionFailure("The plugin embeds \(name) as base64") }
            add(name, ByteBuffer(bytes: picture), to: router)
        }
    }

    private func add(_ file: String, _ content: ByteBuffer, to router: some RouterMethods<AppRequestContext>) {
        let path = PageController.path(of: file)
        let cached = CachedResponse(
            route: path,
            content: Representation(content, type: PageController.type(of: file), level: .smallest),
            cacheControl: PageController.cacheControl(of: file),
            extra: PageController.fields(of: path)
        )
        let now = dependencies.now
        router.get(RouterPath(path)) { request, _ in
            if path == "/openapi.json" { _ = try request.parameters([]) }
            return cached.response(to: request.headers, at: now())
        }
    }

    private func content(of file: (path: String, text: StaticString)) -> ByteBuffer {
        guard let texts = PageTexts(file.path) else { return ByteBuffer(staticString: file.text) }
        let language = dependencies.defaults.pageLanguage
        return ByteBuffer(string: texts.replaced(in: "\(file.text)", language: language))
    }

    private func addPage(_ file: (path: String, text: StaticString), to router: some RouterMethods<AppRequestContext>) {
        let path = PageController.path(of: file.path)
        let texts = path == "/" ? texts : nil
        let page = HTMLPage(
            file,
            at: path,
            language: dependencies.defaults.pageLanguage,
            caching: texts == nil ? .shared() : .negotiated,
            isBehindProxy: isBehindProxy
        )
        let now = dependencies.now
        router.get(RouterPath(path)) { request, context in
            if let text = try await texts?.textAtRoot(request, context) { return text }
            return page.response(to: request, context, at: now())
        }
    }

    static func page(at path: String, in language: Language?, isBehindProxy: Bool) -> HTMLPage? {
        let file = Page.files.first { self.path(of: $0.path) == "/" }
        return file.map { HTMLPage($0, at: path, language: language, caching: .negotiated, isBehindProxy: isBehindProxy) }
    }

    private static func cacheControl(of file: String) -> String {
        if isNamedByContent(file) { return "public, max-age=31536000, immutable" }
        if file.hasSuffix(".json") { return "no-cache" }
        return "public, max-age=\(dayInSeconds)"
    }

    private static let dayInSeconds = 86_400

    /// True for `main.0123456789abcdef.js`, as the plugin names scripts and styles.
    static func isNamedByContent(_ file: String) -> Bool {
        let parts = file.split(separator: ".")
        return parts.count == 3 && parts[1].utf8.count == 16 && parts[1].allSatisfy(\.isHexDigit)
    }

    private static func path(of file: String) -> String {
        switch file {
        case "index.html": "/"
        case "embed.html": "/embed"
        default: "/" + file
        }
    }

    private static func type(of file: String) -> String {
        switch file.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        default: "text/plain; charset=utf-8"
        }
    }

    static func fields(of path: String) -> HTTPFields {
        if path == "/openapi.json" { return [:] }
        let ancestors = path == "/embed" ? "*" : "'none'"
        var fields: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors \(ancestors)
            """
        ]
        if let referrerPolicy { fields[referrerPolicy] = "no-referrer" }
        return fields
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")
}
