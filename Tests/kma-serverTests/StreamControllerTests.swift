import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("StreamController", .takesSlots(programs: 1))
struct StreamControllerTests {
    @Test("A stream tells the week at once, and again when it changes")
    func events() async throws {
        let service = try TestService()
        try await service.listen("/v1/stream?area=Busan") { events in
            let first = try #require(try await events.next())
            #expect(first.name == "week")
            #expect(first.data == (try await service.get("/v1/week?area=Busan").text))
            // The last second of its lifetime: what comes next is another day's week.
            service.wait(seconds: 86_400)
            let second = try #require(try await events.next())
            #expect(second.id != first.id)
            #expect(second.data == (try await service.get("/v1/week?area=Busan").text))
        }
    }

    @Test("A stream tells of a feed that failed once it answers again", .isLong)
    func recovered() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.html(status: 500), on: .shortTerm)
        let service = try TestService(over: upstream)
        try await service.listen("/v1/stream?area=Busan") { events in
            let first = try #require(try await events.next())
            #expect(first.data.contains(#""degraded":["kma.short"]"#))
            upstream.clearFaults()
            let passing = Task {
                while !Task.isCancelled {
                    try await settle(for: .seconds(1))
                    service.wait(seconds: 20)
                }
            }
            defer { passing.cancel() }
            let second = try #require(try await events.next())
            #expect(second.data.contains(#""degraded":[]"#))
        }
    }

    @Test("A stream is of one place")
    func onePlace() async throws {
        let response = try await TestService().get("/v1/stream?area=Busan&area=Seoul")
        #expect(response.status == .badRequest && response.text.contains("area"))
    }

    @Test("A stream does not repeat what a browser that comes back has seen")
    func lastEvent() async throws {
        let service = try TestService()
        let tag = try #require(try await service.get("/v1/week?area=Busan").headers[.eTag])
        try await service.listen("/v1/stream?area=Busan", lastEvent: tag) { events in
            service.wait(seconds: 86_400)
            let next = try #require(try await events.next())
            #expect(next.id != tag)
        }
    }

    @Test("HEAD of a stream has its headers, no length and no body, and the connection goes on")
    func head() async throws {
        let client = RawClient(try await RunningService())
        let answer = try await client.raw(
            "HEAD /v1/stream?area=Busan HTTP/1.1\r\nHost: x\r\n\r\n"
                + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        let parts = answer.split(separator: "\r\n\r\n")
        try #require(parts.count == 3)
        #expect(parts[0].hasPrefix("HTTP/1.1 200 ") && parts[0].contains("text/event-stream"))
        #expect(!parts[0].lowercased().contains("content-length"))
        #expect(parts[0].lowercased().contains("x-accel-buffering: no"))
        #expect(parts[1].hasPrefix("HTTP/1.1 200 ") && parts[2].hasPrefix("{"))
        let old = try await client.raw("HEAD /v1/stream?area=Busan HTTP/1.0\r\n\r\n")
        #expect(old.hasPrefix("HTTP/1.0 200 ") && old.hasSuffix("\r\n\r\n"))
        #expect(!old.lowercased().contains("transfer-encoding"))
    }

    @Test("A stream is counted while it is open")
    func count() async throws {
        let service = try TestService()
        try await service.listen("/v1/stream?area=Busan") { events in
            _ = try await events.next()
            #expect(try await service.metric("kma_streams_open") == 1)
        }
        try await until("the end of the stream") { try await service.metric("kma_streams_open") == 0 }
    }
}
