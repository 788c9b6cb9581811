import Forecast
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import Rendering

struct HTMLPage: Sendable {
    let file: (path: String, text: StaticString)
    let path: String
    let language: Language?
    let caching: Caching
    let isBehindProxy: Bool

    private let made = NIOLockedValueBox<[Head: CachedResponse]>([:])
    /// Frequent addresses; each takes the file's size, plain and gzipped.
    private static let limit = 64

    private struct Head: Hashable {
        var prefix: String?
        var origin: String?
        var place: String?
        var area: String?
        var day: String?
        var text: String
        var link: String
        var language: Language?
        var isEnglish: Bool
    }

    init(_ file: (path: String, text: StaticString), at path: String, language: Language?, caching: Caching, isBehindProxy: Bool) {
        (self.file, self.path, self.language, self.isBehindProxy) = (file, path, language, isBehindProxy)
        var caching = caching
        // The preload depends on the language.
        if language == nil { caching.vary.append(.acceptLanguage) }
        if isBehindProxy { caching.vary += [HTTPField.Name("X-Forwarded-Prefix"), HTTPField.Name("X-Forwarded-Proto")].compactMap(\.self) }
        self.caching = caching
    }

    func response(to request: Request, _ context: AppRequestContext, at now: Date, status: HTTPResponse.Status = .ok) -> Response {
        let address = PageAddress(request, setting: language, at: now)
        let proxyPrefix = isBehindProxy ? HTMLPage.prefix(of: request) : nil
        let prefix = proxyPrefix ?? (context.endsWithSlash ? ".." : nil)
        let head = Head(
            prefix: prefix,
            origin: HTMLPage.address(of: request, isBehindProxy: isBehindProxy),
            place: status == .ok ? address.areaName(in: address.chosenLanguage) : nil,
            area: status == .ok ? address.areaAmongWords : nil,
            day: status == .ok ? address.dayAmongWords : nil,
            text: address.text(isFound: status == .ok),
            link: status == .ok ? address.link : "/",
            language: address.chosenLanguage,
            isEnglish: address.language == .english
        )
        var response = page(with: head).response(to: request.headers, at: now, status: status)
        if status == .ok, !HTMLPage.isWebKit(request), let link = HTMLPage.link, let preload = address.preload(below: prefix) {
            response.headers[link] = preload
        }
        return response
    }

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
            html = texts.replaced(in: html, language: head.language, place: head.place, origin: head.origin, link: head.link)
        }
        // The script comes with the words that are read; others are loaded when they are chosen.
        if head.isEnglish {
            html = html.replacing(HTMLPage.script("main"), with: HTMLPage.script("main-en"))
            for (korean, english) in PageTexts.withoutScripts { html = html.replacing(korean, with: english) }
        }
        html = html.replacing("?format=table", with: head.text.escapedForMarkup)
        if let area = head.area {
            let day = head.day.map { "data-day=\"\($0)\" " } ?? ""
            html = html.replacing("<html ", with: "<html data-area=\"\(area.escapedForMarkup)\" \(day)", maxReplacements: 1)
        }
        var fields = PageController.fields(of: path)
        if let prefix = head.prefix {
            // So relative addresses need no final slash.
            let first = "<meta charset=\"utf-8\">"
            html = html.replacing(first, with: "\(first)\n<base href=\"\(prefix)/\">", maxReplacements: 1)
            let policy = fields[.contentSecurityPolicy]
            fields[.contentSecurityPolicy] = policy?.replacing("base-uri 'none'", with: "base-uri 'self'")
        }
        return CachedResponse(
            route: path,
            content: Representation(ByteBuffer(string: html), type: "text/html; charset=utf-8", level: .smallest),
            caching: caching,
            cacheControl: "no-cache",
            extra: fields
        )
    }

    private static func script(_ name: String) -> String { Page.files.first { $0.path.hasPrefix("\(name).") }?.path ?? "\(name).js" }

    /// WebKit shares no preload that is under way, and follows the link for a worker's request too: one visit asked three times.
    private static func isWebKit(_ request: Request) -> Bool {
        let agent = request.headers[.userAgent] ?? ""
        return agent.contains("AppleWebKit") && !agent.contains("Chrome/")
    }

    private static func prefix(of request: Request) -> String? {
        guard let name = HTTPField.Name("X-Forwarded-Prefix"), let value = request.headers[name] else { return nil }
        let prefix = value.hasSuffix("/") ? value.dropLast() : value[...]
        return prefix.wholeMatch(of: /(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/) == nil ? nil : String(prefix)
    }

    static func address(of request: Request, isBehindProxy: Bool) -> String? {
        guard let host = request.head.authority, host.wholeMatch(of: /[A-Za-z0-9.:\[\]-]{1,255}/) != nil else { return nil }
        let name = isBehindProxy ? HTTPField.Name("X-Forwarded-Proto") : nil
        let isSecure = name.flatMap { request.headers[$0] } == "https"
        let prefix = isBehindProxy ? prefix(of: request) : nil
        return (isSecure ? "https://" : "http://") + host + (prefix ?? "")
    }

    private static let link = HTTPField.Name("Link")
}
