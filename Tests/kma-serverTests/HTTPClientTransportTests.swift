import AsyncHTTPClient
import Feeds
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

extension Transport {
    /// The service's transport, the same for every test: what it holds on to lasts as long as the process.
    static let forTests = Transport.httpClient(HTTPClient(configuration: .forUpstreams))
}

@Suite("The transport over async-http-client", .takesSlots(programs: 1, listeners: 1))
struct HTTPClientTransportTests {
    @Test("Upstreams see how to reach the service's operator, where that is set")
    func contact() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let client = HTTPClient(configuration: .forUpstreams)
        let transport = Transport.httpClient(client, contact: "ops@example.com")
        _ = try await transport.fetch("\(upstream.url)/", .seconds(60))
        try await client.shutdown()
        #expect(
            upstream.requests.first?.header("user-agent") == "kma/\(Version.current) (ops@example.com)"
        )
    }

    @Test("The transport keeps what every transport promises", arguments: TransportCase.all)
    func promise(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.forTests) == [])
    }
}
