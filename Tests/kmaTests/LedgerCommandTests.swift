import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("The record itself, on the command line", .takesSlots(programs: 1, listeners: 1))
struct LedgerCommandTests {
    private static let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)

    @Test("It tells what is kept, takes what only another record has, and exports all of it")
    func record() async throws {
        let upstream = try Upstream(now: LedgerCommandTests.now)
        let (here, there) = (try Program(upstream), try Program(upstream))
        #expect(try await here("ledger").output.contains("아직 남은 것이 없습니다"))
        #expect(try await here("week", "서울").status == 0)
        #expect(try await there("week", "부산").status == 0)
        let status = try await here("ledger", "--json")
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
        )
        let feeds = (report["feeds"] as? [[String: Any]] ?? []).compactMap { $0["feed"] as? String }
        #expect(Set(feeds).isSuperset(of: ["kma.mid_temperature", "kma.mid_land", "kma.short"]))
        #expect(try await here("ledger").output.contains("MB"))

        let other = there.folder.path + "/.local/state/kma/ledger.db"
        let first = try await here("ledger", "merge", other)
        #expect(first.status == 0, "\(first.standardError)")
        #expect(!first.output.contains("발표 0건"))
        #expect(try await here("ledger", "merge", other).output.contains("발표 0건"))

        let csv = try await here("ledger", "export")
        #expect(csv.output.hasPrefix("feed,subject,date,half,"))
        #expect(csv.output.contains("kma.mid_temperature,11B10101,"))
        #expect(csv.output.contains("kma.mid_temperature,11H20201,"))
        #expect(csv.output.contains("\"60,127\""))
        let lines = try await here("ledger", "export", "--format", "ndjson").lines
        #expect(lines.count == csv.lines.count - 1)
        for line in lines {
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(row?["issued_at"] is String)
        }
    }

    @Test(
        "A copy that cannot be written says so of the copy, leaves nothing begun, and never blames the record"
    )
    func copies() async throws {
        let upstream = try Upstream(now: LedgerCommandTests.now)
        let here = try Program(upstream)
        let copy = here.folder.path + "/copy.db"
        #expect(try await here("ledger", "backup", copy).standardError.contains("아직 예보 기록이 없어"))
        #expect(!FileManager.default.fileExists(atPath: copy))
        #expect(try await here("week", "서울").status == 0)
        let witness = try await here("ledger", "verify", "--sample", "3")
        #expect(witness.status == 78 && witness.standardError.contains("KMA_HUB_KEY"))
        let nowhere = try await here("ledger", "backup", here.folder.path + "/none/copy.db")
        #expect(nowhere.status == 69 && nowhere.standardError.contains("사본을 쓸 수 없습니다"))
        #expect(!nowhere.standardError.contains("KMA_LEDGER"))
        #expect(try await here("ledger", "backup", copy).status == 0)
        let again = try await here("ledger", "backup", copy)
        #expect(again.status == 69 && again.standardError.contains("이미 있습니다"))
    }

    @Test(
        "Impossible actions are refused with their reason",
        arguments: [
            (["merge"], 64, "merge"), (["merge", "/no/such.db"], 66, "/no/such.db"),
            (["merge", "/tmp"], 66, "예보 기록 파일이 아닙니다"), (["backup", "/tmp"], 69, "/tmp가 이미"),
            (["backup", ""], 64, "backup 파일"), (["export", "file"], 64, "file"),
            (["nonsense"], 64, "nonsense"), (["--format", "csv"], 64, "ndjson"),
            (["export", "--sample", "3"], 64, "verify"),
            (["verify", "--sample", "0"], 64, "--sample"), (["verify"], 66, "ledger.db"),
        ] as [([String], Int32, String)]
    )
    func refused(arguments: [String], status: Int32, text: String) async throws {
        let run = try await Program().run(["ledger"] + arguments)
        #expect(run.status == status)
        #expect(run.standardError.contains(text), "\(run.standardError)")
        let off = try await Program(["KMA_LEDGER": "off"])("ledger")
        #expect(off.status == 78)
    }
}
