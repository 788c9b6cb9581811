import HTTPTypes
import Hummingbird

/// The files of the page where browsers look for them, `/` and `/embed` among them, and `/openapi.json`.
struct PageController {
    let dependencies: ServerDependencies

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        for file in Page.files {
            let path = PageController.path(of: file.path)
            let cached = PageController.response(file.path, file.text, at: path)
            let now = dependencies.now
            router.get(RouterPath(path)) { request, _ in
                // Parameters are for the page and not for us; the description has none.
                if path == "/openapi.json" { _ = try request.parameters([]) }
                return cached.response(to: request.headers, at: now())
            }
        }
    }

    /// The page at another path than its own, which it opens by. `nil` where it is not among the files.
    static func page(at path: String, _ extra: HTTPFields) -> CachedResponse? {
        let file = Page.files.first { self.path(of: $0.path) == "/" }
        return file.map { response($0.path, $0.text, at: path, extra) }
    }

    private static func response(
        _ file: String,
        _ text: StaticString,
        at path: String,
        _ extra: HTTPFields = [:]
    ) -> CachedResponse {
        var fields = fields(of: self.path(of: file))
        fields.append(contentsOf: extra)
        return CachedResponse(
            route: path,
            content: Representation(ByteBuffer(staticString: text), type: type(of: file)),
            // Asked again each time, for a 304: modules of two versions must not meet.
            cacheControl: "no-cache",
            extra: fields
        )
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

    private static func fields(of path: String) -> HTTPFields {
        if path == "/openapi.json" { return .crossOrigin }
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
