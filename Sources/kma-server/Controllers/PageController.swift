import HTTPTypes
import Hummingbird

extension Page {
    /// The files of the page where browsers look for them, each ready to be sent.
    static var endpoints: [Endpoint] {
        files.map { file in
            let path = path(of: file.path)
            let answer = CachedResponse(
                route: path,
                content: Representation(ByteBuffer(staticString: file.text), type: type(of: file.path)),
                // Asked again each time, for a 304: modules of two versions must not meet.
                policy: "no-cache",
                extra: fields(of: path)
            )
            let isDescription = path == "/openapi.json"
            return Endpoint(path: path, parameters: isDescription ? [] : nil, isLimited: false) { visit, _ in
                answer.reply(to: visit.head.headerFields, at: visit.now).response
            }
        }
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
        if path == "/openapi.json" { return .forEveryone }
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
