import HTTPTypes
import HummingbirdTesting
import Settings
import TestSupport
import Testing

@testable import kma_server

@Suite("TextController", .takesSlots(programs: 1))
struct TextControllerTests {
    private static let curl: HTTPFields = [.userAgent: "curl/8.5.0"]
    private static let browser: HTTPFields = [
        .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        .accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    ]

    @Test(
        "Programs for terminals get a text, everyone else the page",
        arguments: [
            (curl, "text/plain; charset=utf-8"), ([.userAgent: "Wget/1.21.4"], "text/plain; charset=utf-8"),
            ([.userAgent: "HTTPie/3.2.2", .accept: "*/*"], "text/plain; charset=utf-8"),
            (
                [.userAgent: "Mozilla/5.0 (Windows NT 10.0; ko-KR) PowerShell/7.4.1"],
                "text/plain; charset=utf-8"
            ),
            ([.accept: "text/plain"], "text/plain; charset=utf-8"), (browser, "text/html; charset=utf-8"),
            ([.userAgent: "python-requests/2.32", .accept: "*/*"], "text/html; charset=utf-8"),
            ([.accept: "text/*"], "text/html; charset=utf-8"), ([:], "text/html; charset=utf-8"),
            ([.accept: "text/html, text/plain;q=0.5"], "text/html; charset=utf-8"),
        ] as [(HTTPFields, String)]
    )
    func clients(headers: HTTPFields, type: String) async throws {
        let response = try await TestService().get("/" + "부산".encoded, headers: headers)
        #expect(response.headers[.contentType] == type)
        #expect(response.status == .ok)
        let language = type.hasPrefix("text/html") ? "Accept-Language, " : ""
        #expect(response.headers[values: .vary] == ["Accept, User-Agent, \(language)Accept-Encoding"])
    }

    private static let agents: [(String, Bool)] = [
        ("Wget", true), ("curl", true), ("HTTPie", true), ("xh/0.24.1", true), ("wget2/2.2.0", true),
        ("PycURL/7.45.2 libcurl/7.88.1 OpenSSL/3.0.15", true), ("fetch libfetch/2.0", true),
        ("Mozilla/5.0 (Windows NT 10.0; ko-KR) WindowsPowerShell/5.1.19041", true),
        ("Lynx/2.9.0 libwww-FM/2.14", true), ("w3m/0.5.3+git", true), ("Wgetter/1.0", false),
        ("Mozilla/5.0 (compatible; like curl)", false), ("curlew", false),
        ("", false),
    ]

    @Test("A terminal is known by its product, with or without a version", arguments: agents)
    func product(agent: String, isTerminal: Bool) async throws {
        let type = try await TestService().get("/Busan", headers: [.userAgent: agent]).headers[.contentType]
        #expect((type == "text/plain; charset=utf-8") == isTerminal)
    }

    private static let targets = [
        "/v1/week.ics?area=Busan", "/v1/alerts.atom?area=Busan", "/Busan.svg?", "/v1/nation.svg?",
        "/accuracy?area=Busan", "/?area=Busan", "/embed?area=Busan", "/Busan?", "/Busan?view=now",
        "/Busan?view=hours", "/Busan?format=waybar", "/Busan?view=now&format=csv", "/Busan?format=csv",
        "/integrations/home-assistant.yaml?area=Busan", "/Nowhere?", "/v1/week?area=Nowhere",
    ]

    @Test("An answer in English has no Korean letter", arguments: targets)
    func english(target: String) async throws {
        let headers: HTTPFields = target.contains("?area") ? Self.browser : Self.curl
        let text = try await TestService().get("\(target)&lang=en", headers: headers).text
        let korean = text.split(whereSeparator: \.isWhitespace).filter { $0.contains(/[\u{AC00}-\u{D7A3}]/) }
        #expect(!text.isEmpty && korean.isEmpty, "\(korean)")
    }

    @Test("The page's own address with its places is a text for terminals")
    func pageAddress() async throws {
        let service = try TestService()
        for (page, text) in [
            ("/?area=Busan", "/Busan"), ("/?area=Gangneung&area=Sokcho", "/Gangneung+Sokcho"),
            (
                "/?area=%EC%84%9C%EC%9A%B8+%EC%A4%91%EA%B5%AC&lang=en",
                "/%EC%84%9C%EC%9A%B8%20%EC%A4%91%EA%B5%AC?lang=en"
            ),
        ] {
            let (response, same) = (
                try await service.get(page, headers: Self.curl),
                try await service.get(text, headers: Self.curl)
            )
            #expect(response.status == .ok && response.text == same.text)
        }
    }

    @Test("A place is there whatever is accepted, and the page of a link has its preview")
    func negotiation() async throws {
        let service = try TestService()
        let agents = [
            nil, "Mozilla/5.0", "facebookexternalhit/1.1", "kakaotalk-scrap/1.0",
            "Slackbot-LinkExpanding 1.0",
            "Twitterbot/1.0", "okhttp/4.12", "curl/8.5.0",
        ]
        let types = [
            nil, "*/*", "text/*", "text/html", "application/json", "image/*", "text/html;q=0, */*;q=0.1",
        ]
        for path in ["/Busan", "/", "/v1/week?area=Busan", "/v1/week/?area=Busan", "/Busan/"] {
            for agent in agents {
                for type in types {
                    var headers = HTTPFields()
                    headers[.userAgent] = agent
                    headers[.accept] = type
                    let response = try await service.get(path, headers: headers)
                    let isRefused =
                        path.contains("Busan") && !path.contains("v1") && agent != "curl/8.5.0"
                        && ["application/json", "image/*"].contains(type)
                    #expect(response.status == (isRefused ? .notAcceptable : .ok), "\(path) \(headers)")
                    guard response.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                    #expect(response.text.contains("og:image"), "\(path) \(headers)")
                }
            }
        }
        let refused = try await service.get("/Busan", headers: [.accept: "application/json"])
        #expect(refused.text.contains("text/plain") && refused.text.contains("?format=json"))
    }

    @Test("A slash at the end changes nothing but where relative addresses lead")
    func slash() async throws {
        let service = try TestService()
        for path in ["/v1/week/?area=Busan", "/v1/areas/?q=Busan", "/Busan/?format=csv", "/healthz/"] {
            let response = try await service.get(path)
            let plain = try await service.get(path.replacing("/?", with: "?").replacing("z/", with: "z"))
            #expect(response.status == .ok && response.text == plain.text, "\(path)")
        }
        let (page, plain) = (
            try await service.get("/Busan/?lang=ko", headers: Self.browser),
            try await service.get("/Busan?lang=ko", headers: Self.browser)
        )
        #expect(page.text.replacing("\n<base href=\"../\">", with: "") == plain.text)
        #expect(page.text != plain.text)
        let link = try #require(HTTPField.Name("Link"))
        #expect(page.headers[link]?.hasPrefix("<../v1/week?area=Busan&lang=ko>") == true)
        for path in ["//v1/week?area=Busan", "/v1/week//?area=Busan", "/v1/", "/Busan//"] {
            #expect(try await service.get(path, headers: Self.browser).status == .notFound, "\(path)")
        }
    }

    @Test("A browser gets the page also after a terminal got the text, and with the status of the place")
    func page() async throws {
        let service = try TestService()
        #expect(try await service.get("/Busan", headers: Self.curl).status == .ok)
        let page = try await service.get("/Busan", headers: Self.browser)
        let asked = try await service.get("/?area=Busan", headers: Self.browser)
        #expect(page.text.contains("<title>부산광역시 날씨</title>"))
        #expect(page.text == asked.text)
        #expect(page.headers[.contentSecurityPolicy] != nil)
        #expect(try await service.get("/" + "부싼".encoded, headers: Self.browser).status == .notFound)
        #expect(
            try await service.get("/" + "중구".encoded, headers: Self.browser).status == .unprocessableContent
        )
    }

    @Test("The table is that of the command line without colours, and says that it is made of samples")
    func table() async throws {
        let text = try await TestService().get("/" + "부산".encoded, headers: Self.curl).text
        #expect(text.hasPrefix(" 부산광역시"))
        #expect(text.matches(of: /━+/).count == 11)
        #expect(!text.contains("\u{1B}"))
        #expect(text.hasSuffix("\n\n 예시 자료(표본 자료)입니다. 실제 예보가 아닙니다.\n"))
    }

    @Test(
        "A text has the view, the format, the language and the colours that are asked for",
        arguments: [
            ("/Busan?line", "오늘 ☁", "text/plain"), ("/Busan?view=now&line", "☁ 구름많음 ", "text/plain"),
            ("/Busan?view=hours", "오늘 10/4", "text/plain"), ("/Busan?view=outlook", "중기전망", "text/plain"),
            ("/Busan?view=theme", "cloudy #", "text/plain"), ("/Busan?lang=en", " Busan ", "text/plain"),
            ("/Busan?color", "\u{1B}[", "text/plain"),
            ("/Busan?format=csv", "date,temperature_min", "text/csv"),
            ("/Seoul+Busan?format=csv", "place,date", "text/csv"),
            ("/Busan?format=json", "\"name\": \"부산광역시\"", "application/json"),
            ("/Busan?format=ndjson", "\"name\":\"부산광역시\"", "application/x-ndjson"),
            ("/Busan?template={sky}+{temperature}°", "구름많음 ", "text/plain"),
            (
                "/Seoul+Busan?view=now&template={place}&lang=en", "Seoul\nBusan\n",
                "text/plain"
            ),
            ("/37.5,127.0?line", "오늘", "text/plain"), ("/:help", "curl HOST/부산", "text/plain"),
            ("/:help?lang=en", "Weather in a terminal", "text/plain"),
        ]
    )
    func forms(target: String, text: String, type: String) async throws {
        let response = try await TestService().get(target, headers: Self.curl)
        #expect(response.status == .ok)
        #expect(response.text.contains(text))
        #expect(response.text.utf8.last == UInt8(ascii: "\n"))
        #expect(response.headers[.contentType]?.hasPrefix(type) == true)
    }

    @Test("A program of a terminal gets at / the place that is set, else the help; a browser gets the page")
    func root() async throws {
        let service = try TestService()
        let help = try await service.get("/", headers: Self.curl)
        #expect(help.text == (try await service.get("/:help", headers: Self.curl).text))
        for headers in [Self.browser, [:]] {
            let page = try await service.get("/", headers: headers)
            #expect(page.text.hasPrefix("<!doctype html>"))
            #expect(page.headers[values: .vary] == ["Accept, User-Agent, Accept-Language, Accept-Encoding"])
        }
        let own = try TestService(area: "부산")
        #expect(try await own.get("/", headers: Self.curl).text.hasPrefix(" 부산광역시"))
        #expect(try await own.get("/?line", headers: Self.curl).text.hasPrefix("오늘"))
    }

    @Test("Several places are told in their order")
    func places() async throws {
        let lines = try await TestService().get("/Seoul+Busan+Jeju?line", headers: Self.curl).text
            .split(separator: "\n")
        #expect(lines.map { $0.prefix(2) } == ["서울", "부산", "제주"])
        // As on the command line, words of one place are one.
        for (path, place) in [("/Gimpo+Airport", "김포국제공항"), ("/Busan+" + "중구".encoded, "부산광역시 중구")] {
            let text = try await TestService().get(path, headers: Self.curl).text
            #expect(text.contains(place) && text.matches(of: /오늘/).count == 1, "\(text)")
        }
    }

    @Test(
        "Faults are reported in text, under their status",
        arguments: [
            ("/" + "부싼".encoded, 404, "부산광역시"), ("/" + "중구".encoded, 422, "부산광역시 중구"),
            ("/Jeju+" + "중구".encoded, 422, "중구"), ("/40.0,100.0", 404, "대한민국"),
            ("/" + "전국".encoded, 404, "nation"),
            ("/Busan?view=moon", 400, "week, now"), ("/Busan?format=pdf", 400, "table, json"),
            ("/Busan?view=hours&line", 400, "view"), ("/Busan?template={moon}", 400, "{feels_like}"),
            ("/Busan?template={sky", 400, "{{"), ("/Busan?template={sky}&format=csv", 400, "format"),
            ("/Busan?view=theme&template={sky}", 400, "week, now"),
            ("/Busan?view=hours&format=waybar", 400, "week, now"),
            ("/Busan?view=theme&format=waybar", 400, "week, now"),
            ("/Busan?template=" + String(repeating: "x", count: 401), 400, "400자"),
            ("/Busan?x=1", 400, "view, format, line, template, color, lang"),
            ("/Busan?line&line", 400, "두 번"), ("/%00", 400, "U+0000"),
            ("/Busan?line&format=csv", 400, "하나만"), ("/Busan?line&template={sky}", 400, "하나만"),
            ("/Busan?template=%1b[31mx", 400, "제어 문자"), ("/Busan?template=%E2%80%AEx", 400, "방향"),
        ]
    )
    func problems(target: String, status: Int, text: String) async throws {
        let response = try await TestService().get(target, headers: Self.curl)
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(response.text.contains(text), "\(response.text)")
    }

    @Test("No text holds a character that a terminal would obey, wherever a request has one")
    func control() async throws {
        let service = try TestService()
        for escape in ["%1b]0;x%07", "%1b[2J", "%0d", "%9b", "%C2%9B2J", "%E2%80%AE", "%E2%80%A8"] {
            for target in [
                "/\(escape)", "/Busan+\(escape)", "/Busan?\(escape)=1", "/Busan?view=\(escape)",
                "/Busan?format=\(escape)", "/Busan?lang=\(escape)", "/Busan?template=\(escape)",
                "/Busan?template={\(escape)}", "/Busan?line=\(escape)", "/Busan?color&\(escape)%zz",
                "/Busan?line&\(escape)", "/\(escape)?line", "/Busan?x=\(escape)",
            ] {
                let text = try await service.get(target, headers: Self.curl).text
                #expect(
                    !text.isEmpty && text.allSatisfy { $0 == "\n" || !$0.isControl },
                    "\(target): \(text.debugDescription)"
                )
            }
        }
    }

    @Test("A text is cached like any other response, and 304 where the client has it")
    func cached() async throws {
        let service = try TestService()
        let first = try await service.get("/Busan", headers: Self.curl)
        let tag = try #require(first.headers[.eTag])
        service.wait(seconds: 30)
        let second = try await service.get("/Busan", headers: Self.curl)
        #expect(second.text == first.text)
        #expect(second.headers[.age] == "30")
        var headers = Self.curl
        headers[.ifNoneMatch] = tag
        #expect(try await service.get("/Busan", headers: headers).status == .notModified)
    }

    @Test("Without integrations there is no text, and the page stands at its own address alone")
    func withoutIntegrations() async throws {
        for name in ["--no-integrations", "--no-doors"] {
            let settings = try Settings(environment: [:], readFile: { _ in "" })
            #expect(try !ListeningOptions.parse([name]).serverOptions(settings).hasIntegrations)
        }
        var options = ServerOptions()
        options.hasIntegrations = false
        try await TestService().application(options).test(.router) { client in
            for headers in [Self.curl, Self.browser] {
                let response = try await client.execute(uri: "/Busan", method: .get, headers: headers)
                #expect(response.status == .notFound)
                #expect(response.headers[.contentType] == "application/problem+json")
            }
        }
    }
}
