import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import TestSupport
import Testing

@testable import kma_server

@Suite("The cached response handler", .oneService, .takesSlots(programs: 1))
struct CachedResponseHandlerTests {
    private static let warm = "/v1/now?area=Busan"

    @Test("Responses leave in the order of the requests, whichever of them has to be made first")
    func order() async throws {
        let client = RawClient(try .ofSuite)
        _ = try await client.status(Self.warm)
        let targets = [
            Self.warm, "/v1/now?area=Seoul", Self.warm, "/v1/nothing", Self.warm, "/v1/now?area=Daegu",
            Self.warm,
        ]
        let requests = targets.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
        let answer = try await client.raw(
            requests + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        let marks = /"dropped":null,"name":"([^"]*)"|"code":"bad_input"|"status":"ok"/
        let said = answer.matches(of: marks).map { $0.1.map(String.init) ?? String($0.0) }
        #expect(
            said == [
                "부산광역시", "서울특별시", "부산광역시", #""code":"bad_input""#, "부산광역시", "대구광역시",
                "부산광역시", #""status":"ok""#,
            ]
        )
    }

    @Test("A request in the bytes of the one before is answered, and the end of another is not taken for it")
    func repetition() async throws {
        let client = RawClient(try await RunningService())
        _ = try await client.status("/v1/now?area=Seoul")
        _ = try await client.status(Self.warm)
        let busan = "GET \(Self.warm) HTTP/1.1\r\nHost: x\r\n\r\n"
        let beginning = "GET /v1/now?area=Seoul HTTP/1.1\r\nX-Note: "
        let responses = try await client.responses(to: [busan, busan, busan, beginning, busan, busan, busan])
        let names = responses.map { $0?.firstMatch(of: /"name":"([^"]*)"/).map { String($0.1) } }
        #expect(names == ["부산광역시", "부산광역시", "부산광역시", nil, "서울특별시", "부산광역시", "부산광역시"])
        let metrics = String(decoding: try await client.body("/metrics"), as: UTF8.self)
        let count = metrics.firstMatch(of: /kma_http_request_seconds_count{[^}]*"\/v1\/now"[^}]*} (\d+)/)
        #expect(count?.1 == "8")
    }

    @Test("A repeated request counts against the rate limit like any other")
    func repetitionLimit() async throws {
        var options = ServerOptions()
        options.rate = TokenBucket.Rate(perSecond: 0.01, burst: 3)
        options.isBehindProxy = true
        try await TestService().application(options).test(.live) { server in
            let client = RawClient(port: try #require(server.port))
            let request =
                "GET \(Self.warm) HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n"
            let responses = try await client.responses(to: Array(repeating: request, count: 5))
            let statuses = responses.compactMap { $0?.split(separator: " ").dropFirst().first }
            #expect(statuses == ["200", "200", "200", "429", "429"])
        }
    }

    @Test(
        "A cached response has the same headers from the event loop and through a task",
        arguments: [Self.warm, "/healthz"],
        ["", "Accept-Encoding: gzip\r\n", "If-None-Match: *\r\n"]
    )
    func headers(target: String, field: String) async throws {
        let client = RawClient(try .ofSuite)
        _ = try await client.status(target)
        func heads(_ fields: String) async throws -> [String] {
            let answer = try await client.raw(
                "GET \(target) HTTP/1.1\r\nHost: x\r\n\(field)\(fields)\r\n"
                    + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            let head = try #require(answer.split(separator: "\r\n\r\n").first)
            let lines = head.split(separator: "\r\n").map(String.init)
            #expect(lines.count { $0.hasPrefix("Date: ") } == 1)
            return lines.filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("Age: ") }.sorted()
        }
        // A connection that is to go on as it is, and one of which something is said.
        #expect(try await heads("") == heads("Connection: keep-alive\r\n"))
    }

    @Test("The event loop says that the service lives, without a place in the queue of what is worked out")
    func health() async throws {
        let handler = AskHandler(try TestService().dependencies, ServerOptions())
        let head = HTTPRequest(method: .get, scheme: nil, authority: "x", path: "/healthz")
        let request = try #require(CacheRequest(head, from: nil, handler.limits))
        let response = try #require(handler.cachedResponse(to: request))
        #expect(String(buffer: response.bytes).hasSuffix("\r\n\r\n{\"status\":\"ok\"}"))
    }

    @Test("A connection stays open as long as it is used, and no longer")
    func idleTimeout() async throws {
        let service = try TestService()
        var options = ServerOptions()
        options.idleTimeout = .seconds(2)
        try await service.application(options).test(.live) { server in
            let client = RawClient(port: try #require(server.port))
            #expect(try await client.status(Self.warm) == 200)
            let end = ContinuousClock.now + .seconds(5)
            _ = try await client.keepAsking(Self.warm, until: end)
            #expect(ContinuousClock.now >= end)
            // One that says nothing is closed.
            #expect(try await client.raw("") == "")
        }
    }

    @Test("While a client does not read, its further requests wait with a task")
    func backpressure() async throws {
        let service = try TestService()
        _ = try await service.get(Self.warm)
        let channel = EmbeddedChannel()
        let handler = AskHandler(service.dependencies, ServerOptions())
        try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            CachedResponseHandler(handler)
        )
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: Self.warm)
        func ask() throws {
            try channel.writeInbound(HTTPRequestPart.head(request))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        try ask()
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        #expect(try channel.readOutbound(as: ByteBuffer.self) != nil)
        channel.isWritable = false
        try ask()
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(request))
        channel.isWritable = true
        // The first request is still with its task.
        try ask()
        _ = try channel.readInbound(as: HTTPRequestPart.self)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(request))
    }
}
