import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("KMA's current observation")
struct NowcastTests {
    private func observation(_ values: KeyValuePairs<String, String>, base: String = "202610011400") throws
        -> ObservedWeather
    {
        var body = GridBody(base: base)
        for (category, value) in values { body.observed(category, value) }
        return try NowcastResponse.read(body.answer, try korean("202610011400"))
    }

    @Test("The eight rows are an observation of the full hour, without a sky")
    func whole() throws {
        let now = try observation([
            "PTY": "0", "REH": "24", "RN1": "0", "T1H": "21.4", "UUU": "3.2", "VEC": "299", "VVV": "-1.7",
            "WSD": "3.6",
        ])
        var expected = ObservedWeather(feed: .nowcast, observedAt: try korean("202610011400"))
        expected.temperature = 21.4
        expected.humidity = Humidity(percent: 24)
        expected.precipitation = .zero
        expected.windSpeed = 3.6
        expected.windDirection = WindDirection(degrees: 299)
        #expect(now == expected)
    }

    @Test(
        "Lightning is expected where its current is above 0, and not known where it is missing",
        arguments: [("0", false), ("0.4", true), ("12", true), ("-999", nil), ("", nil)] as [(String, Bool?)]
    )
    func lightning(current: String, isExpected: Bool?) throws {
        var body = GridBody(base: "202610020030")
        body.step("202610020100", ["LGT": current, "T1H": "20"])
        let forecast = try NextHoursResponse.read(body.answer, try korean("202610020030"))
        #expect(forecast.slots[0].hasLightning == isExpected)
    }

    @Test(
        "The codes of the nowcasts decide the precipitation",
        arguments: [
            ("1", "비", Theme.rain), ("2", "비/눈", .snow), ("3", "눈", .snow), ("5", "빗방울", .rain),
            ("6", "빗방울눈날림", .snow), ("7", "눈날림", .snow),
        ]
    )
    func falling(code: String, words: String, theme: Theme) throws {
        let now = try observation(["T1H": "1.0", "PTY": code, "RN1": "2.5"])
        #expect(now.condition?.text.korean == words)
        #expect(now.condition?.theme == theme && !now.isFallingUnknown)
        #expect(now.precipitation == Amount(2.5))
    }

    @Test("An unknown code leaves the condition nil", arguments: ["0", "8", "-999", "", "비", "0.4"])
    func strangeCodes(code: String) throws {
        #expect(try observation(["T1H": "1.0", "PTY": code]).condition == nil)
    }

    @Test("The base time that the API hub echoes is ignored")
    func echoedBase() throws {
        let now = try observation(["T1H": "21.4"], base: "202610011300")
        #expect(now.observedAt == (try korean("202610011400")))
    }

    @Test("A value marked missing is nil, and an observation without values is no data")
    func missing() throws {
        let now = try observation(["T1H": "-998.9", "REH": "55", "RN1": "-999", "VEC": "-999", "WSD": "900"])
        #expect(now.temperature == nil && now.humidity?.percent == 55)
        #expect(now.precipitation == nil && now.windDirection == nil && now.windSpeed == nil)
        #expect(throws: FeedError(.noData)) { try observation(["T1H": "-999", "REH": "-999", "PTY": "0"]) }
    }

    @Test(
        "A value that weather cannot have is missing, and the others are read",
        arguments: [
            ("VEC", "-90"), ("VEC", "361"), ("REH", "150"), ("REH", "-1"), ("RN1", "-5"), ("RN1", "899.9e1"),
            ("RN1", "800"),
            ("WSD", "-1"), ("WSD", "500"), ("WSD", "120"),
        ]
    )
    func impossible(category: String, value: String) throws {
        let whole: KeyValuePairs = ["T1H": "21.4", "REH": "24", "RN1": "0", "VEC": "299", "WSD": "3.6"]
        var body = GridBody(base: "202610011400")
        for (name, usual) in whole { body.observed(name, name == category ? value : usual) }
        let now = try NowcastResponse.read(body.answer, try korean("202610011400"))
        #expect((now.windDirection == nil) == (category == "VEC"))
        #expect((now.humidity == nil) == (category == "REH"))
        #expect((now.precipitation == nil) == (category == "RN1"))
        #expect((now.windSpeed == nil) == (category == "WSD"))
        #expect(now.temperature == 21.4)
    }

    @Test(
        "A temperature no weather has, and a mark of missing, is missing; the answer is partial then",
        arguments: [
            ("-101", nil), ("81", nil), ("899", nil), ("-50", nil), ("-50.0", nil), ("-90", nil),
            ("-99", nil),
            ("-99.9", nil), ("-45.1", nil), ("50.1", nil), ("-33", -33), ("-45", -45), ("41", 41),
        ] as [(String, Double?)]
    )
    func impossibleTemperature(value: String, degrees: Double?) throws {
        let now = try observation(["T1H": value, "REH": "24", "PTY": "0", "RN1": "0", "WSD": "1"])
        #expect(now.temperature == degrees && now.isInPart == (degrees == nil))
    }

    @Test("A row of no category, or of two values, makes an observation one in part")
    func inPart() throws {
        let whole = ["T1H": "15", "REH": "66", "PTY": "0", "RN1": "0", "WSD": "2", "VEC": "85"]
        for (category, value, isInPart) in [("VEC", "85", false), ("VEC", "90", true), ("", "1", true)] {
            var body = GridBody(base: "202610011400")
            for (name, value) in whole { body.observed(name, value) }
            body.observed(category, value)
            let now = try NowcastResponse.read(body.answer, try korean("202610011400"))
            #expect(now.isInPart == isInPart, "\(category) \(value)")
        }
    }

    @Test(
        "Each of the eight rows may be missing beside the others; without PTY precipitation is unknown",
        arguments: ["PTY", "REH", "RN1", "T1H", "UUU", "VEC", "VVV", "WSD"]
    )
    func withoutRow(category: String) throws {
        let whole: KeyValuePairs = [
            "PTY": "1", "REH": "66", "RN1": "12.5", "T1H": "15", "UUU": "1", "VEC": "85", "VVV": "-1",
            "WSD": "2",
        ]
        for isNull in [false, true] {
            var body = GridBody(base: "202610011400")
            for (name, value) in whole {
                if name != category { body.observed(name, value) } else if isNull { body.observed(name, nil) }
            }
            let now = try NowcastResponse.read(body.answer, try korean("202610011400"))
            let isOfWind = ["UUU", "VVV", "VEC"].contains(category)
            #expect((now.temperature == nil) == (category == "T1H") && now.isInPart != isOfWind)
            #expect((now.humidity == nil) == (category == "REH"))
            #expect((now.precipitation == nil) == (category == "RN1"))
            #expect(
                (now.condition == nil) == (category == "PTY") && now.isFallingUnknown == (category == "PTY")
            )
            #expect((now.windSpeed == nil) == (category == "WSD"))
        }
    }

    @Test("An observation of rain alone is one, and rows of no known category are malformed")
    func fewRows() throws {
        #expect(try observation(["RN1": "12.5"]).precipitation == Amount(12.5))
        #expect(try observation(["PTY": "1"]).condition?.text.korean == "비")
        #expect(try observation(["REH": "50"]).humidity?.percent == 50)
        #expect(throws: FeedError(.malformedResponse, "category")) { try observation(["NEW": "1"]) }
        #expect(try observation(["NEW": "1", "T1H": "3"]).temperature == 3)
    }

    @Test("North is 0 and never 360")
    func north() throws {
        #expect(try observation(["T1H": "1", "VEC": "360"]).windDirection?.degrees == 0)
    }
}

@Suite("KMA's next six hours")
struct NextHoursTests {
    private static let times = (1...6).map { "202610020\($0)00" }

    /// Sixty-six rows, category after category, as the API hub answers for a base of 00:30.
    private static var body: GridBody {
        var body = GridBody(base: "202610020000")
        let values: KeyValuePairs = [
            "LGT": "0", "PTY": "0", "RN1": "강수없음", "SKY": "3", "T1H": "13", "REH": "85", "UUU": "-1.1",
            "VVV": "0.4", "VEC": "110", "WSD": "1", "POP": "20",
        ]
        for (category, value) in values {
            for time in times { body.step(time, [category: value]) }
        }
        return body
    }

    @Test("The rows, category after category, are six whole hours")
    func whole() throws {
        #expect(Self.body.rows.count == 66)
        let forecast = try NextHoursResponse.read(Self.body.answer, try korean("202610020030"))
        #expect(forecast.slots.map(\.time) == (try Self.times.map(korean)))
        for slot in forecast.slots {
            #expect(slot.feed == .nowcast && slot.hours == 1 && !slot.isRate)
            #expect(slot.temperature == 13 && slot.humidity?.percent == 85)
            #expect(slot.precipitationProbability?.percent == 20)
            #expect(slot.precipitation == .zero && slot.snowfall == nil)
            #expect(slot.windSpeed == 1 && slot.windDirection?.degrees == 110)
            #expect(slot.condition?.text.korean == "구름많음")
        }
    }

    @Test("An answer without POP, as before 2026-06-23, is complete")
    func withoutChance() throws {
        var body = Self.body
        body.rows.removeLast(6)
        let forecast = try NextHoursResponse.read(body.answer, try korean("202610020030"))
        var gap = body
        gap.rows.removeAll { $0.contains(#""fcstTime":"0300""#) }
        #expect(gap.rows.count < body.rows.count)
        #expect(try NextHoursResponse.read(gap.answer, try korean("202610020030")).isInPart)
        #expect(forecast.slots.count == 6)
        #expect(forecast.slots.allSatisfy { $0.precipitationProbability == nil && $0.temperature == 13 })
        #expect(!forecast.isInPart)
    }

    @Test(
        "Rows of a category missing or unreadable everywhere make an answer one in part",
        arguments: [
            ("PTY", "R", true), ("PTY", nil, true), ("T1H", "?", true), ("REH", nil, true),
            ("RN1", "???", true),
            ("SKY", "9", true), ("POP", "60%", true), ("POP", nil, false), ("WSD", "-", true),
            ("LGT", "?", false),
        ] as [(String, String?, Bool)]
    )
    func inPart(category: String, value: String?, isInPart: Bool) throws {
        var body = Self.body
        body.rows = body.rows.compactMap { row in
            guard row.contains(#""category":"\#(category)""#) else { return row }
            return value.map { row.replacing(/"fcstValue":"[^"]*"/, with: #""fcstValue":"\#($0)""#) }
        }
        #expect(try NextHoursResponse.read(body.answer, try korean("202610020030")).isInPart == isInPart)
    }

    @Test(
        "The codes of the nowcasts decide the precipitation, and a text its amount",
        arguments: [
            ("1", "1mm 미만", "비", Amount(low: 0, high: 1)), ("5", "1.0mm 미만", "빗방울", Amount(low: 0, high: 1)),
            ("6", "1.0mm", "빗방울눈날림", Amount(1)), ("7", "0", "눈날림", Amount(0)),
            ("3", "30.0~50.0mm", "눈", Amount(low: 30, high: 50)),
        ] as [(String, String, String, Amount?)]
    )
    func falling(code: String, rain: String, words: String, amount: Amount?) throws {
        var body = GridBody(base: "202610020030")
        body.step("202610020100", ["PTY": code, "RN1": rain, "SKY": "4", "T1H": "0"])
        let slot = try NextHoursResponse.read(body.answer, try korean("202610020030")).slot("202610020100")
        #expect(slot.condition?.text.korean == words)
        #expect(slot.sky?.text.korean == "흐림")
        #expect(slot.precipitation == amount)
    }

    @Test("Missing marks are nil, unknown categories are ignored, and no rows are no data")
    func missing() throws {
        var body = GridBody(base: "202610020030")
        #expect(throws: FeedError(.noData)) {
            try NextHoursResponse.read(body.answer, try korean("202610020030"))
        }
        body.observed("T1H", "12")
        body.step(
            "202610020100",
            ["T1H": "-999", "SKY": "1", "PTY": "0", "NEW": "7", "WSD": "900", "RN1": "-999"]
        )
        let forecast = try NextHoursResponse.read(body.answer, try korean("202610020030"))
        #expect(forecast.slots.count == 1)
        #expect(forecast.slots[0].temperature == nil && forecast.slots[0].windSpeed == nil)
        #expect(forecast.slots[0].precipitation == nil && forecast.slots[0].condition?.theme == .clear)
    }
}
