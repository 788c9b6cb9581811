import Forecast
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// A page as browsers and those who show a link to it get it: its file, with what its address names put into its head.
struct HTMLPage: Sendable {
    /// The file, `index.html` or `embed.html`, and what it contains.
    let file: (path: String, text: StaticString)
    /// The path that it is served at, for metrics and logs.
    let path: String
    /// The language that the service is set to.
    let language: Language?
    /// What it depends on.
    let caching: Caching
    /// Whether a proxy stands in front, whose `X-Forwarded-…` can be trusted.
    let isBehindProxy: Bool

    private let made = NIOLockedValueBox<[Head: CachedResponse]>([:])
    /// As many addresses as are shared often; each takes as much as the file, plain and gzipped.
    private static let limit = 64

    /// What differs between the heads of a page.
    private struct Head: Hashable {
        /// Under which path a proxy serves the page; `nil` for none.
        var prefix: String?
        /// The origin that the page has for the browser; `nil` where it is not known.
        var origin: String?
        /// The name of the area that it opens on.
        var place: String?
        /// The area that it opens on, where its scripts do not read it from the address.
        var area: String?
    }

    init(
        _ file: (path: String, text: StaticString),
        at path: String,
        language: Language?,
        caching: Caching,
        isBehindProxy: Bool
    ) {
        (self.file, self.path, self.language, self.isBehindProxy) = (file, path, language, isBehindProxy)
        var caching = caching
        // Of which language the preload is, where the service has none.
        if language == nil { caching.vary.append(.acceptLanguage) }
        if isBehindProxy {
            caching.vary += [HTTPField.Name("X-Forwarded-Prefix"), HTTPField.Name("X-Forwarded-Proto")]
                .compactMap(\.self)
        }
        self.caching = caching
    }

    /// The page for a request, under the status of what its address names.
    func response(to request: Request, at now: Date, status: HTTPResponse.Status = .ok) -> Response {
        let address = PageAddress(request, setting: language)
        let prefix = isBehindProxy ? HTMLPage.prefix(of: request) : nil
        let head = Head(
            prefix: prefix,
            origin: HTMLPage.address(of: request, isBehindProxy: isBehindProxy),
            place: status == .ok ? address.areaName(in: language) : nil,
            area: status == .ok ? address.areaAmongWords : nil
        )
        var response = page(with: head).response(to: request.headers, at: now, status: status)
        if status == .ok, let link = HTMLPage.link, let preload = address.preload(below: prefix) {
            response.headers[link] = preload
        }
        return response
    }

    /// The page with a head, made when it is first asked for.
    private func page(with head: Head) -> CachedResponse {
        if let page = made.withLockedValue({ $0[head] }) { return page }
        let page = make(head)
        made.withLockedValue { made in
            if made.count >= HTMLPage.limit { made.removeAll() }
            made[head] = page
        }
        return page
    }

    private func make(_ head: Head) -> CachedResponse {
        var html = "\(file.text)"
        if let texts = PageTexts(file.path) {
            html = texts.replaced(
                in: html,
                language: language,
                place: head.place,
                origin: head.origin
            )
        }
        if let area = head.area {
            html = html.replacing(
                "<html ",
                with: "<html data-area=\"\(area.escapedForHTML)\" ",
                maxReplacements: 1
            )
        }
        var fields = PageController.fields(of: path)
        if let prefix = head.prefix {
            // Relative addresses then lead below it also where the page's own address does not end in a slash.
            let first = "<meta charset=\"utf-8\">"
            html = html.replacing(first, with: "\(first)\n<base href=\"\(prefix)/\">", maxReplacements: 1)
            let policy = fields[.contentSecurityPolicy]
            fields[.contentSecurityPolicy] = policy?.replacing("base-uri 'none'", with: "base-uri 'self'")
        }
        return CachedResponse(
            route: path,
            content: Representation(ByteBuffer(string: html), type: "text/html; charset=utf-8"),
            caching: caching,
            cacheControl: "no-cache",
            extra: fields
        )
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

    /// The address that the service is asked at: the origin as the request names it, with the path below which a proxy
    /// serves it. `nil` where the request names no host.
    static func address(of request: Request, isBehindProxy: Bool) -> String? {
        guard let host = request.head.authority, host.wholeMatch(of: /[A-Za-z0-9.:\[\]-]{1,255}/) != nil
        else {
            return nil
        }
        let name = isBehindProxy ? HTTPField.Name("X-Forwarded-Proto") : nil
        let isSecure = name.flatMap { request.headers[$0] } == "https"
        let prefix = isBehindProxy ? prefix(of: request) : nil
        return (isSecure ? "https://" : "http://") + host + (prefix ?? "")
    }

    /// Which swift-http-types does not list.
    private static let link = HTTPField.Name("Link")
}
