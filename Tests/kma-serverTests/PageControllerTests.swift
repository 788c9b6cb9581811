import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import kma_server

@Suite("PageController", .takesSlots(programs: 1))
struct PageControllerTests {
    @Test(
        "The files of the page are where browsers look for them",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/?area=x&theme=y", "text/html; charset=utf-8"),
            ("/embed?area=x", "text/html; charset=utf-8"),
            ("/worker.js", "text/javascript; charset=utf-8"), ("/icon.svg", "image/svg+xml"),
            ("/icon-192.png", "image/png"), ("/icon-512.png", "image/png"),
            ("/manifest.webmanifest", "application/manifest+json"),
        ]
    )
    func types(target: String, type: String) async throws {
        let response = try await TestService().get(target)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == type)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        let isPage = type.hasPrefix("text/html")
        #expect(response.headers[.cacheControl] == (isPage ? "no-cache" : "public, max-age=86400"))
        #expect(response.headers[.eTag] != nil)
    }

    @Test(
        "The page allows nothing from elsewhere and nothing inline, and only the small one stands in frames"
    )
    func policy() async throws {
        let service = try TestService()
        for target in ["/", "/embed", "/worker.js"] {
            let policy = try #require(try await service.get(target).headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
            #expect(!policy.contains("unsafe") && !policy.contains("http"))
            #expect(policy.hasSuffix(target == "/embed" ? "frame-ancestors *" : "frame-ancestors 'none'"))
        }
    }

    @Test("No file of the page names another from the root, so that a proxy may put it under any path")
    func relativeAddresses() {
        for file in Page.files where file.path != "openapi.json" {
            let absolute = "\(file.text)".matches(
                of: /(?:href|src)="\/|['`]\/(?:v1|\?|[a-z-]+\.(?:js|css|svg))/
            )
            #expect(absolute.isEmpty, "\(file.path)")
        }
    }

    @Test("No address in the page holds a blank, which none may have (RFC 3986)")
    func blanks() {
        for file in Page.files where file.path.hasSuffix(".html") {
            let blanks = "\(file.text)".matches(of: /(?:href|src)="[^"]*\s[^"]*"/)
            #expect(blanks.isEmpty, "\(file.path)")
        }
    }

    @Test("The icons are pictures of the size that the manifest says", arguments: [192, 512])
    func icons(side: UInt32) async throws {
        var picture = try await TestService().get("/icon-\(side).png").body
        #expect(picture.readBytes(length: 8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        picture.moveReaderIndex(forwardBy: 8)
        #expect(picture.readInteger(as: UInt32.self) == side)
        #expect(picture.readInteger(as: UInt32.self) == side)
    }

    @Test(
        "Below a trusted proxy's prefix the page's addresses lead there, whatever its own ends in",
        arguments: [
            ("/weather", "/weather/"), ("/weather/", "/weather/"), ("/a/b-c", "/a/b-c/"),
            ("//evil.example", nil),
            ("/a\"b", nil), ("https://evil.example", nil), ("", nil), ("/..", nil),
        ]
    )
    func prefix(header: String, base: String?) async throws {
        var options = ServerOptions()
        options.isBehindProxy = true
        let name = try #require(HTTPField.Name("X-Forwarded-Prefix"))
        let service = try TestService()
        try await service.application(options).test(.router) { client in
            for path in ["/", "/embed"] {
                let page = try await client.execute(uri: path, method: .get, headers: [name: header])
                let policy = page.headers[.contentSecurityPolicy]
                #expect(String(buffer: page.body).contains("<base href=\"\(base ?? "x")\">") == (base != nil))
                #expect(policy?.contains(base == nil ? "base-uri 'none'" : "base-uri 'self'") == true)
            }
        }
        let untrusted = try await service.get("/", headers: [name: header])
        #expect(!untrusted.text.contains("<base"))
    }

    @Test("Every file of the page is served byte by byte")
    func files() async throws {
        let service = try TestService()
        #expect(Page.files.count > 5)
        for file in Page.files where !file.path.hasSuffix(".html") {
            #expect(try await service.get("/" + file.path).text == "\(file.text)", "\(file.path)")
        }
        #expect(try await service.get("/index.html").status == .notFound)
        #expect(try await service.get("/record.html").status == .notFound)
    }

    @Test("A page names its script and its style by what they contain, and those are kept for good")
    func namedByContent() async throws {
        let service = try TestService()
        for (page, files) in [("/", 2), ("/embed", 3)] {
            let html = try await service.get(page).text
            let names = html.matches(of: /(?:src|href)="([\w.-]+\.(?:js|css))"/).map { $0.output.1 }
            #expect(names.count == files)
            for name in names {
                let file = try await service.get("/\(name)")
                #expect(file.status == .ok)
                #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(!file.text.contains("\n ") && !file.text.contains("\n//"))
            }
        }
        #expect(try await service.get("/page.js").status == .notFound)
    }

    private static let addresses: [(String, String, String)] = [
        ("/?area=Busan&lang=en", "en", "./Busan?format=table&amp;lang=en"),
        ("/?area=Busan&area=Seoul", "ko", "./Busan+Seoul?format=table&amp;lang=ko"),
        (
            "/?area=%EC%84%9C%EC%9A%B8+%EC%A4%91%EA%B5%AC", "en",
            "./%EC%84%9C%EC%9A%B8%20%EC%A4%91%EA%B5%AC?format=table&amp;lang=en"
        ),
        ("/?lat=37.5&lon=127.0", "en", "./37.5,127.0?format=table&amp;lang=en"),
        ("/Busan?lang=en", "ko", "./Busan?format=table&amp;lang=en"),
        ("/Busan+tomorrow", "en", "./Busan+tomorrow?format=table&amp;lang=en"),
        ("/embed?area=Busan", "en", "./Busan?format=table&amp;lang=en"),
        ("/", "en", "./?format=table&amp;lang=en"), ("/", "", "./?format=table"),
        ("/Nowhere", "en", "?format=table&amp;lang=en"),
    ]

    @Test("Without scripts the page leads to the same as text, in its own language", arguments: addresses)
    func withoutScripts(target: String, language: String, link: String) async throws {
        let service = try TestService()
        var headers: HTTPFields = [.accept: "text/html"]
        headers[.acceptLanguage] = language.isEmpty ? nil : language
        let page = try await service.get(target, headers: headers).text
        let isEnglish = link.hasSuffix("en")
        #expect(page.contains("<a href=\"\(link)\""))
        #expect(page.contains("This page is drawn by JavaScript.") == isEnglish)
        let text = try await service.get("/" + link.replacing("./", with: "").replacing("&amp;", with: "&"))
        #expect(text.headers[.contentType] == "text/plain; charset=utf-8" || target == "/Nowhere")
        if target.contains("Busan") { #expect(text.text.contains(isEnglish ? "Busan" : "부산광역시")) }
    }

    @Test(
        "The script of a page comes with the words of the language that it is asked in",
        arguments: [
            ("/", "en-US", true), ("/", "ko-KR,ko;q=0.9", false), ("/", "", false),
            ("/?area=Busan&lang=en", "ko", true), ("/?area=Busan&lang=ko", "en", false),
            ("/Nowhere", "en", true),
        ]
    )
    func words(target: String, browser: String, isEnglish: Bool) async throws {
        let service = try TestService()
        var headers: HTTPFields = [.accept: "text/html", .userAgent: "Mozilla/5.0"]
        if !browser.isEmpty { headers[.acceptLanguage] = browser }
        let html = try await service.get(target, headers: headers).text
        let script = try #require(html.firstMatch(of: /src="(main[\w.-]*\.js)"/)?.output.1)
        #expect(script.hasPrefix("main-en.") == isEnglish)
        #expect(try await service.get("/\(script)").text.contains("'Feels like'") == isEnglish)
    }

    @Test(
        "The page of a place that is not known is whole whatever tag the browser has",
        arguments: ["/Nowhere", "/%EC%A4%91%EA%B5%AC"]
    )
    func unknownPlace(path: String) async throws {
        let service = try TestService()
        let tag = try #require(try await service.get("/").headers[.eTag])
        let response = try await service.get(
            path,
            headers: [
                .ifNoneMatch: tag, .ifModifiedSince: "Sun, 01 Jan 2040 00:00:00 GMT",
                .accept: "text/html", .userAgent: "Mozilla/5.0",
            ]
        )
        #expect(response.status == .notFound || response.status == .unprocessableContent)
        #expect(response.headers[.eTag] == nil && response.headers[.lastModified] == nil)
        #expect(response.text.contains("</html>"))
    }

    @Test(
        "A page whose address names a place lets the browser ask for its weather beside the scripts",
        arguments: [
            ("/?area=%EC%84%9C%EC%9A%B8&lang=en", "ko-KR", "v1/week?area=%EC%84%9C%EC%9A%B8&lang=en"),
            ("/?area=%EC%84%9C%EC%9A%B8", "ko-KR,ko;q=0.9", "v1/week?area=%EC%84%9C%EC%9A%B8&lang=ko"),
            ("/?area=%EC%84%9C%EC%9A%B8", "en-US", "v1/week?area=%EC%84%9C%EC%9A%B8&lang=en"),
            ("/embed?area=Jeju+City", "en", "v1/week?area=Jeju+City&lang=en"),
            ("/?lat=35.18&lon=129.075", "en", "v1/week?lat=35.18&lon=129.075&lang=en"),
            ("/%EB%B6%80%EC%82%B0+%EC%84%9C%EC%9A%B8", "ko", "v1/week?area=%EB%B6%80%EC%82%B0&lang=ko"),
            ("/?area=%EC%84%9C%EC%9A%B8", "", nil), ("/", "ko", nil), ("/embed", "ko", nil),
            ("/?area=%ZZ", "ko", nil),
        ]
    )
    func preload(target: String, browser: String, address: String?) async throws {
        var headers: HTTPFields = [.accept: "text/html", .userAgent: "Mozilla/5.0"]
        if !browser.isEmpty { headers[.acceptLanguage] = browser }
        let response = try await TestService().get(target, headers: headers)
        let link = try #require(HTTPField.Name("Link"))
        #expect(response.headers[link] == address.map { "<\($0)>; rel=preload; as=fetch; crossorigin" })
        #expect(response.headers[.vary]?.contains("Accept-Language") == true)
    }

    @Test(
        "WebKit, which would ask for the weather twice, is given no preload",
        arguments: [
            ("Version/18.0 Safari/605.1.15", false), ("CriOS/130.0 Mobile/15E148 Safari/604.1", false),
            ("Chrome/130.0 Safari/537.36", true),
        ]
    )
    func preloadByEngine(agent: String, isGiven: Bool) async throws {
        let response = try await TestService().get(
            "/?area=%EC%84%9C%EC%9A%B8",
            headers: [
                .accept: "text/html", .acceptLanguage: "ko",
                .userAgent: "Mozilla/5.0 AppleWebKit/605.1.15 (KHTML, like Gecko) \(agent)",
            ]
        )
        let link = try #require(HTTPField.Name("Link"))
        #expect((response.headers[link] != nil) == isGiven)
    }

    @Test("A link preview names its place, and has the icon under a whole address")
    func linkPreview() async throws {
        let service = try TestService()
        let headers: HTTPFields = [.accept: "text/html", .userAgent: "kakaotalk-scrap/1.0"]
        for target in ["/?area=%EB%B6%80%EC%82%B0", "/%EB%B6%80%EC%82%B0"] {
            let page = try await service.get(target, headers: headers).text
            #expect(page.contains(#"<meta property="og:title" content="부산광역시 날씨">"#), "\(target)")
            #expect(page.contains("<title>부산광역시 날씨</title>"))
            #expect(page.contains(/og:image" content="https?:\/\/[^"\/]+\/icon-512.png"/), "\(target)")
            #expect(page.contains(/og:url" content="https?:\/\/[^"\/]+\/%EB%B6%80%EC%82%B0"/), "\(target)")
        }
        for target in ["/Busan?lang=en", "/?area=Busan&lang=en", "/Busan/?lang=en"] {
            let page = try await service.get(target, headers: headers).text
            #expect(page.contains(#"<meta property="og:title" content="Weather in Busan">"#), "\(target)")
            #expect(page.contains(#"<html lang="en""#), "\(target)")
        }
        let nameless = try await service.get("/?area=%22%3E%3Cscript%3E", headers: headers).text
        #expect(nameless.contains(#"og:title" content="날씨""#) && !nameless.contains("<script>"))
    }

    @Test("Below a trusted prefix the weather is asked for and the picture stands there too")
    func linksBelowPrefix() async throws {
        var options = ServerOptions()
        options.isBehindProxy = true
        let (prefix, scheme) = (HTTPField.Name("X-Forwarded-Prefix"), HTTPField.Name("X-Forwarded-Proto"))
        let headers: HTTPFields = [
            try #require(prefix): "/weather", try #require(scheme): "https", .acceptLanguage: "ko",
            .accept: "text/html", .userAgent: "Mozilla/5.0",
        ]
        try await TestService().application(options).test(.router) { client in
            for path in ["/?area=%EB%B6%80%EC%82%B0", "/%EB%B6%80%EC%82%B0"] {
                let page = try await client.execute(uri: path, method: .get, headers: headers)
                let link = try #require(HTTPField.Name("Link"))
                #expect(
                    page.headers[link]?.hasPrefix("</weather/v1/week?area=%EB%B6%80%EC%82%B0&lang=ko>")
                        == true
                )
                #expect(
                    String(buffer: page.body).contains(
                        /og:image" content="https:\/\/[^"]+\/weather\/icon-512.png"/
                    )
                )
                #expect(String(buffer: page.body).contains("<base href=\"/weather/\">"))
            }
        }
    }
}
