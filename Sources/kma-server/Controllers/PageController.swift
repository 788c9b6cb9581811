import Rendering
import Forecast
import HTTPTypes
import Hummingbird

/// The files of the page where browsers look for them, `/` and `/embed` among them, and `/openapi.json`.
struct PageController {
    let dependencies: ServerDependencies
    /// What programs of a terminal get at `/`; `nil` where they get the page like everybody else.
    var texts: TextController?
    /// Whether a proxy stands in front, whose `X-Forwarded-Prefix` can be trusted.
    var isBehindProxy = false

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        for file in Page.files {
            if file.path.hasSuffix(".html") {
                addPage(file, to: router)
            } else {
                let path = PageController.path(of: file.path)
                let cached = PageController.response(
                    file.path,
                    file.text,
                    in: dependencies.defaults.pageLanguage
                )
                let now = dependencies.now
                router.get(RouterPath(path)) { request, _ in
                    // The description has no parameters.
                    if path == "/openapi.json" { _ = try request.parameters([]) }
                    return cached.response(to: request.headers, at: now())
                }
            }
        }
        for (name, base64) in [
            ("/icon-192.png", Page.icon192PngBase64), ("/icon-512.png", Page.icon512PngBase64),
        ] {
            guard let picture = Data(base64Encoded: "\(base64)") else {
                preconditionFailure("The plugin embeds \(name) as base64")
            }
            let cached = CachedResponse(
                route: name,
                content: Representation(ByteBuffer(bytes: picture), type: "image/png"),
                cacheControl: PageController.cacheControl(of: name),
                extra: PageController.fields(of: name)
            )
            let now = dependencies.now
            router.get(RouterPath(name)) { request, _ in cached.response(to: request.headers, at: now()) }
        }
    }

    private func addPage(
        _ file: (path: String, text: StaticString),
        to router: some RouterMethods<AppRequestContext>
    ) {
        let path = PageController.path(of: file.path)
        let texts = path == "/" ? texts : nil
        let page = HTMLPage(
            file: file.path,
            text: file.text,
            path: path,
            language: dependencies.defaults.pageLanguage,
            fields: PageController.fields(of: path),
            caching: texts == nil ? .shared() : .negotiated,
            isBehindProxy: isBehindProxy
        )
        let now = dependencies.now
        router.get(RouterPath(path)) { request, context in
            if let text = try await texts?.textAtRoot(request, context) { return text }
            // Parameters are for the page and not for us.
            return page.response(to: request, at: now())
        }
    }

    /// The page at another path than its own, which it opens by. `nil` where it is not among the files.
    static func page(at path: String, in language: Language?, isBehindProxy: Bool) -> HTMLPage? {
        let file = Page.files.first { self.path(of: $0.path) == "/" }
        return file.map {
            HTMLPage(
                file: $0.path,
                text: $0.text,
                path: path,
                language: language,
                fields: fields(of: "/"),
                caching: .negotiated,
                isBehindProxy: isBehindProxy
            )
        }
    }

    private static func response(_ file: String, _ text: StaticString, in language: Language?)
        -> CachedResponse
    {
        var bytes = ByteBuffer(staticString: text)
        if file == "openapi.json" { bytes = ByteBuffer(string: OpenAPI.text) }
        if let texts = PageTexts(file) {
            bytes = ByteBuffer(string: texts.replaced(in: "\(text)", language: language))
        }
        return CachedResponse(
            route: path(of: file),
            content: Representation(bytes, type: type(of: file)),
            cacheControl: cacheControl(of: file),
            extra: fields(of: path(of: file))
        )
    }

    private static func cacheControl(of file: String) -> String {
        // It never changes: another content is another name.
        if isNamedByContent(file) { return "public, max-age=31536000, immutable" }
        // Asked again each time, for a 304.
        if file.hasSuffix(".json") { return "no-cache" }
        // Icons, the manifest and the worker name nothing that a new version could lack.
        return "public, max-age=\(dayInSeconds)"
    }

    private static let dayInSeconds = 86_400

    /// Whether the plugin has put what a file contains into its name: `page.71814f640e60b1c2.css`.
    static func isNamedByContent(_ file: String) -> Bool {
        file.wholeMatch(of: /[\w-]+\.[0-9a-f]{16}\.(?:js|css)/) != nil
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
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        default: "text/plain; charset=utf-8"
        }
    }

    static func fields(of path: String) -> HTTPFields {
        if path == "/openapi.json" { return [:] }
        // Only the small page is made for the frames of others.
        let ancestors = path == "/embed" ? "*" : "'none'"
        var fields: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors \(ancestors)
            """,
            .xContentTypeOptions: "nosniff",
        ]
        if let referrerPolicy { fields[referrerPolicy] = "no-referrer" }
        return fields
    }

    /// Which swift-http-types does not list.
    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")
}
