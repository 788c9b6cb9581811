import Forecast
import Foundation
import KMAForecast
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@Suite("Issues of a day, on the command line", .takesSlots(programs: 1, listeners: 1))
struct HistoryCommandTests {
    private static let sunday = KoreanDate(year: 2026, month: 10, day: 4)

    private func json(_ run: Program.Outcome) throws -> [String: Any] {
        #expect(run.status == 0, "\(run.standardError)")
        return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test("Each issue that was read is one line, the mid-term forecast's temperatures and rain together")
    func live() async throws {
        let upstream = try Upstream(now: HistoryCommandTests.sunday.at(hour: 15))
        var program = try Program(upstream)
        #expect(try await program("week", "서울").status == 0)
        let later = HistoryCommandTests.sunday.at(hour: 18, minute: 30)
        upstream.now = later
        program.environment["KMA_NOW"] = "2026-10-04T18:30:00+09:00"
        #expect(try await program("week", "서울").status == 0)

        let far = try json(try await program("history", "서울", "--on", "2026-10-10", "--json"))
        let issues = try #require(far["issues"] as? [[String: Any]])
        #expect(
            issues.map { $0["issued_at"] as? String } == [
                "2026-10-04T18:00:00+09:00", "2026-10-04T06:00:00+09:00",
            ]
        )
        for issue in issues {
            #expect(issue["source"] as? String == "kma.mid")
            #expect(issue["lead_days"] as? Int == 6)
            #expect(issue["origin"] as? String == "portal")
            #expect(issue["temperature_min"] is Double || issue["temperature_min"] is Int)
            #expect(issue["am"] is [String: Any])
            #expect(issue["precipitation_probability"] is Int)
        }
        #expect(far["issues_kept"] as? Int == 2)
        // 06:00 and 18:00 of four days and of this one.
        #expect(far["issues_expected"] as? Int == 10)
        #expect(far["observed"] is NSNull)
        #expect(far["sample"] as? Bool == false)

        let near = try json(try await program("history", "서울", "--json"))
        #expect(near["date"] as? String == "2026-10-05")
        let sources = (near["issues"] as? [[String: Any]] ?? []).map { $0["source"] as? String }
        #expect(sources == ["kma.short", "kma.short"])

        let today = try await program("history", "서울", "오늘")
        let rows = today.lines.filter { $0.contains(":00 ") }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("당일") == $0.contains(" * ") }, "\(rows)")
        #expect(today.lines.contains(" * 하루의 일부만 말한 발표"))
        let line = try await program("history", "서울", "오늘", "--format", "line").output
        #expect(line.hasPrefix("10/4 17:00 발표: ") && line.contains("(일부 시간)"), "\(line)")

        let table = try await program("history", "서울", "토요일")
        #expect(!table.output.contains(" * "))
        #expect(table.output.contains("발표 10번 가운데 2번의 기록이 있습니다."))
        let csv = try await program("history", "서울", "--on", "2026-10-10", "--format", "csv")
        #expect(csv.lines.count == 3)
        #expect(csv.output.hasPrefix("date,issued_at,"))
    }

    @Test("Where nothing is kept it says so, and reading makes no file")
    func nothing() async throws {
        var program = try Program()
        let run = try await program("history", "서울")
        #expect(run.status == 0)
        #expect(run.output.contains("예보 기록이 없습니다"))
        #expect(!program.folder.names.contains { $0.contains("ledger") })
        program.environment["KMA_LEDGER"] = "off"
        #expect(try await program("history", "서울").output.contains("KMA_LEDGER"))
    }

    @Test(
        "Faults of the cache folder and the record are reported once each, and cost no answer",
        arguments: [["history", "서울", "--on", "2026-10-02"], ["accuracy", "서울"]]
    )
    func notices(arguments: [String]) async throws {
        let upstream = try Upstream(now: HistoryCommandTests.sunday.at(hour: 15))
        let program = try Program(
            upstream,
            ["KMA_CACHE_DIR": "/dev/null/kma", "KMA_LEDGER": "/dev/null/kma/ledger.db"]
        )
        let run = try await program.run(arguments)
        #expect(run.status == 0 && run.output.contains("서울특별시"))
        let told = run.standardError.split(separator: "\n")
        #expect(told.count == 2, "\(run.standardError)")
        #expect(told.first?.hasPrefix("kma: /dev/null/kma에 쓸 수 없습니다(") == true)
        #expect(told.last?.contains("/dev/null/kma/ledger.db") == true)
        #expect(try await program.run(arguments + ["--quiet"]).standardError.isEmpty)
    }

    @Test(
        "The sample has a marked record of its own, growing errors and a changed day; nothing is stored"
    )
    func sample() async throws {
        let program = try Program()
        let run = try await program("history", "부산", "--sample", "--on", "2026-10-10", "--json")
        let report = try json(run)
        let issues = try #require(report["issues"] as? [[String: Any]])
        #expect(issues.count == report["issues_expected"] as? Int)
        #expect(report["sample"] as? Bool == true)
        #expect(run.standardError.contains("예시 자료"))
        // The newest issue says what the week does.
        let week = try json(try await program("week", "부산", "--sample", "--json"))
        let days = try #require(week["days"] as? [[String: Any]])
        let day = try #require(days.first { $0["date"] as? String == "2026-10-10" })
        #expect(issues.first?["temperature_min"] as? Double == day["temperature_min"] as? Double)
        #expect(issues.first?["text"] as? String == day["text"] as? String)
        #expect(Set(issues.compactMap { $0["temperature_max"] as? Double }).count > 1)
        let changes = try #require(week["changes"] as? [[String: Any]])
        #expect(changes.contains { $0["field"] as? String == "theme" })
        #expect(try await program("week", "부산", "--sample").output.contains("어제와 달라진 예보: "))
        #expect(!program.folder.names.contains { $0.contains("ledger") })
    }

    @Test(
        "A day of another year is named with it, and the sample has no issue that KMA did not make then",
        arguments: [
            ("2023-01-01", "ko", "2023년 1월 1일(일) 예보 기록", "발표 42번 가운데 42번"),
            ("2024-11-28", "en", "Forecast history for Thu 28 Nov 2024", "42 of 42 issues"),
            ("2024-12-05", "en", "Forecast history for Thu 5 Dec 2024", "47 of 47 issues"),
        ]
    )
    func earlierYears(date: String, language: String, heading: String, count: String) async throws {
        let run = try await Program()("history", "서울", "--sample", "--on", date, "--lang", language)
        #expect(run.output.contains(heading) && run.output.contains(count), "\(run.output)")
    }

    @Test(
        "Changes since yesterday's issue stand in the week and in the rain, and nothing without them"
    )
    func changes() async throws {
        let upstream = try Upstream(now: HistoryCommandTests.sunday.at(hour: 15))
        let program = try Program(upstream)
        let first = try json(try await program("week", "서울", "--json"))
        #expect(first["changes"] is NSNull)
        #expect(try await !program("week", "서울").output.contains("달라진 예보"))
        let days = try #require(first["days"] as? [[String: Any]])
        let shown = try #require(days.first { $0["date"] as? String == "2026-10-12" })
        let high = try #require(shown["temperature_max"] as? Double)
        let ledger = SQLiteLedger(path: program.folder.path + "/.local/state/kma/ledger.db")
        let issuedAt = (HistoryCommandTests.sunday + -1).at(hour: 6)
        let extremes = Extremes(minimum: shown["temperature_min"] as? Double, maximum: high + 6)
        try await ledger.add(
            [
                LedgerIssue(
                    subject: LedgerSubject(feed: .midTemperature, name: "11B10101"),
                    issuedAt: issuedAt,
                    fetchedAt: issuedAt,
                    origin: .portal,
                    body: Array("yesterday's".utf8),
                    days: [
                        IssuedDay(date: HistoryCommandTests.sunday + 8, part: .day, extremes: extremes)
                    ]
                )
            ],
            []
        )
        let run = try await program("week", "서울", "--json")
        let changes = try #require(try json(run)["changes"] as? [[String: Any]])
        #expect(changes.count == 1)
        #expect(changes.first?["date"] as? String == "2026-10-12")
        #expect(changes.first?["field"] as? String == "temperature_max")
        #expect(changes.first?["from"] as? Double == high + 6)
        #expect(changes.first?["to"] as? Double == high)
        #expect(changes.first?["since"] as? String == "2026-10-03T06:00:00+09:00")
        let table = try await program("week", "서울")
        #expect(table.output.contains("어제와 달라진 예보: 10월 12일 최고"))
        // Another day is asked about.
        #expect(try await !program("week", "서울", "내일").output.contains("달라진 예보"))
    }
}
