import Forecast
import Foundation
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@Suite("Accuracy of forecasts, on the command line", .takesSlots(programs: 1, listeners: 1))
struct AccuracyCommandTests {
    private func json(_ run: Program.Outcome) throws -> [String: Any] {
        #expect(run.status == 0, "\(run.standardError)")
        return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test("The sample has scores at first run, errors that grow with the lead, and says that it is one")
    func sample() async throws {
        let program = try Program()
        let run = try await program("accuracy", "부산", "--sample", "--json")
        let leads = try #require(try json(run)["leads"] as? [[String: Any]])
        #expect(run.standardError.contains("표본 자료"))
        let errors = leads.compactMap { ($0["low"] as? [String: Any])?["mae"] as? Double }
        #expect(errors.count == 11 && errors[0] < errors[5] && errors[5] < errors[10])
        let table = try await program("accuracy", "부산", "--sample")
        #expect(table.output.contains("7일 뒤 예보에서 강수확률"))
        #expect(!program.folder.names.contains { $0.contains("ledger") })
    }

    @Test("Past issues of the hub and observed days make scores and ranges")
    func imported() async throws {
        let upstream = try Upstream(now: KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15))
        var program = try Program(upstream)
        program.environment["KMA_HUB_KEY"] = upstream.keys.hub
        program.environment["KMA_HUB_BASE_URL"] = upstream.url
        let imported = try await program("ledger", "import", "--since", "2026-08-01", "--area", "서울")
        #expect(imported.status == 0, "\(imported.standardError)")
        // 65 days with two issues of two zones, but the evening's of today.
        #expect(imported.output.contains("발표 258건을 더했습니다(호출 14번)."))
        let again = try await program("ledger", "import", "--since", "2026-08-01", "--area", "서울")
        #expect(again.output.contains("새로 더할 발표가 없습니다"))

        let report = try json(try await program("accuracy", "서울", "--since", "2026-08-01", "--json"))
        let leads = try #require(report["leads"] as? [[String: Any]])
        #expect(leads[3]["state"] as? String == "too_few" && leads[3]["rain"] is NSNull)
        let week = try #require(leads[7]["rain"] as? [String: Any])
        #expect(leads[7]["state"] as? String == "ok")
        let days = ["hits", "misses", "false_alarms", "correct_dry"].compactMap { week[$0] as? Int }
        #expect(days.count == 4 && days.reduce(0, +) == leads[7]["cases"] as? Int && days[3] > 20)
        #expect(upstream.count(of: .observedDays) == 1)
        let witness = try await program("ledger", "verify", "--sample", "3")
        #expect(witness.status == 0, "\(witness.standardError)")
        #expect(witness.output.contains("API허브에 다시 물은 발표 3건의 날짜별 값"))
        let history = try json(try await program("history", "서울", "--on", "2026-10-02", "--json"))
        #expect(history["observed"] is [String: Any])
        #expect(upstream.leaks.isEmpty)
        let first = try json(try await program("week", "서울", "--json"))
        try ranges(in: first)
        // The second time they come from the cache, beside the answers.
        let second = try json(try await program("week", "서울", "--json"))
        let weeks = try [first, second].map { try #require($0["days"] as? [[String: Any]]) as NSArray }
        #expect(weeks[0] == weeks[1])
    }

    /// Holds the ranges of a week whose record has two months, and its chances, whose record is too short, against it.
    private func ranges(in week: [String: Any]) throws {
        let days = try #require(week["days"] as? [[String: Any]])
        let ranges = days.compactMap { $0["temperature_min_range"] as? [String: Any] }
        #expect(ranges.count >= 5 && days.prefix(3).allSatisfy { $0["temperature_min_range"] is NSNull })
        for day in days {
            guard let range = day["temperature_max_range"] as? [String: Any],
                let high = day["temperature_max"] as? Double, let from = range["from"] as? Double,
                let to = range["to"] as? Double
            else { continue }
            // As wide as KMA's errors are; a forecast that leans has its range beside it.
            #expect(2..<12 ~= to - from && abs((from + to) / 2 - high) < 4)
            #expect((20...65).contains(range["cases"] as? Int ?? 0) && range["share"] as? Double == 0.8)
            #expect((range["since"] as? String ?? "").hasPrefix("2026-08-"))
        }
        #expect(days.allSatisfy { $0.keys.contains("rain_confidence") })
    }

    @Test("A difference of the hub's values shows what differs: a range, a low or a high, and the half")
    func differences() async throws {
        let upstream = try Upstream(now: KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15))
        func answer(_ edit: @escaping @Sendable (String) -> String) -> @Sendable (Request) -> StubAnswer {
            { [now = upstream.now] request in
                let body = SampleFeeds.answer(to: request.target, at: now).body
                return .json(edit(String(decoding: body, as: UTF8.self)))
            }
        }
        upstream.answers = [
            .midTemperature: answer {
                $0.replacing(#/"taMin8Low":\d+/#, with: #""taMin8Low":5"#)
                    .replacing(#/"taMax9":-?\d+/#, with: #""taMax9":null"#)
            },
            .midLand: answer { $0.replacing(#/"rnSt6Pm":\d+/#, with: #""rnSt6Pm":90"#) },
        ]
        var program = try Program(upstream)
        program.environment["KMA_HUB_KEY"] = upstream.keys.hub
        program.environment["KMA_HUB_BASE_URL"] = upstream.url
        #expect(try await program("week", "서울").status == 0)
        let told = try await program("ledger", "import", "--since", "2026-10-04", "--area", "서울").output
        #expect(told.contains(#/2026-10-12: 포털 -?\d+\.0°\(-5\+\d\)/-?\d+\.0°\(-\d\+\d\), 허브 /#), "\(told)")
        #expect(told.contains(#/2026-10-13: 포털 -?\d+\.0°\(-\d\+\d\)/-, 허브 /#), "\(told)")
        #expect(told.contains(#/2026-10-10 오후: 포털 .* 90%, 허브 /#), "\(told)")
    }

    @Test("A lead of few days with rain is scored by its degrees, and no share is of fewer than 30 days")
    func degreesAlone() async throws {
        let upstream = try Upstream(now: KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15))
        let program = try Program(upstream)
        var rows = ["subject,issued_at,date,half,temperature_min,temperature_max,MIN_L,MIN_H,text"]
        for offset in 0..<40 {
            let date = KoreanDate(year: 2026, month: 8, day: 10) + offset
            let issue = "\(date + -6)T06:00:00+09:00"
            rows.append("11B10101,\(issue),\(date),day,12,\(offset < 3 ? "" : "22"),1,1,")
            if offset < 2 { rows += ["am", "pm"].map { "11B00000,\(issue),\(date),\($0),,,,,흐리고 비" } }
        }
        let path = program.folder.path + "/issues.csv"
        try Data(rows.joined(separator: "\n").utf8).write(
            to: URL(fileURLWithPath: path)
        )
        #expect(try await program("ledger", "import", "--file", path).status == 0)
        let report = try json(try await program("accuracy", "서울", "--json"))
        let lead = try #require((report["leads"] as? [[String: Any]])?[6])
        #expect(lead["state"] as? String == "ok" && lead["cases"] as? Int == 40 && lead["rain"] is NSNull)
        let (low, high) = (lead["low"] as? [String: Any], lead["high"] as? [String: Any])
        #expect(low?["cases"] as? Int == 40 && high?["cases"] as? Int == 37)
        #expect(low?["range_coverage"] is Double && high?["range_coverage"] is NSNull)
        #expect(low?["own_range_coverage"] is NSNull, "Twenty days have no range yet.")
        let table = try await program("accuracy", "서울").output
        #expect(table.contains(#/6일 +40/37 /#) && table.contains("6일 뒤 예보의 평균 오차는 최저 "), "\(table)")
        #expect(!table.contains("비 있음·없음"))
        let line = try await program("accuracy", "서울", "--lang", "en", "--format", "line").output
        #expect(line.hasPrefix("Forecasts 6 days ahead are off by "), "\(line)")
        #expect(upstream.count(of: .observedDays) == 1)
    }

    @Test("Without a key of the hub, and with a file of no known form, the import says what to do")
    func refused() async throws {
        let program = try Program()
        let keyless = try await program("ledger", "import")
        #expect(keyless.status == 78 && keyless.standardError.contains("KMA_HUB_KEY"))
        let path = program.folder.path + "/x.csv"
        try Data("a,b\n1,2\n".utf8).write(to: URL(fileURLWithPath: path))
        let unknown = try await program("ledger", "import", "--file", path)
        #expect(unknown.status == 66 && unknown.standardError.contains("issued"))
        #expect(try await program("ledger", "status", "--since", "2026-01-01").status == 64)
        for day in ["1000-01-01", "2016-01-01", "2099-01-01"] {
            let run = try await program("accuracy", "서울", "--since", day)
            #expect(run.status == 64 && run.standardError.contains("10년"), "\(day)")
        }
    }
}
