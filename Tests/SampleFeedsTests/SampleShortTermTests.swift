import Feeds
import Forecast
import Foundation
import Regions
import Testing

@testable import SampleFeeds

@Suite("Sample short-term feeds")
struct SampleShortTermTests {
    private static let service = "/VilageFcstInfoService_2.0"

    @Test(
        "Each base time has the rows that KMA's has",
        arguments: [
            (2, 944), (5, 907), (8, 871), (11, 835), (14, 798), (17, 1_052), (20, 1_016), (23, 980),
        ]
    )
    func rowCounts(baseHour: Int, count: Int) throws {
        let answers = try SampleAnswers("2026-10-04", hour: baseHour, minute: 10)
        let time = baseHour < 10 ? "0\(baseHour)00" : "\(baseHour)00"
        #expect(try answers.shortTerm("20261004", time, x: 60, y: 127).count == count)
    }

    @Test("A slot is twelve rows in KMA's order, with the low at 06시 and the high at 15시")
    func slotOrder() throws {
        let rows = try SampleAnswers("2026-10-01", hour: 23, minute: 30).shortTerm(
            "20261001",
            "2300",
            x: 60,
            y: 127
        )
        let order = ["TMP", "UUU", "VVV", "VEC", "WSD", "SKY", "PTY", "POP", "WAV", "PCP", "REH", "SNO"]
        let slots = Dictionary(grouping: rows) { "\($0["fcstDate"] ?? "") \($0["fcstTime"] ?? "")" }
        #expect(slots.count == 81)
        for (slot, rows) in slots {
            let extra = slot.hasSuffix("0600") ? ["TMN"] : slot.hasSuffix("1500") ? ["TMX"] : []
            #expect(rows.compactMap { $0["category"] as? String } == order + extra)
        }
        #expect(rows.first?["fcstTime"] as? String == "0000")
        #expect(rows.first?["nx"] as? Int == 60 && rows.first?["ny"] as? Int == 127)
        #expect(rows.allSatisfy { $0["fcstValue"] is String })
    }

    @Test(
        "Today's low is in the issue of 02시 only, and its high is absent from 14시 on",
        arguments: [
            (2, true, true), (5, false, true), (11, false, true), (14, false, false), (20, false, false),
        ]
    )
    func extremesOfToday(baseHour: Int, low: Bool, high: Bool) throws {
        let answers = try SampleAnswers("2026-10-04", hour: baseHour, minute: 10)
        let time = baseHour < 10 ? "0\(baseHour)00" : "\(baseHour)00"
        let today = try answers.shortTerm("20261004", time, x: 60, y: 127)
            .filter { $0["fcstDate"] as? String == "20261004" }.compactMap { $0["category"] as? String }
        #expect(today.contains("TMN") == low)
        #expect(today.contains("TMX") == high)
    }

    @Test("Rain is a text for three days, a plain number on the fourth, and a code in steps of three hours")
    func notations() throws {
        // A wet spell of 장마, so that every notation has rain to write.
        let rows = try SampleAnswers("2026-07-05", hour: 17, minute: 30).shortTerm(
            "20260705",
            "1700",
            x: 60,
            y: 127
        )
        let start = KoreanDate(year: 2026, month: 7, day: 5).start
        for row in rows where row["category"] as? String == "PCP" {
            let value = try #require(row["fcstValue"] as? String)
            let stamp = "\(row["fcstDate"] ?? "")\(row["fcstTime"] ?? "")"
            let hour = Int(try #require(KoreanTime.instant(compact: stamp)).timeIntervalSince(start)) / 3_600
            switch hour {
            case ...72: #expect(value.contains(/^(강수없음|1mm 미만|\d+\.\dmm|30\.0~50\.0mm|50\.0mm 이상)$/))
            case ...96: #expect(value.contains(/^\d+(\.\d)?$/))
            default: #expect(value.contains(/^[0-3]$/))
            }
        }
    }

    @Test("An answer is cut to numOfRows, continues at pageNo, and has the total count")
    func pages() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 17, minute: 30)
        let target = "\(Self.service)/getVilageFcst?base_date=20261004&base_time=1700&nx=60&ny=127"
        let whole = try answers.items(target + "&numOfRows=1100").rows
        let first = try answers.items(target + "&numOfRows=1000")
        let second = try answers.items(target + "&numOfRows=1000&pageNo=2")
        #expect((first.rows.count, first.total) == (1_000, 1_052))
        #expect((second.rows.count, second.total) == (52, 1_052))
        #expect(second.rows.last as NSDictionary? == whole.last as NSDictionary?)
        #expect(try answers.items(target).rows.count == 10)
        #expect(try answers.code(target + "&numOfRows=1000&pageNo=3") == "03")
    }

    @Test(
        "A request without data is refused as KMA refuses it",
        arguments: [
            ("getVilageFcst?base_date=20261004&base_time=0300&nx=60&ny=127", "03"),
            ("getVilageFcst?base_date=20261004&base_time=1400&nx=60&ny=127", "03"),
            ("getVilageFcst?base_date=20261004&nx=60&ny=127", "03"),
            ("getVilageFcst?base_date=20261001&base_time=0800&nx=60&ny=127", "10"),
            ("getVilageFcst?base_date=20261004&base_time=0800&nx=a&ny=127", "10"),
            ("getUltraSrtNcst?base_date=20261004&base_time=1400&nx=60&ny=127", "03"),
            ("getUltraSrtNcst?base_date=20261004&base_time=1230&nx=60&ny=127", "03"),
            ("getUltraSrtNcst?base_date=20261003&base_time=1200&nx=60&ny=127", "10"),
            ("getUltraSrtFcst?base_date=20261004&base_time=1330&nx=60&ny=127", "03"),
            ("getUltraSrtFcst?base_date=20261004&base_time=1200&nx=60&ny=127", "03"),
            ("getUltraSrtFcst?base_date=20261003&base_time=1230&nx=60&ny=127", "10"),
        ]
    )
    func refusals(target: String, code: String) throws {
        let answers = try SampleAnswers("2026-10-04", hour: 13, minute: 40)
        #expect(try answers.code("\(Self.service)/\(target)") == code)
    }

    @Test("An issue that is too old is refused with a Korean message")
    func tooOldWords() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 13)
        let text = answers.text(
            "\(Self.service)/getVilageFcst?base_date=20260930&base_time=2300&nx=60&ny=127"
        )
        #expect(text == #"{"response":{"header":{"resultCode":"10","resultMsg":"최근 3일 간의 자료만 제공합니다."}}}"#)
    }

    @Test(
        "A cell outside the grid has all zeros, as KMA answers",
        arguments: [(0, 127), (60, 254), (150, 1)]
    )
    func outsideGrid(x: Int, y: Int) throws {
        let answers = try SampleAnswers("2026-10-04", hour: 14, minute: 50)
        #expect(
            try answers.shortTerm("20261004", "1400", x: x, y: y).allSatisfy {
                $0["fcstValue"] as? String == "0"
            }
        )
        let now = try answers.items(
            "\(Self.service)/getUltraSrtNcst?base_date=20261004&base_time=1400&nx=\(x)&ny=\(y)"
        )
        #expect(now.rows.count == 8 && now.rows.allSatisfy { $0["obsrValue"] as? String == "0" })
    }

    @Test("The nowcast has eight observed values, the next six hours have eleven forecast values each")
    func ultraShort() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 14, minute: 50)
        let measured = try answers.items(
            "\(Self.service)/getUltraSrtNcst?base_date=20261004&base_time=1400&nx=60&ny=127"
        ).rows
        let categories = ["PTY", "REH", "RN1", "T1H", "UUU", "VEC", "VVV", "WSD"]
        #expect(measured.compactMap { $0["category"] as? String } == categories)
        #expect(measured.allSatisfy { $0["obsrValue"] is String && $0["fcstDate"] == nil })
        let target =
            "\(Self.service)/getUltraSrtFcst?base_date=20261004&base_time=1430&nx=60&ny=127&numOfRows=100"
        let coming = try answers.items(target).rows
        #expect(coming.count == 66)
        #expect(
            coming.prefix(6).compactMap { $0["fcstTime"] as? String } == [
                "1500", "1600", "1700", "1800", "1900", "2000",
            ]
        )
        #expect(coming.allSatisfy { $0["baseTime"] as? String == "1430" })
    }

    @Test("The API hub accepts any minute for the next hours and answers with the full hour")
    func hubBaseTime() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 14, minute: 50)
        let rows = try answers.items(
            "/api/typ02/openApi\(Self.service)/getUltraSrtFcst?base_date=20261004&base_time=1430&nx=60&ny=127"
        ).rows
        #expect(rows.allSatisfy { $0["baseTime"] as? String == "1400" })
    }

    @Test("The middle of a cell lies in that cell", arguments: [1, 20, 43, 60, 98, 127, 149])
    func gridBackwards(x: Int) throws {
        for y in 1...253 {
            let cell = try #require(GridCell(x: x, y: y))
            let middle = cell.middle
            #expect(GridCell(latitude: middle.latitude, longitude: middle.longitude) == cell)
        }
    }
}
