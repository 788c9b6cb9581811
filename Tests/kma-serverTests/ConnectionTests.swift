import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import kma_server

@Suite("Connections to the service", .oneService, .takesSlots(programs: 1))
struct ConnectionTests {
    @Test(
        "A connection without HTTP, or with long headers, gets a problem document and is closed",
        arguments: [
            ("nonsense\r\n\r\n", "400 "), ("GET /v1/week HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", "400 "),
            ("GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "a", count: 20_000))\r\n\r\n", "431 "),
        ]
    )
    func unreadable(head: String, status: String) async throws {
        let client = RawClient(try .ofSuite)
        let answer = try await client.raw(head)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
        #expect(answer.contains("Content-Type: application/problem+json"))
        #expect(answer.contains("\"code\":\"bad_input\""))
        #expect(answer.contains("\r\nDate: ") && answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
    }

    @Test(
        "A connection that leaves HTTP gets the response to its earlier request, then the refusal"
    )
    func unreadableLater() async throws {
        let client = RawClient(try .ofSuite)
        for _ in 0..<2 {
            let request = "GET /v1/theme?area=Busan HTTP/1.1\r\nHost: x\r\n\r\n"
            let answer = try await client.raw(request + "nonsense\r\n\r\n")
            #expect(answer.matches(of: /HTTP\/1.1 (\d+)/).map(\.1) == ["200", "400"])
        }
    }

    @Test("A connection that sends a body is closed")
    func body() async throws {
        let client = RawClient(try .ofSuite)
        let head = "POST /v1/week HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"
        let answer = try await client.raw(head + String(repeating: "x", count: 1_000_000))
        // Whether the refusal still gets through is the network's affair.
        #expect(answer.isEmpty || answer.contains("413"))
        #expect(try await client.status("/v1/theme?area=Busan") == 200)
        let warm = "GET /v1/theme?area=Busan HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"
        // It ends: the other side closes.
        _ = try await client.raw(warm + String(repeating: "x", count: 1_000_000))
    }

    #if os(Linux)
    @Test("Clients that hang up early leave no descriptor and no stream behind")
    func hangUps() async throws {
        let service = try await RunningService()
        let client = RawClient(service)
        _ = try await client.status("/v1/week?area=Busan")
        let before = try service.usage.descriptors
        for _ in 0..<20 {
            await withTaskGroup(of: Void.self) { group in
                for target in ["/v1/week?area=Busan", "/v1/stream?area=Busan", "/v1/now?area=Seoul"] {
                    for cut in [0, 5, 1_000] {
                        let head = "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
                        group.addTask { try? await client.hangUp(after: head.prefix(cut)) }
                    }
                }
            }
        }
        // Streams notice who has gone, and connections close, in their own time.
        try await until("as few descriptors as before, and no stream") {
            let streams = try await client.metric("kma_streams_open")
            return try service.usage.descriptors <= before + 5 && streams == 0
        }
    }
    #endif
}
