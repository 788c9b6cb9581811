#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CommandLineSupport
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
            let path = PageController.path(of: file.path)
            let texts = path == "/" ? texts : nil
            let extra = texts == nil ? [:] : TextController.fields
            let language = dependencies.defaults.pageLanguage
            let cached = PageController.response(file.path, file.text, at: path, in: language, extra)
            let now = dependencies.now
            router.get(RouterPath(path)) { request, context in
                if let text = try await texts?.textAtRoot(request, context) { return text }
                // Parameters are for the page and not for us; the description has none.
                if path == "/openapi.json" { _ = try request.parameters([]) }
                if isBehindProxy, file.path.hasSuffix(".html"),
                    let prefix = PageController.prefix(of: request)
                {
                    let page = PageController.response(
                        file.path,
                        file.text,
                        at: path,
                        in: language,
                        extra,
                        below: prefix
                    )
                    return page.response(to: request.headers, at: now())
                }
                return cached.response(to: request.headers, at: now())
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

    /// Under which path a proxy serves the page (`X-Forwarded-Prefix: /weather`, as ingresses write it); `nil` for none,
    /// and for what is no plain path of this host.
    private static func prefix(of request: Request) -> String? {
        guard let name = HTTPField.Name("X-Forwarded-Prefix"), let value = request.headers[name] else {
            return nil
        }
        let prefix = value.hasSuffix("/") ? value.dropLast() : value[...]
        return prefix.wholeMatch(of: /(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/) == nil ? nil : String(prefix)
    }

    /// The page at another path than its own, which it opens by. `nil` where it is not among the files.
    static func page(at path: String, in language: Language?, _ extra: HTTPFields) -> CachedResponse? {
        let file = Page.files.first { self.path(of: $0.path) == "/" }
        return file.map { response($0.path, $0.text, at: path, in: language, extra) }
    }

    private static func response(
        _ file: String,
        _ text: StaticString,
        at path: String,
        in language: Language?,
        _ extra: HTTPFields = [:],
        below prefix: String? = nil
    ) -> CachedResponse {
        var fields = fields(of: self.path(of: file), hasBase: prefix != nil)
        fields.append(contentsOf: extra)
        var bytes = ByteBuffer(staticString: text)
        if let texts = PageTexts(file) {
            bytes = ByteBuffer(string: texts.replaced(in: "\(text)", language: language))
        }
        if let prefix {
            // Relative addresses then lead below it also where the page's own address does not end in a slash.
            let head = "<meta charset=\"utf-8\">"
            bytes = ByteBuffer(
                string: String(buffer: bytes).replacing(
                    head,
                    with: "\(head)\n<base href=\"\(prefix)/\">",
                    maxReplacements: 1
                )
            )
            fields.append(HTTPField(name: .vary, value: "X-Forwarded-Prefix"))
        }
        return CachedResponse(
            route: path,
            content: Representation(bytes, type: type(of: file)),
            cacheControl: cacheControl(of: file),
            extra: fields
        )
    }

    private static func cacheControl(of file: String) -> String {
        // It never changes: another content is another name.
        if isNamedByContent(file) { return "public, max-age=31536000, immutable" }
        // Asked again each time, for a 304: they name the files of their own version.
        if file.hasSuffix(".html") || file.hasSuffix(".json") { return "no-cache" }
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
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        default: "text/plain; charset=utf-8"
        }
    }

    private static func fields(of path: String, hasBase: Bool = false) -> HTTPFields {
        if path == "/openapi.json" { return .crossOrigin }
        // Only the small page is made for the frames of others.
        let ancestors = path == "/embed" ? "*" : "'none'"
        var fields: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri \(hasBase ? "'self'" : "'none'"); form-action 'none'; \
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
