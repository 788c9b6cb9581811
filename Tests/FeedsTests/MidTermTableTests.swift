import Forecast
import Foundation
import SampleFeeds
import Testing

@testable import Feeds

@Suite("The API hub's tables of mid-term issues")
struct MidTermTableTests {
    private static let temperatures =
        "# REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H"
    private static let land = "# REG_ID TM_FC        TM_EF        MOD STN C SKY  PRE  CONF WF   RN_ST"
    /// 맑음 and 없음 in EUC-KR.
    private static let clear: [UInt8] = [0xB8, 0xBC, 0xC0, 0xBD]
    private static let none: [UInt8] = [0xBE, 0xF8, 0xC0, 0xBD]

    private static func body(_ heading: String, _ rows: [[UInt8]], end: String = "#7777END\n") -> [UInt8] {
        let help = "#START7777\n#  1. TM_FC   : 발표시각\n#  2. REG_ID  : 예보구역코드\n"
        return Array((help + heading + "\n").utf8) + rows.flatMap { $0 + [0x0A] } + Array(end.utf8)
    }

    private static func read(_ table: MidTermTable, _ heading: String, _ rows: [String]) throws
        -> TabledIssues
    {
        try table.read(HTTPAnswer(status: 200, body: body(heading, rows.map { Array($0.utf8) })))
    }

    @Test("A row of 2023 is the low and the high of a day with their widths")
    func temperature() throws {
        let issues = try Self.read(
            .temperature,
            Self.temperatures,
            ["11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,="]
        )
        let issue = try #require(issues.issues.first)
        #expect(issues.isWhole && issues.unreadable == 0 && issue.zone == "11B10101")
        #expect(issue.issuedAt == KoreanDate(year: 2023, month: 1, day: 1).at(hour: 6))
        #expect(
            issue.days == [
                IssuedDay(
                    date: KoreanDate(year: 2023, month: 1, day: 4),
                    part: .day,
                    extremes: Extremes(
                        minimum: -7,
                        maximum: 2,
                        minimumSpread: Spread(low: 0, high: 1),
                        maximumSpread: Spread(low: 1, high: 1)
                    )
                )
            ]
        )
        #expect(String(decoding: issue.lines, as: UTF8.self).hasPrefix("# REG_ID"))
    }

    @Test("Columns are found by their names: in another order, between blanks, and where some are missing")
    func columns() throws {
        let whole = try Self.read(
            .temperature,
            Self.temperatures,
            ["11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,="]
        )
        let turned = try Self.read(
            .temperature,
            "# TM_FC TM_EF REG_ID MAX_H MAX_L MIN_H MIN_L MAX MIN C STN MOD",
            ["202301010600,202301040000,11B10101,1,1,1,0,2,-7,2,109,A01,="]
        )
        let blanks = try Self.read(
            .temperature,
            Self.temperatures,
            ["11B10101 202301010600 202301040000 A01  109 2  -7   2     0     1     1     1 ="]
        )
        let padded = try Self.read(
            .temperature,
            "  " + Self.temperatures,
            ["  11B10101 , 202301010600,202301040000 ,A01, 109,2,  -7  ,2,0,1 ,1,1,="]
        )
        #expect(padded.issues.map(\.days) == whole.issues.map(\.days))
        #expect(turned.issues.map(\.days) == whole.issues.map(\.days))
        #expect(blanks.issues.map(\.days) == whole.issues.map(\.days))
        let old = try Self.read(
            .temperature,
            "# REG_ID TM_FC TM_EF MOD STN C MIN MAX",
            ["11B10101,202301010600,202301040000,A01,109,2,-7,2,="]
        )
        #expect(old.issues.first?.days.first?.extremes == Extremes(minimum: -7, maximum: 2))
    }

    @Test(
        "A mark of missing is none, and the good one of a pair stays",
        arguments: ["-50", "-90", "-99", "-99.9", "-999", "60"]
    )
    func marks(value: String) throws {
        let rows = [
            "11B10101,202301010600,202301040000,A01,109,2,\(value),2,0,1,1,1,=",
            "11B10101,202301010600,202301050000,A01,109,2,-33,\(value),0,1,1,1,=",
        ]
        let days = try Self.read(.temperature, Self.temperatures, rows).issues.first?.days.map(\.extremes)
        #expect(days?.map(\.minimum) == [nil, -33] && days?.map(\.maximum) == [2, nil])
    }

    @Test("−99 is missing, and temperatures are those of the day where its halves have rows as well")
    func halves() throws {
        let issues = try Self.read(
            .temperature,
            Self.temperatures,
            [
                "11B10101,202301010600,202301040000,A02,109,2,-9,9,0,0,0,0,=",
                "11B10101,202301010600,202301040000,A01,109,2,-7,-99,-99,1,1,1,=",
                "11B10101,202301010600,202301041200,A02,109,2,-9,9,0,0,0,0,=",
            ]
        )
        #expect(issues.issues.first?.days.map(\.extremes) == [Extremes(minimum: -7)])
    }

    @Test("Without a row of the day the first of its halves has its temperatures")
    func halvesAlone() throws {
        let issues = try Self.read(
            .temperature,
            Self.temperatures,
            [
                "11B10101,202301010600,202301040000,A02,109,2,-99,-99,0,0,0,0,=",
                "11B10101,202301010600,202301041200,A02,109,2,-9,9,0,0,0,0,=",
                "11B10101,202301010600,202301042100,A02,109,2,-5,5,0,0,0,0,=",
            ]
        )
        #expect(issues.issues.first?.days.map(\.part) == [.day])
        #expect(issues.issues.first?.days.first?.extremes.minimum == -9)
    }

    @Test("Rain and sky of a day are those of its halves, where both have rows")
    func skyOfHalves() throws {
        let rows = ["00,A02", "12,A02", "00,A01"].map {
            "11B00000,202301010600,20230105\($0.prefix(2))00,\($0.suffix(3)),109,2,WB01,WB00,,,30,="
        }
        for rows in [rows, rows.reversed()] {
            let issues = try Self.read(.land, Self.land, rows)
            #expect(issues.issues.first?.days.map(\.part) == [.morning, .afternoon])
        }
        let whole = try Self.read(.land, Self.land, [rows[2]])
        #expect(whole.issues.first?.days.map(\.part) == [.day])
    }

    @Test("The lines of an issue say of its zone what the table said, and nothing of another")
    func stored() throws {
        let rows = ["11B10101", "11B20601"].flatMap { zone in
            ["202301010600", "202301011800"].map { issued in
                let low = zone == "11B10101" ? -7 : -3
                return "\(zone),\(issued),202301060000,A01,109,2,\(low),2,0,1,1,1,="
            }
        }
        let issues = try Self.read(.temperature, Self.temperatures, rows).issues
        #expect(issues.count == 4)
        for issue in issues {
            let answer = HTTPAnswer(status: 200, body: issue.lines)
            let stored = try MidTermTable.temperature.days(in: answer, issue.issuedAt, zone: issue.zone)
            #expect(stored == issue.days && MidTermTable.isTable(issue.lines))
            for (issued, zone) in [(issue.issuedAt + 1, issue.zone), (issue.issuedAt, "11C20401")] {
                #expect(throws: FeedError(.noData)) {
                    try MidTermTable.temperature.days(in: answer, issued, zone: zone)
                }
            }
        }
        let all = HTTPAnswer(status: 200, body: Self.body(Self.temperatures, rows.map { Array($0.utf8) }))
        let evening = KoreanDate(year: 2023, month: 1, day: 1).at(hour: 18)
        for (zone, low) in [("11B20601", -3.0), ("11B10101", -7), (nil, -7)] as [(String?, Double)] {
            let read = try MidTemperatureResponse.read(all, Origin(.midTemperature, evening), zone: zone)
            #expect(read.days.values.map(\.minimum) == [low] && read.origin.issuedAt == evening)
        }
        let portal = Wire.answer(MidTermBodies.temperature06)
        #expect(try MidTermTable.temperature.days(in: portal, Wire.issue, zone: nil) == nil)
    }

    @Test("A table is asked for by its hours, for one zone or all, with the key last")
    func url() throws {
        let issue = KoreanDate(year: 2023, month: 1, day: 1).at(hour: 6)
        let hub = HubGateway(key: try #require(ServiceKey("a+b")))
        for (zone, parameter) in [("11B10101", "11B10101"), (nil, "")] as [(String?, String)] {
            #expect(
                MidTermTable.land.url(issued: issue...issue + 43_200, zone: zone, gateway: hub)
                    == "https://apihub.kma.go.kr/api/typ01/url/fct_afs_wl.php?reg=\(parameter)"
                    + "&tmfc1=2023010106&tmfc2=2023010118&disp=1&help=1&authKey=a%2Bb"
            )
        }
    }

    @Test("Texts in EUC-KR are ASCII and the syllables of warnings and weather; another code is no character")
    func eucKR() {
        for text in ["", "WB01", "흐리고 비/눈", "구름많고 소나기", "중대경보"] {
            #expect(EUCKR.text(EUCKR.bytes(text)) == text)
            #expect(EUCKR.text(Array(text.utf8)) == text)
        }
        #expect(EUCKR.bytes("맑음!똠") == Self.clear + [0x21])
        for (bytes, text) in [
            ([0x80], "\u{FFFD}"), ([0xB8], "\u{FFFD}"), ([0xB8, 0xB8, 0x21], "\u{FFFD}!"),
            ([0x41, 0xFF, 0xFE, 0xB8, 0xBC], "A\u{FFFD}맑"),
        ] as [([UInt8], String)] {
            #expect(EUCKR.text(bytes) == text)
        }
    }

    @Test("Rain and sky are KMA's words, by halves and by days")
    func sky() throws {
        func row(_ effective: String, _ mode: String, _ words: [UInt8]) -> [UInt8] {
            Array("11B00000,202301010600,\(effective),\(mode),109,2,WB04,WB12,".utf8) + Self.none
                + Array(",".utf8) + words + Array(",30,=".utf8)
        }
        let snow: [UInt8] = [0xC8, 0xE5, 0xB8, 0xAE, 0xB0, 0xED, 0x20, 0xB4, 0xAB]
        let rows = [
            row("202301050000", "A02", Self.clear), row("202301051200", "A02", snow),
            row("202301090000", "A01", snow),
        ]
        let issues = try MidTermTable.land.read(
            HTTPAnswer(status: 200, body: Self.body(Self.land, rows))
        )
        let days = try #require(issues.issues.first?.days)
        #expect(days.map(\.part) == [.morning, .afternoon, .day])
        #expect(days.map { $0.sky?.condition?.text.korean } == ["맑음", "흐리고 눈", "흐리고 눈"])
        #expect(days.allSatisfy { $0.sky?.precipitationProbability?.percent == 30 })
    }

    @Test(
        "Where the words are broken, the codes beside them count",
        arguments: [
            ("WB01,WB00", "맑음"), ("WB02,WB00", "구름조금"), ("WB03,WB09", "구름많고 비"), ("WB04,WB11", "흐리고 비/눈"),
            ("WB04,WB13", "흐리고 눈/비"), ("WB04,WB12", "흐리고 눈"), ("WB04,WB77", nil), ("WB77,WB00", nil),
            ("WB77,WB09", "비"), ("WB77,WB77", nil),
        ]
    )
    func broken(codes: String, words: String?) throws {
        for broken in [[0xB8], [0xFF, 0xFE, 0xB8, 0xBC], [0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD]] as [[UInt8]] {
            let row =
                Array("11B00000,202301010600,202301050000,A02,109,2,\(codes),".utf8) + Self.none
                + Array(",".utf8) + broken + Array(",30,=".utf8)
            let issues = try MidTermTable.land.read(
                HTTPAnswer(status: 200, body: Self.body(Self.land, [row]))
            )
            let half = try #require(issues.issues.first?.days.first?.sky)
            #expect(half.condition?.text.korean == words && half.precipitationProbability?.percent == 30)
        }
    }

    @Test("A table that was cut off says so, and a row that makes no sense is counted and left out")
    func cut() throws {
        let rows = [
            "11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=", "11B10101,2023", "x,y,z,A01",
            "11B1010,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=",
            "11B101011,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=",
            "11B10101,202301010600,202301040000,A03,109,2,-7,2,0,1,1,1,=",
        ]
        let bytes = Self.body(Self.temperatures, rows.map { Array($0.utf8) }, end: "")
        let issues = try MidTermTable.temperature.read(HTTPAnswer(status: 200, body: bytes))
        #expect(!issues.isWhole && issues.unreadable == 5 && issues.issues.count == 1)
    }

    @Test("A refusal is the hub's own: an envelope, a page or a text is no table")
    func refusals() {
        let envelope = #"{"result":{"status":403,"message":"활용신청이 필요한 API 입니다."}}"#
        for (body, status, code) in [
            (envelope, 403, ErrorCode.notSubscribed),
            (envelope.replacing("활용신청이 필요한", with: "한도"), 403, .quotaExceeded),
            ("<html></html>", 504, .timeout), ("", 200, .malformedResponse),
            ("# nothing\n", 200, .malformedResponse),
        ] {
            let answer = HTTPAnswer(status: status, body: Array(body.utf8))
            let error = #expect(throws: FeedError.self) { try MidTermTable.land.read(answer) }
            #expect(error?.code == code, "\(body)")
        }
    }

    @Test("The sample's tables say of an issue what the sample's portal says of it")
    func sameAsPortal() throws {
        let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)
        let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)
        let key = try #require(ServiceKey("abc"))
        let hub = HubGateway(key: key)
        for table in MidTermTable.allCases {
            let url = table.url(issued: issue.addingTimeInterval(-86_400)...now, zone: nil, gateway: hub)
            let issues = try table.read(SampleFeeds.answer(to: url, at: now))
            #expect(issues.isWhole && issues.unreadable == 0)
            #expect(Set(issues.issues.map(\.issuedAt)).count == 3)
            #expect(issues.issues.count == 3 * (table == .temperature ? 176 : 10))
        }
        let url = MidTermTable.temperature.url(issued: issue...issue, zone: "11B20601", gateway: hub)
        let tabled = try MidTermTable.temperature.read(SampleFeeds.answer(to: url, at: now)).issues
        let request = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway())
        let portal = try request.read(SampleFeeds.answer(to: request.url(issue), at: now), issue)
        #expect(tabled.map(\.days) == [portal.issuedDays])
        let landURL = MidTermTable.land.url(issued: issue...issue, zone: "11B00000", gateway: hub)
        let sky = try MidTermTable.land.read(SampleFeeds.answer(to: landURL, at: now)).issues
        let landRequest = FeedRequest.midLand(zone: "11B00000", gateway: try Wire.gateway())
        let landPortal = try landRequest.read(SampleFeeds.answer(to: landRequest.url(issue), at: now), issue)
        #expect(sky.map(\.days) == [landPortal.issuedDays])
    }
}
