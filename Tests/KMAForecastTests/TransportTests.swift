import Feeds
import StubUpstream
import Testing

@Suite("The command line's transport")
struct TransportTests {
    @Test("keeps what every transport promises", arguments: TransportCase.all)
    func promise(_ promise: TransportCase) async throws {
        #expect(try await promise.mismatches(.live) == [])
    }

    @Test("is found out where it breaks a promise")
    func brokenPromises() async throws {
        let careless = Transport { url, _ throws(TransportFault) in
            throw .unreachable(reason: "could not fetch \(url)")
        }
        for promise in TransportCase.all {
            #expect(try await promise.mismatches(careless) != [], "\(promise)")
        }
    }
}
