import Feeds
import TestSupport
import Testing
import URLSessionTransport

@testable import StubUpstream
@testable import kma

@Suite("The command line's transport", .takesSlots(listeners: 1))
struct TransportTests {
    @Test("The transport keeps what every transport promises", arguments: TransportCase.all)
    func promise(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.live) == [])
    }

    /// Promises that URLSession keeps. On Linux it ends the program where a connection ends in a head
    /// (swift-corelibs-foundation issue 5285), and takes other broken answers for whole ones.
    private static let ofURLSession = TransportCase.all.filter { promise in
        #if os(Linux)
        ![
            "password", "clock", "at once", "gave up", "reset", "Half", "not HTTP",
        ].contains(where: promise.description.contains)
        #else
        true
        #endif
    }

    @Test("The transport for apps keeps them too", arguments: ofURLSession)
    func urlSession(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.urlSession()) == [])
    }

    @Test("Upstreams see how to reach whoever runs the program, where that is set")
    func contact() async throws {
        let upstream = try Upstream(now: TransportCheck.now)
        let transport = Transport.http(contact: "https://example.com/weather")
        _ = try await transport.fetch(upstream.url + TransportCheck.target, .seconds(60))
        let agent = upstream.requests.first?.header("user-agent")
        #expect(agent == "kma/\(Version.current) (https://example.com/weather)")
    }

    @Test("A request that is cancelled ends at once and leaves the next one alone")
    func cancelled() async throws {
        let upstream = try Upstream(now: TransportCheck.now)
        upstream.fault(.hang)
        let url = upstream.url + TransportCheck.target
        let fetch = Task { () async throws(TransportFault) -> HTTPAnswer in
            try await Transport.live.fetch(url, .seconds(60))
        }
        try await until("a request") { !upstream.requests.isEmpty }
        fetch.cancel()
        let outcome = await fetch.result
        #expect(throws: TransportFault.unreachable(reason: "cancelled")) { try outcome.get() }
        let next = try Upstream(now: TransportCheck.now)
        #expect(try await Transport.live.fetch(next.url + TransportCheck.target, .seconds(60)).status == 200)
    }

    @Test("A request of a task that is cancelled already is not sent")
    func cancelledBefore() async throws {
        let upstream = try Upstream(now: .now)
        let url = upstream.url + "/data/2.5/weather"
        let fetch = Task { () async throws -> HTTPAnswer in
            while !Task.isCancelled { await Task.yield() }
            return try await Transport.live.fetch(url, .seconds(60))
        }
        fetch.cancel()
        let outcome = await fetch.result
        #expect(throws: TransportFault.unreachable(reason: "cancelled")) { try outcome.get() }
        #expect(upstream.requests.isEmpty)
    }

    @Test("A transport that breaks a promise is found out")
    func brokenPromises() async throws {
        let careless = Transport { url, _ throws(TransportFault) in
            throw .unreachable(reason: "could not fetch \(url)")
        }
        for promise in TransportCase.all {
            #expect(try await promise.mismatches(careless) != [], "\(promise)")
        }
    }
}
