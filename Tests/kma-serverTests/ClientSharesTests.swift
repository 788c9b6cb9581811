import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import kma_server

@Suite("Shares of streams and connections", .takesSlots(programs: 1))
struct ClientSharesTests {
    /// Where the streams of a test come from.
    enum Origin: CaseIterable {
        case thisMachine, oneClient, manyClients

        func headers(_ number: Int) -> String {
            switch self {
            case .thisMachine: ""
            case .oneClient: "X-Forwarded-For: 203.0.113.7\r\n"
            case .manyClients: "X-Forwarded-For: 10.1.\(number >> 8).\(number & 255)\r\n"
            }
        }
    }

    @Test("A client gets its share, all together get what there is, and what is given back is free again")
    func shares() throws {
        let shares = ClientShares(of: .streams, perClient: 2, total: 3)
        let clients = try ["203.0.113.7", "203.0.113.8"].map {
            ClientAddress(try SocketAddress(ipAddress: $0, port: 80))
        }
        func refusal(_ client: ClientAddress?) -> HTTPResponse.Status? {
            do throws(Problem) {
                _ = try shares.acquire(for: client)
                return nil
            } catch {
                return error.status
            }
        }
        var held = try [shares.acquire(for: clients[0]), shares.acquire(for: clients[0])]
        #expect(refusal(clients[0]) == .tooManyRequests)
        held.append(try shares.acquire(for: clients[1]))
        #expect(refusal(nil) == .serviceUnavailable)
        held.removeFirst()
        held.append(try shares.acquire(for: clients[0]))
        #expect(refusal(clients[1]) == .serviceUnavailable)
        // This machine itself has no share, and may hold all there is.
        held = []
        for _ in 0..<3 { held.append(try shares.acquire(for: nil)) }
        #expect(refusal(nil) == .serviceUnavailable)
    }

    @Test(
        "Nine hundred streams, of one client or of as many, leave probes and another client's response alone",
        arguments: runsLongTests ? Origin.allCases : [.oneClient, .manyClients]
    )
    func streams(origin: Origin) async throws {
        let arguments = ["--sample", "--limit", "0"] + (origin == .thisMachine ? [] : ["--behind-proxy"])
        let program = try await RunningService(arguments)
        var connections: [RawConnection] = []
        defer { for connection in connections { connection.close() } }
        for number in 0..<900 {
            let connection = try #require(RawConnection(port: program.port))
            connections.append(connection)
            #expect(connection.send(Self.streamRequest(origin.headers(number))))
        }
        let end = ContinuousClock.now + .seconds(600)
        var heads: [String] = []
        for connection in connections { heads.append(await connection.head(before: end)) }
        let open = origin == .oneClient ? ServerOptions.streamsPerClient : ServerOptions.streams
        #expect(heads.count { $0.hasPrefix("HTTP/1.1 200") } == open)
        let refused = heads.filter { !$0.hasPrefix("HTTP/1.1 200") }
        let status = origin == .oneClient ? "HTTP/1.1 429" : "HTTP/1.1 503"
        #expect(refused.allSatisfy { $0.hasPrefix(status) && $0.contains("\r\nRetry-After: 60\r\n") })

        let client = RawClient(program)
        for target in ["/healthz", "/readyz", "/v1/now?area=Seoul"] {
            #expect(try await client.status(target) == 200)
        }
        let count = try await client.metric(#"kma_refusals_total{reason="streams"}"#)
        #expect(Int(count) == 900 - open)
        let lines = program.log.split(separator: "\n")
        let logged = lines.count {
            $0.contains("route=/v1/stream") && $0.contains("status=\(status.suffix(3))")
        }
        #expect(logged == 900 - open)
    }

    @Test("A stream that ends, and one that was only asked about, give their places back")
    func released() async throws {
        let program = try await RunningService(["--sample", "--behind-proxy"])
        let headers = Origin.oneClient.headers(0)
        for _ in 0..<20 {
            let answer = try await RawClient(program).raw(
                "HEAD /v1/stream?area=Busan HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(headers)\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
        for _ in 0..<3 {
            let connections = (0..<ServerOptions.streamsPerClient).compactMap { _ in
                RawConnection(port: program.port)
            }
            for connection in connections {
                #expect(connection.send(Self.streamRequest(headers)))
                #expect(await connection.head().hasPrefix("HTTP/1.1 200"))
            }
            for connection in connections { connection.close() }
            try await until("the end of all streams") {
                try await RawClient(program).metric("kma_streams_open") == 0
            }
        }
    }

    @Test(
        "One client gets a share of the connections: one too many is refused, and others are served",
        .enabled(if: RawConnection.ownAddress != nil)
    )
    func connections() async throws {
        let host = try #require(RawConnection.ownAddress)
        let program = try await RunningService(["--sample", "--host", "0.0.0.0"])
        let share = ServerOptions.connectionsPerClient
        var connections: [RawConnection] = []
        defer { for connection in connections { connection.close() } }
        let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for number in 0..<(share + 10) {
            let connection = try #require(RawConnection(host: host, port: program.port))
            connections.append(connection)
            #expect(connection.send(request))
            let head = await connection.head()
            if number < share {
                #expect(head.hasPrefix("HTTP/1.1 200"))
            } else {
                #expect(head.hasPrefix("HTTP/1.1 429") && head.contains("\r\nRetry-After: 10\r\n"))
                #expect(head.lowercased().contains("\r\nconnection: close\r\n"))
            }
        }
        // One that says nothing does not stay either.
        let silent = try #require(RawConnection(host: host, port: program.port))
        connections.append(silent)
        #expect(await silent.head().hasPrefix("HTTP/1.1 429"))

        let client = RawClient(program)
        #expect(try await client.status("/v1/now?area=Seoul") == 200)
        #expect(try await client.metric(#"kma_refusals_total{reason="connections"}"#) == 11)
        #expect(program.log.split(separator: "\n").count { $0.contains("status=429") } == 11)
        for connection in connections.prefix(share) { connection.close() }
        try await until("a connection is free") {
            let connection = try #require(RawConnection(host: host, port: program.port))
            defer { connection.close() }
            #expect(connection.send(request))
            return await connection.head().hasPrefix("HTTP/1.1 200")
        }
    }

    @Test("A request whose head or body comes in drips is cut off")
    func drips() async throws {
        let service = try TestService()
        var options = ServerOptions()
        options.idleTimeout = .seconds(1)
        try await service.application(options).test(.live) { server in
            let port = try #require(server.port)
            for head in [
                "GET /healthz HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
            ] {
                let connection = try #require(RawConnection(port: port))
                defer { connection.close() }
                _ = connection.send(head)
                try await until("the other side closes") { !connection.send("x") }
            }
        }
    }

    @Test("A request that cannot be read is counted and logged")
    func malformed() async throws {
        let program = try await RunningService()
        let client = RawClient(program)
        _ = try await client.raw("nonsense\r\n\r\n")
        _ = try await client.raw("POST /v1/week HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        #expect(try await client.metric(#"kma_refusals_total{reason="malformed"}"#) == 2)
        #expect(program.log.contains("status=400") && program.log.contains("status=413"))
    }

    private static func streamRequest(_ headers: String) -> String {
        "GET /v1/stream?area=Busan HTTP/1.1\r\nHost: x\r\n\(headers)\r\n"
    }
}

extension RawConnection {
    /// Bytes up to the end of a head, before a time.
    fileprivate func head(before end: ContinuousClock.Instant = .now + .seconds(60)) async -> String {
        var text = ""
        while !text.contains("\r\n\r\n"), case .bytes(let bytes) = await receive(before: end) {
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }
}
