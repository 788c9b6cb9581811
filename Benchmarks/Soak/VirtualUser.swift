import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Regions

/// A client that asks one thing after the other, by chance, at a pace.
struct VirtualUser: Sendable {
    let harness: TestHarness
    let client: HTTPClient
    /// The address a proxy in front of the service would name.
    let address: String
    /// Seconds from one request to the next.
    let pace: Double
    var generator: SeededGenerator

    /// A client for virtual users, which keeps connections for less time than the service does.
    static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration(decompression: .enabled(limit: .size(4 << 20)))
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(10)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return HTTPClient(configuration: configuration)
    }

    /// Asks until a moment and verifies every response.
    mutating func run(until end: ContinuousClock.Instant) async {
        var next = ContinuousClock.now + .seconds(Double.random(in: 0...pace, using: &generator))
        while next < end {
            try? await Task.sleep(until: next, clock: .continuous)
            var request = RequestCase.random(about: harness.places, &generator)
            if generator.happens(0.25) { request.knownTag = await harness.verifier.tag(of: request.target) }
            await ask(request)
            // A user that has fallen behind does not send everything at once.
            next = max(next + .seconds(pace), .now - .seconds(1))
        }
    }

    /// Sends one request and verifies what comes of it.
    func ask(_ request: RequestCase) async {
        let start = Date()
        guard let base = await harness.process.running?.address else { return }
        do {
            let response = try await send(request, to: base)
            await harness.verifier.verify(response, of: request)
        } catch {
            guard await harness.process.owesAnswer(from: start, to: Date()) else { return }
            await harness.verifier.note(["no response: \(error)"], of: request)
        }
    }

    private func send(_ request: RequestCase, to base: String) async throws -> ReceivedResponse {
        var message = HTTPClientRequest(url: base + request.target)
        message.method = HTTPMethod(rawValue: request.method)
        message.headers.add(name: "X-Forwarded-For", value: address)
        // The client would decompress the body of a HEAD, which has none.
        if request.method == "HEAD" { message.headers.add(name: "Accept-Encoding", value: "identity") }
        if let tag = request.knownTag { message.headers.add(name: "If-None-Match", value: tag) }
        let sentAt = Date()
        let response = try await client.execute(message, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 4 << 20)
        return ReceivedResponse(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { "\($0), \($1)" }
            ),
            body: Data(body.readableBytesView),
            sentAt: sentAt,
            receivedAt: Date()
        )
    }

    /// Sends far more than the limit of one client allows. Returns how many were let through and how many refused.
    func flood(_ count: Int) async throws -> (accepted: Int, refused: Int) {
        guard let base = await harness.process.running?.address else { return (0, 0) }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let request = RequestCase(target: "/v1/areas?q=", expectation: .areas)
                    let response = try await send(request, to: base)
                    if response.status == 429 {
                        let limited = RequestCase(
                            target: request.target,
                            expectation: .refusal(status: 429, code: "rate_limited")
                        )
                        await harness.verifier.verify(response, of: limited)
                    } else {
                        await harness.verifier.verify(response, of: request)
                    }
                    return response.status == 200
                }
            }
            return try await group.reduce(into: (0, 0)) { counts, isAccepted in
                if isAccepted { counts.0 += 1 } else { counts.1 += 1 }
            }
        }
    }
}
