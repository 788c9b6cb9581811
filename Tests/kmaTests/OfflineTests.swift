import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("Stored answers alone", .takesSlots(programs: 1, listeners: 1))
struct OfflineTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test("Offline nothing is called: what is stored is shown, and said to be of its time once it is old")
    func stored() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        let empty = try await program("week", "서울", "--offline")
        #expect(empty.status == 69 && empty.output.isEmpty)
        // Once, and not for each service.
        #expect(empty.standardError.components(separatedBy: "저장된 자료가 없습니다.").count == 2)
        #expect(empty.standardError.contains("--offline"))
        #expect(upstream.requests.isEmpty)

        let usual = try await program("week", "서울")
        upstream.forgetRequests()
        let same = try await program("week", "서울", "--offline")
        #expect(same.output == usual.output && same.status == 0 && same.standardError.isEmpty)

        program.environment["KMA_NOW"] = "2026-10-04T17:30:00+09:00"
        let later = try await program("week", "서울", "--offline")
        #expect(later.status == 0 && !later.output.isEmpty)
        #expect(later.standardError.contains("자료입니다. 더 새로운 자료는 저장되어 있지 않습니다."))
        #expect(!later.standardError.contains("요청했습니다"))
        #expect(upstream.requests.isEmpty)
    }

    @Test("JSON and the tools for assistants say of each feed that only what is stored was looked at")
    func machines() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        let nation = try await program("nation", "--offline", "--json")
        #expect(nation.status == 69 && nation.standardError.contains("저장된 자료가 없습니다."))
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"week","arguments":{"area":"서울"}}}"#
        let assistant = try await program.run(["mcp", "--offline"], input: call)
        #expect(assistant.output.contains("저장된 자료가 없습니다."), "\(assistant.output)")
        // A process, which ends with what it did not wait for.
        _ = try await program.process("nation")
        upstream.forgetRequests()
        program.environment["KMA_NOW"] = "2026-10-04T17:30:00+09:00"
        for arguments in [["week", "서울"], ["nation"]] {
            let run = try await program.run(arguments + ["--offline", "--json"])
            #expect(run.status == 0 && run.output.contains("저장된 자료가 없습니다."), "\(run.output)")
            #expect(!run.output.contains("rate_limited"))
        }
        #expect(upstream.requests.isEmpty)
    }

    @Test("Offline an upstream that hangs is not waited for, for any command that shows weather")
    func hanging() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        _ = try await program("week", "서울")
        upstream.fault(.hang)
        upstream.forgetRequests()
        for command in ["week", "now", "rain", "hours", "theme", "alerts"] {
            _ = try await program(command, "서울", "--offline")
        }
        #expect(upstream.requests.isEmpty)
    }

    @Test("Offline and without a cache is wrong usage")
    func withoutCache() async throws {
        let run = try await Program()("week", "서울", "--offline", "--no-cache", "-l", "en")
        #expect(run.status == 64)
        #expect(run.standardError.contains("--offline cannot be used with --no-cache."))
    }
}
