import Foundation
import TestSupport
import Testing

@testable import kma_server

@Suite("Requests whose body comes apart from the head", .takesSlots(programs: 1))
struct MessageBodyTests {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    private static func head(_ fields: String = "") -> String {
        "POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(ping.utf8.count)\r\n\(fields)\r\n"
    }

    @Test(
        "A connection with requests in two reads each stays open past the time for one request"
    )
    func splitRequests() async throws {
        var options = ServerOptions()
        options.idleTimeout = .seconds(4)
        let limit = options.idleTimeout / 2
        try await TestService().application(options).test(.live) { server in
            let port = try #require(server.port)
            // A machine that stands still for as long as a request may take proves nothing: begun anew then, until the
            // suite's own limit.
            while let lost = try await Self.messageWithoutAnswer(port) {
                guard lost.pause > limit else {
                    Issue.record("no answer to message \(lost.number)")
                    return
                }
            }
        }
    }

    /// The first of six messages, each in two parts, that had no answer, and the longest time that passed between two
    /// steps of it or of one before it.
    private static func messageWithoutAnswer(_ port: Int) async throws -> (number: Int, pause: Duration)? {
        let connection = try #require(RawConnection(port: port))
        defer { connection.close() }
        var longest = Duration.zero
        for number in 0..<6 {
            for (part, milliseconds) in [(head(), 100), (ping, 900)] {
                let start = ContinuousClock.now
                let isSent = connection.send(part)
                let isAnswered = part == ping ? await connection.response().contains(#""result""#) : true
                let isLost = !isSent || !isAnswered
                if !isLost { try await settle(for: .milliseconds(milliseconds)) }
                longest = max(longest, .now - start)
                if isLost { return (number, longest) }
            }
        }
        return nil
    }

    @Test("Half of a body is not waited for longer than a request may take, after whole ones as well")
    func halfBody() async throws {
        var options = ServerOptions()
        options.idleTimeout = .seconds(3)
        try await TestService().application(options).test(.live) { server in
            let port = try #require(server.port)
            let connection = try #require(RawConnection(port: port))
            defer { connection.close() }
            #expect(connection.send(Self.head() + Self.ping))
            #expect(await connection.response().contains(#""result""#))
            #expect(connection.send(Self.head() + "{"))
            let end = ContinuousClock.now + .seconds(20)
            for _ in 0..<60 {
                guard connection.send(" ") else { break }
                try await settle(for: .milliseconds(100))
            }
            guard case .bytes = await connection.receive(before: end) else { return }
            guard case .end = await connection.receive(before: end) else {
                Issue.record("still open")
                return
            }
        }
    }

    @Test("A client that waits for 100 before it sends its body gets it at once, in the turn of its request")
    func expectation() async throws {
        let service = try await RunningService()
        let connection = try #require(RawConnection(port: service.port))
        defer { connection.close() }
        let earlier = "GET /v1/week?area=Jeju HTTP/1.1\r\nHost: x\r\n\r\n"
        #expect(connection.send(earlier + Self.head("Expect: 100-continue\r\n")))
        var sent = ""
        while !sent.contains("100 Continue\r\n\r\n") {
            guard case .bytes(let bytes) = await connection.receive(before: .now + .seconds(20)) else {
                break
            }
            sent += String(decoding: bytes, as: UTF8.self)
        }
        #expect(sent.hasPrefix("HTTP/1.1 200 ") && sent.hasSuffix("HTTP/1.1 100 Continue\r\n\r\n"))
        #expect(connection.send(Self.ping))
        let response = await connection.response()
        #expect(response.hasPrefix("HTTP/1.1 200 ") && response.contains(#""result""#))
        // A client that has sent the body already does not wait, and HTTP/1.0 knows no 100.
        let close = "Expect: 100-continue\r\nConnection: close\r\n"
        let old = (Self.head(close) + Self.ping).replacing("HTTP/1.1", with: "HTTP/1.0")
        #expect(try await RawClient(service).raw(old).hasPrefix("HTTP/1.0 200 "))
        // One that is refused gets the refusal in place of it.
        let tooLong = Self.head(close).replacing(
            "Content-Length: \(Self.ping.utf8.count)",
            with: "Content-Length: 9999999"
        )
        #expect(try await RawClient(service).raw(tooLong).hasPrefix("HTTP/1.1 413 "))
    }

    @Test("A client that resets or leaves in the midst of its message is no error of the service")
    func reset() async throws {
        let service = try await RunningService()
        for resets in [true, false, true, false] {
            let connection = try #require(RawConnection(port: service.port))
            #expect(connection.send(Self.head() + "{"))
            try await settle(for: .milliseconds(100))
            connection.close(resets: resets)
        }
        let client = RawClient(service)
        try await settle(for: .milliseconds(500))
        let metrics = String(decoding: try await client.body("/metrics"), as: UTF8.self)
        #expect(!metrics.contains(#"status="500""#))
        #expect(!service.log.contains("level=error") && !service.log.contains("status=500"))
        #expect(try await client.status("/healthz") == 200)
    }
}

extension RawConnection {
    /// Bytes up to a whole response, or to the end.
    fileprivate func response() async -> String {
        var text = ""
        while case .bytes(let bytes) = await receive(before: .now + .seconds(20)) {
            text += String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n"),
                let length = text.firstMatch(of: /(?i)content-length: (\d+)/).flatMap({ Int($0.1) })
            else { continue }
            if text[end.upperBound...].utf8.count >= length { break }
        }
        return text
    }
}
