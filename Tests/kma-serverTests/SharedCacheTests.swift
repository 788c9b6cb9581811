import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import kma_server

@Suite("Caches in front of the service", .takesSlots(programs: 1))
struct SharedCacheTests {
    private static let curl = "User-Agent: curl/8.5.0\r\n"
    private static let browser = "User-Agent: Mozilla/5.0\r\nAccept: text/html\r\n"
    /// Behind a proxy, and where no language is set.
    private static let ofPage = "Accept-Language, X-Forwarded-Prefix, X-Forwarded-Proto, Accept-Encoding"
    private static let lines = "Accept: application/x-ndjson\r\n"

    @Test(
        "A response has exactly one Vary line, cold and warm: of two some caches heed only the last",
        arguments: [
            ("/", curl, "Accept, User-Agent, Accept-Encoding"),
            ("/", browser, "Accept, User-Agent, \(ofPage)"),
            ("/Busan", curl, "Accept, User-Agent, Accept-Encoding"),
            ("/Busan", browser, "Accept, User-Agent, \(ofPage)"),
            ("/:help", curl, "Accept, User-Agent, Accept-Encoding"),
            ("/Busan?format=json", curl, "Accept-Encoding"), ("/embed", browser, ofPage),
            ("/v1/week?area=Busan", "", "Accept, Accept-Encoding"),
            ("/v1/now?area=Busan&area=Seoul", lines, "Accept, Accept-Encoding"),
            ("/v1/theme?area=Busan", "", "Accept-Encoding"), ("/v1/areas?q=Busan", "", "Accept-Encoding"),
            (
                "/", browser + "X-Forwarded-Prefix: /weather\r\n",
                "Accept, User-Agent, \(ofPage)"
            ),
        ]
    )
    func oneVary(target: String, fields: String, vary: String) async throws {
        let client = RawClient(try await RunningService(["--sample", "--behind-proxy"]))
        let request = "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)"
        let sent = try await client.raw(request + "\r\n" + request + "Connection: close\r\n\r\n")
        let found = sent.matches(of: /(?i)\r\nvary: ([^\r\n]*)/).map { String($0.1) }
        #expect(found == [vary, vary], "\(target)")
    }

    @Test(
        "A response by the client's name is never left to a shared cache, and others may be",
        arguments: [
            ("/", curl, "private"), ("/", browser, "no-cache"), ("/Busan", curl, "private"),
            ("/Busan", browser, "no-cache"), ("/:help", curl, "private"), ("/Busan?line", curl, "private"),
            ("/Busan?view=now", curl, "private"), ("/Busan?format=csv", curl, "public"),
            ("/v1/week?area=Busan", browser, "public"),
        ]
    )
    func audience(target: String, fields: String, audience: String) async throws {
        let client = RawClient(try await RunningService(["--sample"], environment: ["KMA_AREA": "Busan"]))
        let sent = try await client.raw(
            "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)Connection: close\r\n\r\n"
        )
        let control = try #require(sent.firstMatch(of: /\r\nCache-Control: ([a-z-]+)/))
        #expect(control.1 == audience, "\(target)")
    }

    @Test(
        "A page under another status than 200 has no validator, and no condition is applied to it",
        arguments: [
            ("/Nowhere", HTTPResponse.Status.notFound), ("/%EC%A4%91%EA%B5%AC", .unprocessableContent),
        ]
    )
    func reloaded(target: String, status: HTTPResponse.Status) async throws {
        let service = try TestService()
        var headers: HTTPFields = [.userAgent: "Mozilla/5.0", .accept: "text/html"]
        let page = try await service.get("/", headers: headers)
        headers[.ifNoneMatch] = page.headers[.eTag]
        #expect(try await service.get("/", headers: headers).status == .notModified)
        // The link for browsers without scripts leads to the address itself.
        func lines(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.contains("format=table") }
        }
        for _ in 0..<2 {
            let response = try await service.get(target, headers: headers)
            #expect(response.status == status)
            #expect(lines(response.text) == lines(page.text))
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            for name in [HTTPField.Name.eTag, .lastModified] { #expect(response.headers[name] == nil) }
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test("Last-Modified is no later than Date, in the first response as in any")
    func lastModified() async throws {
        let client = RawClient(try await RunningService())
        for number in 0..<30 {
            let target = "/v1/now?lat=\(35 + Double(number) / 100)&lon=128.6"
            let sent = try await client.raw("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let date = try #require(sent.firstMatch(of: /\r\nDate: .* (\d\d:\d\d:\d\d) GMT/))
            let modified = try #require(sent.firstMatch(of: /\r\nLast-Modified: .* (\d\d:\d\d:\d\d) GMT/))
            #expect(modified.1 <= date.1 || date.1 < "00:01")
        }
    }

    @Test("A page from elsewhere does not learn the area of the service, and may search all the same")
    func foreignPage() async throws {
        let client = RawClient(try await RunningService(["--sample"], environment: ["KMA_AREA": "Busan"]))
        for (field, names) in [("", true), ("Origin: http://evil.example\r\n", false), ("", true)] {
            let head = "GET /v1/areas HTTP/1.1\r\nHost: x\r\n\(field)\r\n"
            let sent = try await client.raw(head + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(sent.contains(#""default_area":"Busan""#) == names)
            #expect(sent.contains("\r\nVary: Origin, Accept-Encoding\r\n"))
        }
    }
}
