import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import kma_server

@Suite("StreamController", .timeLimit(.minutes(2)))
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

    @Test("A stream is counted while it is open")
    func count() async throws {
        let service = try TestService()
        try await service.listen("/v1/stream?area=Busan") { events in
            _ = try await events.next()
            #expect(try await service.metric("kma_streams_open") == 1)
        }
        while try await service.metric("kma_streams_open") > 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
