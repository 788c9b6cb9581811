import Foundation
import TestSupport
import Testing

@testable import kma_server

@Suite("The request validator", .oneService, .takesSlots(programs: 1))
struct RequestValidationTests {
    private static let warm = "/v1/now?area=Busan"

    @Test(
        "A request that HTTP does not allow, or no path has a use for, is refused and its connection closed"
    )
    func refused() async throws {
        // Of its own, because it counts what is refused.
        let service = try await RunningService()
        let client = RawClient(service)
        for (request, status) in [
            ("GET /v1/now HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", 413),
            ("GET /v1/stream?area=Busan HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
            ("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n", 405),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x:http\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
            ("GET / HTCPCP/1.0\r\nHost: x\r\n\r\n", 400),
        ] {
            let counted = "kma_http_request_seconds_count{route=\"-\",status=\"\(status)\"}"
            let before = try await client.count(counted)
            let answer = try await client.raw(request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request)")
            #expect(answer.contains("Content-Type: application/problem+json"), "\(request)")
            #expect(answer.contains("Connection: close\r\n"), "\(request)")
            #expect(answer.contains("\r\nDate: "), "\(request)")
            #expect(answer.contains("\"status\":\(status)"), "\(request)")
            // It goes on for everybody else, and what it refused is counted.
            #expect(try await client.status(Self.warm) == 200)
            #expect(try await client.count(counted) == before + 1, "\(request)")
        }
        #expect(try await service.end().status == 0)
    }

    @Test(
        "A valid Host is accepted in every form",
        arguments: ["x", "x:80", "x:", "[::1]", "[::1]:8080", "192.0.2.1:80", "a-b.example", ""]
    )
    func host(_ host: String) async throws {
        let client = RawClient(try .ofSuite)
        let answer = try await client.raw(
            "GET /healthz HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        )
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }

    #if os(Linux)
    @Test("Bytes after CONNECT or an unknown version are not kept")
    func connect() async throws {
        let service = try await RunningService()
        let client = RawClient(service)
        let before = try service.usage.megabytes
        let flood = String(repeating: "x", count: 50_000_000)
        for head in ["CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n", "GET / HTTP/2.0\r\nHost: x\r\n\r\n"] {
            _ = try await client.raw(head + flood)
        }
        #expect(try service.usage.megabytes < before + 20)
    }
    #endif
}

@Suite("Persistent connections", .oneService, .takesSlots(programs: 1))
struct PersistentConnectionTests {
    private static let warm = "/v1/now?area=Busan"

    @Test(
        "A connection goes on in HTTP/1.1 after an offer to upgrade it",
        arguments: [
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n",
            "Connection: Upgrade\r\nUPGRADE: websocket\r\nSec-WebSocket-Version: 13\r\n",
        ],
        [warm, "/v1/week?area=Seoul", "/healthz"]
    )
    func upgrade(fields: String, target: String) async throws {
        let client = RawClient(try .ofSuite)
        let answer = try await client.raw(
            "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
                + "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
                + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        #expect(answer.matches(of: /HTTP\/1.1 (\d+)/).map(\.1) == ["200", "200", "200"])
    }

    @Test(
        "A connection is closed after the response where the request says so, however it is spelt",
        arguments: ["close", "Close", "TE, close", "keep-alive,CLOSE"]
    )
    func close(value: String) async throws {
        let client = RawClient(try .ofSuite)
        _ = try await client.status(Self.warm)
        let last = "GET \(Self.warm) HTTP/1.1\r\nHost: x\r\nConnection: \(value)\r\n\r\n"
        let answer = try await client.raw(last + "GET \(Self.warm) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.matches(of: /HTTP\/1.1 (\d+)/).map(\.1) == ["200"])
        #expect(answer.contains("Connection: close\r\n"))
    }

    @Test(
        "A connection of HTTP/1.0 is closed after its response, which is never in chunks",
        arguments: ["", "Connection: keep-alive\r\n"]
    )
    func http10(fields: String) async throws {
        let service = try await RunningService()
        let client = RawClient(service)
        for target in [Self.warm, Self.warm, "/healthz", "/v1/week"] {
            let answer = try await client.raw("GET \(target) HTTP/1.0\r\n\(fields)\r\n")
            #expect(answer.hasPrefix("HTTP/1.0 "))
            #expect(answer.contains("Connection: close\r\n"))
            #expect(answer.contains("Content-Length: "))
        }
        async let stream = client.raw("GET /v1/stream?area=Busan HTTP/1.0\r\n\(fields)\r\n")
        try await until("an open stream") { try await client.metric("kma_streams_open") == 1 }
        #expect(try await service.end().status == 0)
        let events = try await stream
        #expect(events.contains("\r\n\r\nretry: "))
        #expect(!events.lowercased().contains("chunked"))
    }
}
