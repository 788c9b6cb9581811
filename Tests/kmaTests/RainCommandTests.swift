import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("kma rain")
struct RainCommandTests {
    @Test(
        "The exit status is 0 if it will rain or snow in time, and 1 if not",
        arguments: [
            (["--within", "3h"], "2026-12-01T10:00:00+09:00", 1 as Int32),
            (["--within", "1d"], "2026-12-01T10:00:00+09:00", 0),
            ([], "2026-12-01T10:00:00+09:00", 0),
        ]
    )
    func status(options: [String], now: String, status: Int32) async throws {
        let run = try await Program(["KMA_NOW": now]).start(["rain", "부산", "--sample"] + options).outcome()
        #expect(run.status == status)
        #expect(run.output.hasSuffix(".\n"))
        #expect(!run.standardError.contains("kma:"))
    }

    @Test("Of several places one where it rains is enough")
    func places() async throws {
        let program = try Program(["KMA_NOW": "2026-12-01T10:00:00+09:00"])
        let places = ["서울", "부산", "제주"]
        var statuses: [Int32] = []
        for place in places {
            statuses.append(
                try await program.start(["rain", place, "--within", "6h", "--sample"]).outcome().status
            )
        }
        let run = try await program.start(["rain"] + places + ["--within", "6h", "--sample"]).outcome()
        #expect(run.status == statuses.min())
    }

    @Test("Of several places each sentence begins with its place")
    func names() async throws {
        let run = try await Program().start(["rain", "서울", "부산", "--sample"]).outcome()
        #expect(run.lines.map { $0.split(separator: " ").first } == ["서울특별시", "부산광역시"])
    }

    @Test(
        "A time that is none is wrong usage",
        arguments: ["3", "h", "0h", "-3h", "3w", "1.5h", "99999999999999999999h"]
    )
    func wrongTime(time: String) async throws {
        let run = try await Program().start(["rain", "서울", "--sample", "--within=\(time)"]).outcome()
        #expect(run.status == 64)
    }

    @Test("Where no feed knows the status is neither yes nor no")
    func unknown() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        upstream.fault(.header(.noData), on: [.shortTerm, .nextHours, .forecast])
        let run = try await Program(upstream).start(["rain", "서울"]).outcome()
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains("알 수 없습니다"))
    }
}
