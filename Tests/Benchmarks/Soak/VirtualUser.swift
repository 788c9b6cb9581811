import AsyncHTTPClient
import Foundation
import NIOCore
import Regions
import TestSupport

/// A response as it came.
struct ReceivedResponse: Sendable {
    var head: HTTPClientResponse
    /// Without any compression.
    var body: Data
    var sentAt: Date
    var receivedAt: Date

    var status: Int { Int(head.status.code) }

    func header(_ name: String) -> String? { head.headers.first(name: name) }
}

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
            await ask(RequestCase.random(about: harness.places, &generator))
            // A user that has fallen behind does not send everything at once.
            next = max(next + .seconds(pace), .now - .seconds(1))
        }
    }

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
        message.headers.add(name: "X-Forwarded-For", value: address)
        let sentAt = Date()
        let response = try await client.execute(message, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 4 << 20)
        let data = Data(body.readableBytesView)
        return ReceivedResponse(head: response, body: data, sentAt: sentAt, receivedAt: Date())
    }

    /// Sends far more at once than the limit of one client allows. Returns how many were refused, all of them with 429.
    func flood(_ count: Int) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    guard let base = await harness.process.running?.address,
                        let response = try? await send(.areas, to: base), response.status != 200
                    else { return 0 }
                    let refusal = RequestCase.Expectation.refusal(status: 429, code: "rate_limited")
                    let request = RequestCase(target: RequestCase.areas.target, expectation: refusal)
                    await harness.verifier.verify(response, of: request)
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
    }
}
