import Feeds
import Forecast
import Foundation
import Testing

@testable import KMAForecast

@Suite("Issues from a file")
struct IssueFileTests {
    private static func read(_ text: String) throws -> (issues: [LedgerIssue], unreadable: Int) {
        try IssueFile(at: TestHarness.time(15)).issues(in: Array(text.utf8))
    }

    @Test("The program's own export is read back, whatever the order of its columns")
    func export() throws {
        let text = """
            \u{FEFF}feed,subject,date,half,issued_at,fetched_at,origin,lead_days,temperature_min,temperature_max,temperature_min_spread_low,temperature_min_spread_high,temperature_max_spread_low,temperature_max_spread_high,precipitation_probability,text,theme\r
            kma.mid_temperature,11B10101,2026-10-08,day,2026-10-04T06:00:00+09:00,2026-10-04T06:01:00+09:00,portal,4,12.0,21.0,1.0,1.0,1.0,2.0,,,\r
            kma.mid_land,11B00000,2026-10-08,am,2026-10-04T06:00:00+09:00,2026-10-04T06:01:00+09:00,portal,4,,,,,,,60,구름많고 비,rain\r
            kma.mid_land,11B00000,2026-10-08,pm,2026-10-04T06:00:00+09:00,2026-10-04T06:01:00+09:00,portal,4,,,,,,,20,구름많음,cloudy\r
            kma.short,"60,127",2026-10-05,am,2026-10-04T05:00:00+09:00,2026-10-04T05:11:00+09:00,portal,1,,,,,,,0,맑음,clear\r

            """
        let (issues, unreadable) = try Self.read(text)
        #expect(unreadable == 0 && issues.map(\.subject.name) == ["11B10101", "11B00000", "60,127"])
        #expect(issues.allSatisfy { $0.origin == .file })
        #expect(issues[0].days.first?.extremes.maximumSpread == Spread(low: 1, high: 2))
        #expect(issues[0].issuedAt == TestHarness.time(6))
        #expect(issues[1].days.map(\.part) == [.morning, .afternoon])
        #expect(issues[1].days[0].sky?.condition?.kind == .rain)
        #expect(issues[2].subject.feed == .shortTerm)
    }

    @Test(
        "Rows about days that no issue reaches, or zones that there are not, count as unreadable",
        arguments: [
            ("kma.mid_temperature,11B10101,2026-10-04", true),
            ("kma.mid_temperature,11B10101,2026-10-15", true),
            ("kma.mid_temperature,11B10101,2026-10-16", false),
            ("kma.mid_temperature,11B10101,2026-10-03", false),
            ("kma.mid_temperature,11B10101,1900-01-01", false),
            ("kma.mid_temperature,11B10101,9999-12-31", false),
            ("kma.mid_temperature,../../etc/passwd,2026-10-08", false),
            ("kma.mid_land,11B10101,2026-10-08", false),
            ("kma.mid_land,11B00000,2026-10-08", true), ("kma.short,\"60,127\",2026-10-05", true),
            ("kma.short,\"999,1\",2026-10-05", false), ("kma.short,60,2026-10-05", false),
            ("airkorea.measured,11B10101,2026-10-05", false),
            ("kma.mid_temperature,\(String(repeating: "1", count: 200_000)),2026-10-08", false),
        ]
    )
    func bounds(row: String, isRead: Bool) throws {
        let text =
            "feed,subject,date,issued_at,temperature_min,text\n\(row),2026-10-04T06:00:00+09:00,12.0,맑음\n"
        let (issues, unreadable) = try Self.read(text)
        #expect((issues.count, unreadable) == (isRead ? (1, 0) : (0, 1)))
    }

    @Test(
        "An issue ahead of now and days that it cannot reach are no issues, in either form",
        arguments: [
            ("202610041500", "202610080000", 1), ("202610041501", "202610080000", 0),
            ("202610060600", "202610100000", 0), ("202609270600", "202611060000", 0),
            ("202609270600", "202609260000", 0),
        ]
    )
    func reach(issued: String, effective: String, count: Int) throws {
        let table = """
            # REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H
            11B10101,\(issued),\(effective),A01,109,2,-7,2,0,1,1,1,=
            """
        let csv = "예보구역,발표시각,발효시각,최저기온,최고기온\n서울,\(issued),\(effective),-7,2"
        for text in [table, csv] where text == table || issued.hasSuffix("00") {
            let (issues, unreadable) = try Self.read(text)
            #expect((issues.count, unreadable) == (count, 1 - count), "\(text)")
            for issue in issues {
                let (subject, time, origin) = (issue.subject, issue.issuedAt, issue.origin)
                let days = IssueReader.days(of: subject, issuedAt: time, origin: origin, in: issue.body)
                #expect(days == issue.days)
            }
        }
    }

    @Test("A saved table of the hub is read as its answer is")
    func table() throws {
        let text = """
            # REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H
            11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=
            """
        let issue = try #require(try Self.read(text).issues.first)
        #expect(issue.subject == LedgerSubject(feed: .midTemperature, name: "11B10101"))
        #expect(issue.days.first?.extremes.minimum == -7)
    }

    @Test(
        "A CSV with Korean columns is read by their names, units and blanks aside, and zones by name or code"
    )
    func korean() throws {
        let text = """
            예보구역,발표시각,발효시각,최저기온(℃),최고기온(℃),최저기온 하한,최저기온 상한,강수확률(%),날씨
            서울,2023-01-01 06:00,2023-01-04 00:00,-7,2,0,1,,
            11B00000,2023-01-01 06:00,2023-01-04 12:00,,,,,30,흐리고 눈
            11B00000,2023-01-01 06:00,x,,,,,30,흐림
            """
        let (issues, unreadable) = try Self.read(text)
        #expect(unreadable == 1 && issues.map(\.subject.name) == ["11B10101", "11B00000"])
        #expect(issues[0].days[0].extremes.minimumSpread == Spread(low: 0, high: 1))
        #expect(issues[0].days[0].part == .day && issues[1].days[0].part == .afternoon)
        #expect(issues[1].days[0].sky?.condition?.kind == .snow)
    }

    @Test(
        "A mark of missing in a file is none, and the good one of a pair stays",
        arguments: ["-50", "-99.9", "-999", "60"]
    )
    func marks(value: String) throws {
        let text = """
            예보구역,발표시각,발효시각,최저기온,최고기온
            서울,2023-01-01 06:00,2023-01-04 00:00,\(value),2
            서울,2023-01-01 06:00,2023-01-05 00:00,-7,\(value)
            """
        let days = try #require(try Self.read(text).issues.first).days.map(\.extremes)
        #expect(days.map(\.minimum) == [nil, -7] && days.map(\.maximum) == [2, nil])
    }

    @Test(
        "A file of another form is refused with its missing columns, and another encoding as no UTF-8"
    )
    func unknown() {
        #expect(throws: IssueFile.Fault.unknownForm(missing: ["zone", "issued", "effective"])) {
            try Self.read("a,b,c\n1,2,3\n")
        }
        #expect(throws: IssueFile.Fault.encoding) {
            try IssueFile(at: .distantPast).issues(in: [0xB1, 0xB8, 0xBF, 0xAA, 0x0A])
        }
    }
}
