import Forecast
import Foundation
import Regions
import Testing

@testable import Feeds

@Suite("The rows of a grid answer")
struct GridValuesTests {
    private static let issue = "202610020200"

    private func read(_ body: GridBody, cell: GridCell? = GridCell(x: 60, y: 127)) throws -> SlotForecast {
        try ShortTermResponse.read(
            body.answer,
            Origin(.shortTerm, try korean(Self.issue)),
            cell: cell,
            comparesBase: true
        )
    }

    @Test("Of two different values for one row neither is taken, and the same twice is one")
    func contradiction() throws {
        var body = GridBody(base: Self.issue)
        body.step("202610020300", ["TMP": "14", "REH": "60", "SKY": "1", "PTY": "0", "POP": "10"])
        body.step("202610020300", ["TMP": "14", "REH": "80", "PTY": "1", "POP": "10"])
        let slot = try read(body).slot("202610020300")
        #expect(slot.humidity == nil)
        #expect(slot.temperature == 14 && slot.precipitationProbability?.percent == 10)
        #expect(slot.condition == nil && slot.sky != nil)
    }

    @Test(
        "Whether something falls is not known where its code cannot be read, and the sky says nothing of it",
        arguments: ["-999", "9", "", "비"]
    )
    func unknownFalling(code: String) throws {
        var body = GridBody(base: Self.issue)
        body.step("202610020300", ["TMP": "14", "SKY": "1", "PTY": code])
        #expect(try read(body).slot("202610020300").condition == nil)
        var next = GridBody(base: "202610020030")
        next.step("202610020100", ["T1H": "14", "SKY": "1", "PTY": code])
        let hours = try NextHoursResponse.read(next.answer, try korean("202610020030"))
        #expect(try hours.slot("202610020100").condition == nil)
        var now = GridBody(base: "202610020100")
        now.observed("T1H", "14")
        now.observed("PTY", code)
        let observation = try NowcastResponse.read(now.answer, try korean("202610020100"))
        #expect(observation.isFallingUnknown)
    }

    @Test("Rows of a forecast are no observation that is not there yet")
    func forecastRows() throws {
        var body = GridBody(base: "202610020100")
        body.step("202610020200", ["T1H": "14", "REH": "60"])
        #expect(throws: FeedError(.malformedResponse, "obsrValue")) {
            try NowcastResponse.read(body.answer, try korean("202610020100"))
        }
    }

    @Test("Zeros alone are no weather: air without humidity there is not")
    func zeros() throws {
        let categories = ["TMP", "SKY", "PTY", "POP", "PCP", "SNO", "REH", "WSD", "UUU", "VVV", "VEC", "WAV"]
        let fault = FeedError(.malformedResponse, "0")
        var body = GridBody(base: Self.issue)
        var frost = GridBody(base: Self.issue)
        for hour in 3...8 {
            for category in categories {
                body.step("202610020\(hour)00", [category: category == "REH" ? "0.0" : "0"])
                frost.step("202610020\(hour)00", [category: category == "REH" && hour == 5 ? "40" : "0"])
            }
        }
        #expect(throws: fault) { try read(body) }
        #expect(try read(frost).slots.first?.temperature == 0)
        var next = GridBody(base: "202610020030")
        next.step("202610020100", ["T1H": "0", "SKY": "0", "PTY": "0", "REH": "0", "RN1": "0"])
        #expect(throws: fault) { try NextHoursResponse.read(next.answer, try korean("202610020030")) }
        var now = GridBody(base: "202610020100")
        for category in ["T1H", "REH", "PTY", "RN1", "WSD"] { now.observed(category, "0") }
        #expect(throws: fault) { try NowcastResponse.read(now.answer, try korean("202610020100")) }
    }

    /// Twelve hours with every category.
    private func whole(_ edit: (_ hour: Int, _ category: String, _ value: String) -> String? = { $2 })
        -> GridBody
    {
        var body = GridBody(base: Self.issue)
        let values: KeyValuePairs = [
            "TMP": "14", "SKY": "1", "PTY": "0", "POP": "0", "PCP": "강수없음", "SNO": "적설없음", "REH": "60",
            "WSD": "1",
        ]
        for hour in 3...14 {
            let time = "20261002\(hour < 10 ? "0" : "")\(hour)00"
            for (category, value) in values {
                if let value = edit(hour, category, value) { body.step(time, [category: value]) }
            }
        }
        return body
    }

    @Test(
        "Over a quarter of a category missing or unreadable makes an answer one in part, or any condition",
        arguments: [
            ("TMP", "?", 3, false), ("TMP", "?", 4, true), ("TMP", nil, 12, true), ("REH", "-999", 4, true),
            ("REH", nil, 12, true), ("POP", "-1", 12, true), ("POP", nil, 12, true), ("POP", "0.6", 12, true),
            ("PCP", "???", 12, true), ("PCP", "???", 3, false), ("PCP", nil, 12, true),
            ("SNO", "12.0mm", 12, true),
            ("SKY", "9", 1, true), ("SKY", "1.0", 12, false), ("PTY", "R", 1, true), ("PTY", nil, 12, true),
            ("PTY", "0.0", 12, false), ("WSD", "strong", 12, true), ("PCP", "5.0mm", 1, true),
        ] as [(String, String?, Int, Bool)]
    )
    func inPart(category: String, value: String?, hours: Int, isInPart: Bool) throws {
        let body = whole { $1 == category && $0 < 3 + hours ? value : $2 }
        #expect(try read(body).isInPart == isInPart)
        #expect(try !read(whole()).isInPart)
    }

    @Test("An hour missing between two makes an answer one in part, and one before the first does not")
    func gap() throws {
        for (hour, isInPart) in [(3, false), (4, true), (13, true), (14, false)] {
            #expect(try read(whole { $0 == hour ? nil : $2 }).isInPart == isInPart, "\(hour)")
        }
    }

    @Test("Of two lows or highs of one day neither counts, and the answer is one in part")
    func twoHighs() throws {
        var body = whole()
        body.step("202610020600", ["TMN": "10.0"])
        body.step("202610021300", ["TMX": "22.0"])
        #expect(try read(body).extremes("2026-10-02") == Extremes(minimum: 10, maximum: 22))
        #expect(try !read(body).isInPart)
        body.step("202610021400", ["TMX": "30.0"])
        #expect(try read(body).extremes("2026-10-02") == Extremes(minimum: 10))
        #expect(try read(body).isInPart)
    }

    @Test(
        "A time is read as a number, with separators, blanks or seconds, or as its hour; 24:00 ends the day",
        arguments: [
            (#""20261002""#, "600", "202610020600"), ("20261002", #"" 0600 ""#, "202610020600"),
            (#""20261002""#, "0", "202610020000"), (#""20261001""#, #""2400""#, "202610020000"),
            (#""20261231""#, "2400", "202701010000"), (#""20261002""#, #""2500""#, nil),
            (#""20261002""#, #""""#, nil),
            (#""2026-10-02""#, "600", "202610020600"), (#""2026/10/02""#, #""06:00""#, "202610020600"),
            (#""2026.10.02""#, #""6:00""#, "202610020600"), (#""20261002""#, #""06:00:00""#, "202610020600"),
            (#""20261002""#, #""060000""#, "202610020600"), (#""20261002""#, #""6""#, "202610020600"),
            (#""20261002""#, "15", "202610021500"), (#""20261001""#, #""24""#, "202610020000"),
            (#""20261002""#, "30", "202610020030"), (#""20261002""#, #""06:00:30""#, nil),
            (#""20261002""#, #""25""#, "202610020025"), (#""20261002""#, #""0.6""#, nil),
            (#""20261002""#, "660", nil),
            (#""2026-10-2""#, "600", nil), (#""20261302""#, "600", nil), ("null", "600", nil),
        ] as [(String, String, String?)]
    )
    func times(date: String, time: String, compact: String?) throws {
        let body = #"{"fcstDate":\#(date),"fcstTime":\#(time)}"#
        let row = JSONReader.read(Array(body.utf8)) { GridRow(&$0) }
        #expect(try row?.time.instant == compact.map(korean))
    }

    @Test("A stray row makes an answer one in part; over a quarter of them are another issue's")
    func strays() throws {
        var body = whole()
        body.step("202610220300", ["TMP": "39"])
        #expect(try read(body).slots.count == 12 && read(body).isInPart)
        // 96 of its own, so that 32 are a quarter of all.
        for number in 1..<32 { body.step("202608\(number < 10 ? "0" : "")\(number)0300", ["T": "1"]) }
        #expect(try read(body).slots.count == 12)
        body.step("202607010300", ["T": "1"])
        #expect(throws: FeedError(.malformedResponse, "fcstDate")) { try read(body) }
    }

    @Test("Up to a quarter of the rows may be of another cell or issue, and are left out")
    func foreign() throws {
        for other in [#""nx":61,"ny":127"#, #""nx":60,"ny":128"#] {
            var body = whole()
            for hour in 10..<13 { body.step("202610040\(hour - 9)00", ["TMP": "39"]) }
            body.rows = body.rows.enumerated().map { index, row in
                index < body.rows.count - 3 ? row : row.replacing(#""nx":60,"ny":127"#, with: other)
            }
            let forecast = try read(body)
            #expect(forecast.slots.count == 12 && forecast.isInPart)
            #expect(!forecast.slots.contains { $0.temperature == 39 })
        }
        var late = GridBody(base: "202610011400")
        for (index, category) in ["T1H", "REH", "PTY", "RN1", "WSD", "VEC"].enumerated() {
            late.observed(category, "1")
            if index == 1 { late.rows[1] = late.rows[1].replacing(#""nx":60"#, with: #""nx":61"#) }
        }
        let cell = GridCell(x: 60, y: 127)
        let now = try NowcastResponse.read(late.answer, Origin(.nowcast, korean("202610011400")), cell: cell)
        #expect(now.temperature == 1 && now.humidity == nil && now.isInPart)
    }

    @Test("Hours of the two days before are left out of an issue that says which it is, and fail any other")
    func past() throws {
        func body(echo: Bool, from start: Int) -> GridBody {
            var body = whole()
            for hour in start..<start + 4 { body.step("202609300\(hour)00", ["TMP": "9"]) }
            let said = #""baseDate":"20261002","baseTime":"0200","#
            if !echo { body.rows = body.rows.map { $0.replacing(said, with: "") } }
            return body
        }
        let own = try read(body(echo: true, from: 2))
        #expect(own.slots.count == 12 && !own.isInPart)
        #expect(try read(body(echo: true, from: 0)).isInPart)
        #expect(try read(body(echo: false, from: 2)).isInPart)
        var late = whole()
        late.rows.removeAll { $0.contains(/"fcstTime":"0[3-5]00"/) }
        #expect(try read(late).isInPart)
    }

    @Test(
        "A row without category, time or valid value makes an answer partial; a new category does not",
        arguments: [
            (#""category":"TMP","fcstDate":"2026100","fcstTime":"0300","fcstValue":"1""#, true),
            (#""category":"TMP","fcstDate":"20261002","fcstTime":"soon","fcstValue":"1""#, true),
            (#""category":"TMP","fcstDate":"20261002","fcstTime":"0015","fcstValue":"1""#, true),
            (#""category":"TMP","fcstDate":null,"fcstTime":"0300","fcstValue":"1""#, true),
            (#""category":null,"fcstDate":"20261002","fcstTime":"0300","fcstValue":"1""#, true),
            (#""category":"REH","fcstDate":"20261002","fcstTime":"0300","fcstValue":1e999"#, true),
            (#""category":"REH","fcstDate":"20261002","fcstTime":"0300","fcstValue":{}"#, true),
            (#""category":"NEW","fcstDate":"20261002","fcstTime":"0300","fcstValue":"1""#, false),
            (#""category":"REH","fcstDate":"20261002","fcstTime":"0300","fcstValue":null"#, false),
        ]
    )
    func unreadableRow(row: String, isInPart: Bool) throws {
        var body = whole { hour, category, value in hour == 3 && category == "REH" ? nil : value }
        body.rows.append("{\(row)}")
        let forecast = try read(body)
        #expect(forecast.slots.count == 12 && forecast.isInPart == isInPart)
        var alone = GridBody(base: Self.issue)
        alone.rows = ["{\(row)}"]
        if isInPart, !row.contains("REH") {
            let error = #expect(throws: FeedError.self) { try read(alone) }
            #expect(error?.code == .malformedResponse)
        }
    }

    @Test("An answer without a known category is malformed", arguments: ["NEW", "tmp", "TMPX"])
    func unknownCategories(category: String) throws {
        var body = GridBody(base: Self.issue)
        body.step("202610020300", [category: "14"])
        let error = #expect(throws: FeedError.self) { try read(body) }
        #expect(error?.code == .malformedResponse)
    }

    @Test(
        "Marks of missing are none in every field of degrees, and in the wind of the extended period",
        arguments: ["-50", "-90", "-99", "-99.9", "-999", "50.1"]
    )
    func marks(value: String) throws {
        var body = GridBody(base: Self.issue)
        body.step("202610020600", ["TMP": value, "TMN": value, "SKY": "1", "PTY": "0"])
        body.step("202610021500", ["TMP": "20", "TMX": "21", "SKY": "1", "PTY": "0"])
        body.step("202610050300", ["TMP": "9", "UUU": value, "VVV": value, "SKY": "1", "PTY": "0"])
        let forecast = try read(body)
        #expect(try forecast.slot("202610020600").temperature == nil)
        #expect(try forecast.extremes("2026-10-02") == Extremes(maximum: 21))
        #expect(try (forecast.slot("202610050300").windSpeed == nil) == value.hasPrefix("-"))
    }

    @Test(
        "Rows of another cell or issue, or about a time that no issue has, make the answer malformed",
        arguments: [
            ("202610020200", 60, 127, "202610020300", nil),
            ("202610020200", 61, 127, "202610020300", "nx, ny"),
            ("202610020200", 60, 126, "202610020300", "nx, ny"),
            ("202610020230", 60, 127, "202610020300", nil),
            ("202610012300", 60, 127, "202610020300", "baseTime"),
            ("202610010200", 60, 127, "202610020300", "baseTime"),
            ("202610020200", 60, 127, "202610080200", nil),
            ("202610020200", 60, 127, "202610080300", "fcstDate"),
            ("202610020200", 60, 127, "202610020200", nil),
            ("202610020200", 60, 127, "202610020100", "category, fcstDate"),
            ("202610020200", 60, 127, "202609300100", "fcstDate"),
        ] as [(String, Int, Int, String, String?)]
    )
    func echo(base: String, x: Int, y: Int, time: String, detail: String?) throws {
        var body = GridBody(base: base)
        body.step(time, ["TMP": "14", "SKY": "1"])
        let cell = GridCell(x: x, y: y)
        if let detail {
            #expect(throws: FeedError(.malformedResponse, detail)) { try read(body, cell: cell) }
        } else {
            #expect(try read(body, cell: cell).slots.count == 1)
        }
    }

    @Test(
        "The next hours reach eight hours from their issue",
        arguments: [("202610020030", true), ("202610020830", true), ("202610020900", false)]
    )
    func nextHours(time: String, isOfIssue: Bool) throws {
        var body = GridBody(base: "202610020030")
        body.step(time, ["T1H": "14", "SKY": "1"])
        let read = { try NextHoursResponse.read(body.answer, try korean("202610020030")) }
        if isOfIssue {
            #expect(try read().slots.count == 1)
        } else {
            #expect(throws: FeedError(.malformedResponse, "fcstDate")) { try read() }
        }
    }

    @Test(
        "The time of issue is compared to the hour at data.go.kr, not at the hub and in stored answers"
    )
    func comparedBase() throws {
        let cell = try #require(GridCell(x: 60, y: 127))
        func read(_ kind: KMAGateway.Kind, base: String) throws -> Int {
            var body = GridBody(base: base)
            body.step("202610020300", ["T1H": "14", "SKY": "1"])
            return try FeedRequest.nextHours(cell: cell, gateway: Wire.gateway(kind))
                .read(body.answer, try korean("202610020230")).slots.count
        }
        #expect(try read(.dataPortal, base: "202610020200") == 1)
        #expect(try read(.hub, base: "202610012300") == 1)
        for (kind, base) in [
            (KMAGateway.Kind.dataPortal, "202610012300"), (.hub, "202610010200"), (.hub, "202610030200"),
        ] {
            #expect(throws: FeedError(.malformedResponse, "baseTime")) { try read(kind, base: base) }
        }
        var body = GridBody(base: "202610012300")
        body.step("202610020300", ["TMP": "14", "SKY": "1"])
        let stored = try IssueDecoder.value(
            of: Origin(.shortTerm, try korean(Self.issue)),
            subject: "getVilageFcst-60-127",
            body.answer
        )
        #expect((stored as? SlotForecast)?.slots.count == 1)
    }

    @Test("Of today's rows as many are expected as were asked for, and of all rows as many as there are")
    func rowsOfToday() throws {
        let cell = try #require(GridCell(x: 60, y: 127))
        let gateway = try Wire.gateway()
        func read(_ request: FeedRequest<SlotForecast>, rows: Int) throws -> Int {
            var body = GridBody(base: Self.issue)
            for row in 0..<rows {
                body.row("20261002\(10 + row / 20)00", "T\(row % 20)", "\"1\"")
                body.row("20261002\(10 + row / 20)00", "TMP", "\"14\"")
            }
            body.rows = Array(body.rows.prefix(rows))
            body.total = 944
            return try request.read(body.answer, try korean(Self.issue)).slots.count
        }
        #expect(try read(.today(from: 2, cell: cell, gateway: gateway), rows: 254) == 7)
        for request in [
            FeedRequest.today(from: 2, cell: cell, gateway: gateway),
            .shortTerm(cell: cell, gateway: gateway),
        ] {
            #expect(throws: FeedError(.malformedResponse, "totalCount")) { try read(request, rows: 253) }
        }
    }

    @Test("A zone at sea has its name from a row in which it is whole, else its code")
    func seaNames() throws {
        func row(_ name: String, _ code: String = "S1322200", tmFc: String = "202610041400") -> String {
            #"{"areaCode":"\#(code)","areaName":"\#(name)","cancel":"0","command":"2","endTime":202610042000,"#
                + #""tmFc":\#(tmFc),"warnVar":6,"warnStress":"0","startTime":0}"#
        }
        let request = try #require(FeedRequest.warningEvents(gateway: try Wire.gateway()))
        func names(_ rows: String...) throws -> [String] {
            let items = #"{"item":[\#(rows.joined(separator: ","))]}"#
            let listed = try request.read(Wire.answer(Wire.service(items: items)), Wire.issue)
            return listed.events.map(\.zone.name)
        }
        #expect(try names(row("\u{FFFD}\u{FFFD}산서부"), row("부산앞바다")) == ["부산앞바다", "부산앞바다"])
        #expect(try names(row("\u{FFFD}\u{FFFD}산서부")) == ["S1322200"])
    }

    @Test("A blank line in the hub's table is no warning", arguments: ["\r\n", "  \n", "\t\r\n", "\n\n"])
    func blankLine(line: String) throws {
        let row = "L1070000, , L1072600, , 202610031000, 202610031000, R, 3, 1, ,=\n"
        let answer = Wire.answer("#START7777\n\(line)\(row)\(line)#7777END\n")
        let status = try FeedRequest.warnings(gateway: Wire.gateway(.hub)).read(answer, Wire.issue)
        #expect(status.unresolved.isEmpty)
        #expect(status.warnings.count == 2)
    }
}
