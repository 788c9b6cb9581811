import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("A service whose cache folder cannot be used", .takesSlots(programs: 1, listeners: 1))
struct CacheNoticeTests {
    @Test("It says so in one line at its start and in one of its log, and answers all the same")
    func unusable() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        let program = try Program(upstream)
        var environment = program.environment
        environment["KMA_CACHE_DIR"] = "/dev/null/kma"
        let server = try await RunningService([], environment: environment, in: program.folder)
        for place in ["/v1/week?area=%EC%84%9C%EC%9A%B8", "/v1/week?area=%EB%B6%80%EC%82%B0"] {
            #expect(try await RawClient(server).body(place).isEmpty == false)
        }
        let lines = server.log.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("kma-server: /dev/null/kma에 쓸 수 없습니다(") }.count == 1)
        let logged = lines.filter { $0.contains(" msg=cache ") }
        #expect(logged.count == 1)
        #expect(logged.allSatisfy { $0.contains("level=warning") && $0.contains(" usable=false") })
        #expect(try await server.end().status == 0)
    }

    @Test("Samples are stored nowhere, so nothing is said of the folder")
    func sample() async throws {
        let server = try await RunningService(environment: ["KMA_CACHE_DIR": "/dev/null/kma"])
        #expect(!server.log.contains("/dev/null/kma"))
        #expect(!server.log.contains("msg=cache"))
    }
}
