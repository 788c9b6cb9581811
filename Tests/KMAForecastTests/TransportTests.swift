import Feeds
import StubUpstream
import Testing

@Suite("The command line's transport")
struct TransportTests {
    @Test("The transport keeps what every transport promises", arguments: TransportCase.all)
    func promise(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.live) == [])
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
