import AsyncHTTPClient
import Feeds
import StubUpstream
import Testing

@testable import kma_server

extension Transport {
    /// The service's transport, the same for every test: what it holds on to lasts as long as the process.
    static let forTests = Transport.httpClient(HTTPClient(configuration: .forUpstreams))
}

@Suite("The transport over async-http-client")
struct HTTPClientTransportTests {
    @Test("The transport keeps what every transport promises", arguments: TransportCase.all)
    func promise(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.forTests) == [])
    }
}
