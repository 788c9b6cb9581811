import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("The API hub's table of warnings")
struct HubWarningResponseTests {
    private func read(_ body: Data, status: Int = 200) throws -> WarningStatus {
        try FeedRequest.warnings(gateway: Wire.gateway(.hub)).read(
            HTTPAnswer(status: status, body: Array(body)),
            KoreanDate(year: 2027, month: 1, day: 1).start
        )
    }

    /// A row as it was recorded on 2026-10-03, in EUC-KR: `L1100000, 서울특별시, L1100200, 서울동북권, …, 건조, 주의, 발표, ,=`.
    private let recorded =
        Data("L1100000, ".utf8) + Data([0xBC, 0xAD, 0xBF, 0xEF]) + Data(", L1100200, ".utf8)
        + Data([0xBC, 0xAD, 0xBF, 0xEF]) + Data(", 202610031000, 202610031000, ".utf8)
        + Data([0xB0, 0xC7, 0xC1, 0xB6]) + Data(", ".utf8) + Data([0xC1, 0xD6, 0xC0, 0xC7]) + Data(", ".utf8)
        + Data([0xB9, 0xDF, 0xC7, 0xA5]) + Data(", ,=\r\n".utf8)

    @Test("A row is a warning on its zone, with its times")
    func row() throws {
        let status = try read(Data("#START7777\n".utf8) + recorded)
        #expect(status.unresolved.isEmpty)
        let warning = try #require(status.warnings.first)
        #expect(status.warnings.count == 1)
        #expect(warning.kind == .dry && warning.level == .advisory)
        #expect(warning.zone == AlertZone(code: "L1100200", name: "서울동북권"))
        #expect(warning.effectiveAt == KoreanDate(year: 2026, month: 10, day: 3).at(hour: 10))
    }

    @Test("Letters and digits of the code table mean the same as words")
    func codes() throws {
        let row = Data("L1070000, , L1072600, , 202610031000, 202610031100, R, 3, 1, 202610041200,=\n".utf8)
        let status = try read(row)
        #expect(status.warnings.map(\.zone.name) == ["김천시북부", "김천시남부"])
        #expect(
            status.warnings.allSatisfy { $0.kind == .heavyRain && $0.level == .warning }
        )
        for warning in status.warnings {
            let times = [warning.issuedAt, warning.effectiveAt, warning.endsAt].map {
                $0.map { KoreanTime($0).compact }
            }
            #expect(times == ["202610031000", "202610031100", "202610041200"])
        }
    }

    @Test("A command of an issue stands for a warning", arguments: ["발표", "변경", "변경발표", "연장", "6"])
    func commands(word: String) throws {
        let row = Data("L1100000, , L1100200, , 202610031000, 202610031100, W, 2, \(word), ,=\n".utf8)
        let status = try read(row)
        #expect(status.warnings.count == 1 && status.unresolved.isEmpty)
    }

    @Test(
        "A preliminary one begins with the part of the day that its last minute stands for",
        arguments: [
            ("0259", "00"), ("0559", "03"), ("0859", "06"), ("1159", "09"), ("1459", "12"), ("1759", "15"),
            ("2059", "18"), ("2359", "21"), ("0558", "00"), ("1158", "06"), ("1458", "12"), ("1758", "12"),
            ("2358", "18"),
        ]
    )
    func preliminary(code: String, hour: String) throws {
        for day in ["20261004", "20261031", "20261231"] {
            func time(_ level: String, _ code: String) throws -> String? {
                let row = "L1150000, , L1082500, , \(day)0000, \(day)\(code), W, \(level), 1, ,=\n"
                return try read(Data(row.utf8)).warnings.first?.effectiveAt.map { KoreanTime($0).compact }
            }
            #expect(try time("1", code) == "\(day)\(hour)00")
            #expect(try time("2", code) == day + code)
            #expect(try time("1", "1030") == day + "1030")
            #expect(try time("1", "2058") == nil)
            let otherYear = "L1150000, , L1082500, , 202610041400, 206210041500, W, 2, 1, ,=\n"
            #expect(try read(Data(otherYear.utf8)).warnings.map(\.effectiveAt) == [nil])
        }
    }

    @Test(
        "The end that is announced comes in words, which may have commas; others are left out",
        arguments: [
            ("05일 늦은 오후(15시~18시)", "202610051800"), ("04일 밤", "202610050000"),
            ("12일 낮(12시~15시)", "202610121500"), ("01일 낮", nil), ("206210041200", nil),
            ("05일 오전, 06일 새벽(00시~03시)", "202610060300"), ("당분간", nil), ("", nil),
            ("202610041200", "202610041200"),
        ]
    )
    func ends(words: String, end: String?) throws {
        let row = "L1020000, , L1020300, , 202610041000, 202610041000, S, 2, 1, \(words),=\n"
        for body in [Data(EUCKR.bytes(row)), Data(row.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(row.utf8)] {
            let warning = try #require(try read(body).warnings.first)
            #expect(warning.endsAt.map { KoreanTime($0).compact } == end)
        }
    }

    @Test(
        "An answer in UTF-8, with its mark or without it, is read as one in EUC-KR",
        arguments: ["예비", "예비특보"]
    )
    func encodings(level: String) throws {
        let rows = """
            #START7777
            # REG_UP, REG_UP_KO, REG_ID, REG_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM=
            L1150000, , L1082500, , 202610041400, 202610042358, 강풍, \(level), 발표, ,=
            S1100000, 남해동부전해상, S1120000, 남해동부앞바다, 202610041400, 202610041400, 풍랑, 경보, 발표, ,=
            S1100000, 동해남부전해상, , , 202610041400, 202610041400, 풍랑, 주의보, 변경, ,=
            #7777END

            """
        let expected = try read(Data(EUCKR.bytes(rows)))
        #expect(expected.unresolved.isEmpty)
        #expect(expected.warnings.map(\.level) == [.preliminary, .warning, .advisory])
        #expect(expected.warnings.map(\.zone.name) == ["부산동부", "남해동부앞바다", "동해남부전해상"])
        #expect(expected.warnings[1].zone.code == "S1120000" && expected.warnings[2].zone.code == "S1100000")
        #expect(try read(Data(rows.utf8)) == expected)
        #expect(try read(Data([0xEF, 0xBB, 0xBF]) + Data(rows.utf8)) == expected)
    }

    @Test("A released warning is gone, a zone at sea keeps its code")
    func releases() throws {
        let released = Data("L1070000, , L1072600, , 202610031000, 202610031000, R, 3, 3, ,=\n".utf8)
        let sea = Data("S1320000, , S1322200, , 202610031000, 202610031000, V, 2, 1, ,=\n".utf8)
        let status = try read(released + sea)
        #expect(status.warnings.map(\.zone) == [AlertZone(code: "S1322200", name: "S1322200")])
    }

    @Test(
        "A release ends what was announced before it, at the time of its effect",
        arguments: [("202612312300", []), ("202701010600", ["202701010600"])]
    )
    func releasedIssue(end: String, ends: [String]) throws {
        let issue = "L1100000, , L1100200, , 202612311300, 202612311300, R, 2, 1, ,=\n"
        let release = "L1100000, , L1100200, , 202612312000, \(end), R, 2, 해제, ,=\n"
        for rows in [issue + release, release + issue, release] {
            let now = KoreanDate(year: 2027, month: 1, day: 1).start
            var readings = Readings()
            readings.warnings = try read(Data(rows.utf8))
            let alerts = [Alert](readings.warnings(in: ["L1100200"], at: now), zones: ["L1100200"])
            #expect(alerts?.map { $0.endsAt.map { KoreanTime($0).compact } } == ends)
            #expect(alerts?.allSatisfy { $0.isInForce(at: now) } == true)
        }
    }

    @Test("A zone, a kind or a level that no table has makes its zones unknown")
    func unknown() throws {
        for row in [
            "L1100000, , L9999999, , 202610031000, 202610031000, R, 3, 1, ,=",
            "L1100000, , L1100200, , 202610031000, 202610031000, X, 3, 1, ,=",
            "L1100000, , L1100200, , 202610031000, 202610031000, R, 9, 1, ,=",
            "L1100000, , L1100200, , 202610031000, 202610031000, R, 3, 취소, ,=", "L",
        ] {
            let status = try read(Data(row.utf8))
            #expect(status.warnings.isEmpty)
            #expect(status.unresolved.first?.zones.contains("L1100200") == true, "\(row)")
            #expect(status.unresolved.first?.zones.contains("L1072610") == (row == "L"), "\(row)")
        }
    }

    @Test("A table that ends within a row may lack any zone below it, and keeps the rows above")
    func cut() throws {
        let row = "L1070000, , L1072600, , 202610031000, 202610031000, R, 3, 1, ,="
        let whole = row + " \n" + row
        for length in [whole.utf8.count - 1, whole.utf8.count - 20, whole.utf8.count - 60] {
            let status = try read(Data(whole.utf8.prefix(length)))
            #expect(status.warnings.first?.zone.name == "김천시북부")
            #expect(status.unresolved.contains { $0.zones.contains("L1072610") })
        }
        for body in [whole, whole + "\r\n\r\n", whole + "\n#7777END"] {
            #expect(try read(Data(body.utf8)).unresolved.isEmpty)
        }
    }

    @Test("A heading alone is no warnings, and an empty body is a fault")
    func none() throws {
        #expect(try read(Data("#START7777\n#  특보현황 조회\n".utf8)) == WarningStatus(warnings: []))
        #expect(try read(Data("\r\n #START7777\r\n#7777END\r\n".utf8)) == WarningStatus(warnings: []))
        let heading = "#START7777\n# REG_UP, REG_UP_KO, REG_ID, REG_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM="
        #expect(try read(Data(heading.utf8)) == WarningStatus(warnings: []))
        // As recorded on 2026-10-08 with help=1.
        let help = "#START7777\n#  특보현황 조회\n#  1. REG_UP    : 상위 특보구역코드\n#  3. REG_ID    : 특보구역코드\n"
        let columns = "# REG_UP  REG_UP_KO-----  REG_ID    REG_KO-----  TM_FC  TM_EF  WRN  LVL  CMD   ED_TM\n"
        #expect(try read(Data((help + columns).utf8)) == WarningStatus(warnings: []))
        #expect(try read(Data((help + columns).utf8) + recorded).warnings.count == 1)
        for page in [help, "", "<html>\nService Unavailable\n", "<p>\n#\n", String(heading.prefix(40))] {
            #expect(throws: FeedError(.malformedResponse)) { try read(Data(page.utf8)) }
        }
        #expect(throws: FeedError(.upstreamError, "HTTP 502")) {
            try read(Data("#START7777\n".utf8), status: 502)
        }
    }

    @Test("A row announced after the fetch, or a year ago, is not of now")
    func age() throws {
        let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)
        for (day, isKnown) in [
            ("20261005", false), ("20251004", false), ("20260801", true), ("20261004", true),
        ] {
            let row = "L1100000, , L1100200, , \(day)1000, \(day)1000, 건조, 주의, 발표, ,="
            let answer = HTTPAnswer(status: 200, body: Array(row.utf8))
            let status = try HubWarningResponse.read(answer, Origin(.warnings, issuedAt: now, fetchedAt: now))
            #expect(status.unresolved.isEmpty == isKnown, "\(day)")
        }
    }

    @Test("A heading of another order is another table")
    func order() throws {
        let heading = "# REG_ID, REG_KO, REG_UP, REG_UP_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM="
        let row = "L1082500, , L1150000, , 202610031000, 202610031000, W, 2, 1, ,="
        #expect(throws: FeedError(.malformedResponse, "REG_UP")) { try read(Data("\(heading)\n\(row)".utf8)) }
    }

    @Test("A refusal of the hub under 200 is a refusal")
    func refusal() throws {
        let body = #"{"result":{"status":403,"message":"활용신청이 필요한 API 입니다."}}"#
        #expect(throws: FeedError(.notSubscribed, "apihub 403")) { try read(Data(body.utf8)) }
    }
}
