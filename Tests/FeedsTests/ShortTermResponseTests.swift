import Forecast
import Foundation
import Regions
import SampleFeeds
import Testing

@testable import Feeds

@Suite("A body of the short-term forecast")
struct ShortTermResponseTests {
    @Test("The time of a step relative to the base time decides the notation of its amounts")
    func notationsOfTheEvening() throws {
        var body = GridBody(base: "202610012300")
        body.step("202610020000", ["TMP": "14", "PCP": "강수없음", "SNO": "적설없음", "WSD": "1.1"])
        body.step("202610040000", ["TMP": "15", "PCP": "2.0mm", "SNO": "0.5cm 미만", "WSD": "2.5"])
        body.step("202610040100", ["TMP": "15", "PCP": "2", "SNO": "1", "WSD": "2"])
        body.step("202610050000", ["TMP": "16", "PCP": "0.4", "SNO": "0", "WSD": "1.7"])
        body.step(
            "202610050300",
            ["TMP": "15", "PCP": "2", "SNO": "1", "WSD": "1", "UUU": "1.2", "VVV": "-0.9"]
        )
        body.step("202610060000", ["TMP": "17", "PCP": "0", "SNO": "2", "WSD": "1"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610012300"))

        #expect(try forecast.slot("202610020000").precipitation == Amount(0))
        #expect(try forecast.slot("202610040000").precipitation == Amount(2))
        #expect(try forecast.slot("202610040000").snowfall == Amount(low: 0, high: 0.5))
        #expect(try forecast.slot("202610040100").precipitation == Amount(2))
        #expect(try forecast.slot("202610040100").snowfall == Amount(1))
        #expect(try forecast.slot("202610040100").windSpeed == 2)
        #expect(try forecast.slot("202610050000").precipitation == Amount(0.4))
        #expect(try forecast.slot("202610050000").windSpeed == 1.7)
        #expect(try forecast.slot("202610050300").precipitation == Amount(low: 3, high: 15))
        #expect(try forecast.slot("202610050300").snowfall == Amount(low: 0, high: 1))
        #expect(try forecast.slot("202610060000").snowfall == Amount(low: 1, high: nil))
    }

    @Test("The morning issues change from texts to codes at the end of the day after tomorrow")
    func notationsOfTheMorning() throws {
        for hour in ["02", "05", "08", "11", "14"] {
            var body = GridBody(base: "20261002\(hour)00")
            body.step("202610050000", ["TMP": "16", "PCP": "1mm 미만", "WSD": "1.7"])
            body.step("202610050300", ["TMP": "15", "PCP": "2", "WSD": "1"])
            let forecast = try ShortTermResponse.read(body.answer, try korean("20261002\(hour)00"))
            #expect(try forecast.slot("202610050000").precipitation == Amount(low: 0, high: 1))
            #expect(try forecast.slot("202610050300").precipitation == Amount(low: 3, high: 15))
            #expect(try forecast.slot("202610050300").windSpeed == nil)
        }
    }

    @Test("From the issue of 17:00 on the day after that is still told by the hour", arguments: ["17", "20"])
    func hoursOfTheEvening(hour: String) throws {
        var body = GridBody(base: "20261002\(hour)00")
        body.step("202610050000", ["TMP": "16", "PCP": "2.0mm"])
        body.step("202610050100", ["TMP": "16", "PCP": "2"])
        body.step("202610060000", ["TMP": "16", "PCP": "2"])
        let slots = try ShortTermResponse.read(body.answer, try korean("20261002\(hour)00")).slots
        #expect(slots.map(\.precipitation) == [Amount(2), Amount(2), Amount(2)])
        #expect(slots.map(\.hours) == [1, 1, 3])
    }

    @Test("A step without a temperature and a sky is none")
    func emptyStep() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["TMP": "14"])
        body.step("202610020400", ["SKY": "1", "PTY": "0"])
        body.step("202610020500", ["REH": "50", "TMP": "-999", "SKY": "9"])
        let slots = try ShortTermResponse.read(body.answer, try korean("202610020200")).slots
        #expect(slots.map(\.time) == [try korean("202610020300"), try korean("202610020400")])
        #expect(slots.map { $0.condition?.theme } == [nil, .clear])
    }

    @Test("The wind speed of the extended period is computed from its two parts, because WSD is a code there")
    func extendedWind() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610050000", ["TMP": "16", "UUU": "3", "VVV": "-4", "WSD": "2.2"])
        body.step("202610050300", ["TMP": "16", "UUU": "3", "VVV": "-4", "VEC": "323", "WSD": "2"])
        body.step("202610050600", ["TMP": "16", "WSD": "2", "VVV": "-999", "UUU": "-999"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(try forecast.slot("202610050000").windSpeed == 2.2)
        #expect(try forecast.slot("202610050300").windSpeed == 5)
        #expect(try forecast.slot("202610050300").windDirection?.degrees == 323)
        #expect(try forecast.slot("202610050600").windSpeed == nil)
    }

    @Test("The wind of the extended period is missing where one of its parts is")
    func halfWind() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610050300", ["TMP": "16", "UUU": "3", "VVV": "-999"])
        body.step("202610050600", ["TMP": "16", "UUU": "-999", "VVV": "4"])
        body.step("202610050900", ["TMP": "16", "UUU": "3"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(forecast.slots.map(\.windSpeed) == [nil, nil, nil])
    }

    @Test("A value marked missing is nil, not 0")
    func missingMarks() throws {
        var body = GridBody(base: "202610020200")
        body.step(
            "202610020300",
            ["TMP": "-999", "POP": "-998.9", "REH": "900", "WSD": "-900", "SKY": "1", "PTY": "0"]
        )
        body.step("202610020400", ["TMP": "14", "SKY": "-999", "PTY": "-999", "PCP": "-999", "SNO": "999"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        let masked = try forecast.slot("202610020300")
        #expect(masked.temperature == nil && masked.precipitationProbability == nil)
        #expect(masked.humidity == nil && masked.windSpeed == nil)
        let bare = try forecast.slot("202610020400")
        #expect(bare.condition == nil && bare.sky == nil)
        #expect(bare.precipitation == nil && bare.snowfall == nil)
    }

    @Test(
        "A value that weather cannot have is missing",
        arguments: [
            ("TMP", "99"), ("TMP", "-101"), ("POP", "150"), ("POP", "-1"), ("REH", "101"), ("REH", "-1"),
            ("WSD", "-1"), ("WSD", "500"), ("VEC", "-90"), ("VEC", "361"), ("PCP", "-5.0mm"),
            ("PCP", "30.0~9999999999999999999999999mm"), ("SNO", "5.0~1.0cm"),
        ]
    )
    func impossible(category: String, value: String) throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["TMP": "14", "SKY": "1", "PTY": "0", category: value])
        let slot = try ShortTermResponse.read(body.answer, try korean("202610020200")).slot("202610020300")
        #expect(slot.temperature == (category == "TMP" ? nil : 14))
        #expect(slot.precipitationProbability == nil && slot.humidity == nil && slot.windSpeed == nil)
        #expect(slot.windDirection == nil && slot.precipitation == nil && slot.snowfall == nil)
    }

    @Test("A day's low above its high is no range, and the day goes by its steps")
    func contradiction() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020600", ["TMP": "14", "SKY": "1", "TMN": "20.0"])
        body.step("202610021500", ["TMP": "18", "SKY": "1", "TMX": "10.0"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(try forecast.extremes("2026-10-02") == Extremes())
        var readings = Readings()
        readings.shortTerm = forecast
        let week = Week(readings, now: try korean("202610020300"), latitude: 37.6, longitude: 127)
        #expect(week.days.first?.extremes == Extremes(minimum: 14, maximum: 18))
    }

    @Test("A rainy day with an amount that cannot be read has no amount, and never 0 mm")
    func unreadableAmount() throws {
        func amount(_ texts: String...) throws -> Amount? {
            var body = GridBody(base: "202610020200")
            for (hour, text) in texts.enumerated() {
                body.step("202610020\(3 + hour)00", ["TMP": "14", "PTY": "1", "PCP": text])
            }
            var readings = Readings()
            readings.shortTerm = try ShortTermResponse.read(body.answer, try korean("202610020200"))
            let now = try korean("202610020300")
            return Week(readings, now: now, latitude: 37.6, longitude: 127).days.first?.precipitation
        }
        #expect(try amount("매우 강함") == nil)
        #expect(try amount("5.0mm", "매우 강함") == nil)
        #expect(try amount("5.0mm", "-999") == nil)
        #expect(try amount("5.0mm", "1mm 미만") == Amount(low: 5, high: 6))
        #expect(try amount("5.0mm", "강수없음") == Amount(5))
    }

    @Test("An amount of null is 0, by KMA's guide")
    func nullAmounts() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["TMP": "14"])
        body.row("202610020300", "PCP", "null")
        body.row("202610020300", "SNO", "null")
        body.row("202610020300", "REH", "null")
        let slot = try ShortTermResponse.read(body.answer, try korean("202610020200")).slot("202610020300")
        #expect(slot.precipitation == Amount(0))
        #expect(slot.snowfall == Amount(0))
        #expect(slot.humidity == nil)
    }

    @Test("An unknown category is ignored")
    func unknownCategories() throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["LGT": "1", "TMP": "14", "XYZ": "강함", "": "1", "SKY": "4", "PTY": "0"])
        let slot = try ShortTermResponse.read(body.answer, try korean("202610020200")).slot("202610020300")
        #expect(slot.temperature == 14)
        #expect(slot.condition?.text.korean == "흐림")
    }

    @Test(
        "Precipitation takes precedence over the sky, whichever row comes first",
        arguments: [
            ("1", "0", "맑음", Theme.clear), ("3", "0", "구름많음", .cloudy), ("4", "0", "흐림", .cloudy),
            ("2", "0", "구름조금", .cloudy), ("1", "1", "비", .rain), ("4", "2", "비/눈", .snow),
            ("4", "3", "눈", .snow), ("3", "4", "소나기", .rain),
        ]
    )
    func skyAndPrecipitation(sky: String, falling: String, words: String, theme: Theme) throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["SKY": sky, "PTY": falling])
        body.step("202610020400", ["PTY": falling, "SKY": sky])
        for slot in try ShortTermResponse.read(body.answer, try korean("202610020200")).slots {
            #expect(slot.condition?.text.korean == words)
            #expect(slot.condition?.theme == theme)
            #expect(slot.sky == Condition(kmaSky: sky))
        }
    }

    @Test(
        "Where nothing falls by its code, an amount of rain or snow leaves the condition unknown",
        arguments: [
            ("0", "5.0mm", "적설없음", true), ("0", "1mm 미만", "적설없음", true), ("0", "강수없음", "1.2cm", true),
            ("0", "강수없음", "적설없음", false), ("0", "0", "0", false), ("0", "-", "-", false),
            ("1", "강수없음", "적설없음", false),
        ]
    )
    func dryWithAmount(falling: String, rain: String, snow: String, isUnknown: Bool) throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["TMP": "14", "SKY": "1", "PTY": falling, "PCP": rain, "SNO": snow])
        let slot = try ShortTermResponse.read(body.answer, try korean("202610020200")).slot("202610020300")
        #expect((slot.condition == nil) == isUnknown && slot.sky != nil)
        var next = GridBody(base: "202610020030")
        next.step("202610020100", ["RN1": rain, "PTY": falling, "SKY": "1", "T1H": "14"])
        let hour = try NextHoursResponse.read(next.answer, try korean("202610020030")).slots[0]
        #expect((hour.condition == nil) == (isUnknown && rain.contains("mm")))
    }

    @Test("A chance with a fraction has another unit", arguments: [("60", 60), ("60.0", 60), ("0.6", nil)])
    func chance(text: String, percent: Int?) throws {
        var body = GridBody(base: "202610020200")
        body.step("202610020300", ["TMP": "14", "POP": text])
        let slot = try ShortTermResponse.read(body.answer, try korean("202610020200")).slot("202610020300")
        #expect(slot.precipitationProbability?.percent == percent)
    }

    @Test("The low and the high of a day are kept from the issue that still had them")
    func extremesKept() throws {
        var early = GridBody(base: "202610040200")
        early.step("202610040300", ["TMP": "12"])
        early.step("202610040600", ["TMP": "11", "TMN": "10.0"])
        early.step("202610041500", ["TMP": "23", "TMX": "24.0"])
        early.step("202610050600", ["TMP": "13", "TMN": "12.0"])
        var late = GridBody(base: "202610041400")
        late.step("202610041500", ["TMP": "22"])
        late.step("202610050600", ["TMP": "13", "TMN": "13.0"])
        late.step("202610051500", ["TMP": "21", "TMX": "-999"])
        let earlier = try ShortTermResponse.read(early.answer, try korean("202610040200"))
        let newer = try ShortTermResponse.read(late.answer, try korean("202610041400"))
        #expect(try newer.extremes("2026-10-04") == Extremes())
        let forecast = newer.filled(byEarlier: earlier)
        #expect(try forecast.extremes("2026-10-04") == Extremes(minimum: 10, maximum: 24))
        #expect(try forecast.extremes("2026-10-05") == Extremes(minimum: 13))
        #expect(try forecast.slot("202610040300").temperature == 12)
        #expect(try forecast.slot("202610041500").temperature == 22)
    }
}

@Suite("A whole body of the short-term forecast")
struct ShortTermWholeBodyTests {
    private static func sample(_ baseHour: Int, day: Int = 4) throws -> (HTTPAnswer, issue: Date) {
        let key = try #require(ServiceKey("key"))
        let gateway = KMAGateway(kind: .dataPortal, baseURL: "http://localhost/1360000", key: key)
        let cell = try #require(GridCell(x: 60, y: 127))
        let issue = KoreanDate(year: 2026, month: 7, day: day).at(hour: baseHour)
        let url = FeedRequest.shortTerm(cell: cell, gateway: gateway).url(issue)
        return (SampleFeeds.answer(to: url, at: issue.addingTimeInterval(600)), issue)
    }

    @Test(
        "Every row of every base time is read: its hours, its steps of three hours, and its lows and highs",
        arguments: [
            (2, 944, 78, 4, 4), (5, 907, 75, 3, 4), (8, 871, 72, 3, 4), (11, 835, 69, 3, 4),
            (14, 798, 66, 3, 3), (17, 1_052, 87, 4, 4), (20, 1_016, 84, 4, 4), (23, 980, 81, 4, 4),
        ]
    )
    func whole(baseHour: Int, rows: Int, steps: Int, lows: Int, highs: Int) throws {
        let (answer, issue) = try Self.sample(baseHour)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""totalCount":\#(rows)}"#))
        let forecast = try ShortTermResponse.read(answer, issue)
        #expect(forecast.slots.count == steps)
        #expect(forecast.lows.count == lows)
        #expect(forecast.highs.count == highs)
        for slot in forecast.slots {
            #expect(slot.temperature != nil && slot.condition != nil && slot.sky != nil)
            #expect(slot.precipitationProbability != nil && slot.precipitation != nil)
            #expect(slot.snowfall != nil && slot.humidity != nil)
            #expect(slot.windSpeed != nil && slot.windDirection != nil)
        }
        for (slot, next) in zip(forecast.slots, forecast.slots.dropFirst()) {
            #expect(next.time == slot.time.addingTimeInterval(Double(slot.hours) * 3_600))
        }
        #expect(forecast.slots.last?.hours == 3)
    }

    @Test("An answer cut to numOfRows is malformed, not a shorter forecast")
    func truncated() throws {
        let (answer, issue) = try Self.sample(17)
        let whole = String(decoding: answer.body, as: UTF8.self)
        let rows = whole.components(separatedBy: "},{")
        #expect(rows.count == 1_052)
        let end = #"}]},"pageNo":1,"numOfRows":1000,"totalCount":1052}}}"#
        let cut = rows.prefix(1_000).joined(separator: "},{") + end
        #expect(throws: FeedError(.malformedResponse, "totalCount")) {
            try ShortTermResponse.read(HTTPAnswer(status: 200, body: Array(cut.utf8)), issue)
        }
    }

    @Test("An answer that begins and ends days off is malformed", arguments: [-2, -1, 1])
    func otherDates(days: Int) throws {
        let (answer, issue) = try Self.sample(14)
        let moved = String(decoding: answer.body, as: UTF8.self).replacing(/"fcstDate":"(\d{8})"/) { match in
            let date = KoreanTime.instant(compact: match.1 + "0000").map { KoreanDate(of: $0) + days }
            return #""fcstDate":"\#(KoreanTime(date?.start ?? .distantPast).compact.prefix(8))""#
        }
        #expect(throws: FeedError.self) {
            try ShortTermResponse.read(HTTPAnswer(status: 200, body: Array(moved.utf8)), issue)
        }
    }

    @Test("Rows in any order make one step per time")
    func anyOrder() throws {
        var body = GridBody(base: "202610020200")
        let times = ["202610020300", "202610020400", "202610020500"]
        for time in times { body.step(time, ["TMP": "14"]) }
        for time in times.reversed() { body.step(time, ["SKY": "1", "PTY": "0", "REH": "60"]) }
        body.step(times[0], ["TMX": "20"])
        body.step(times[1], ["TMN": "10"])
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(forecast.slots.map(\.time) == (try times.map(korean)))
        #expect(forecast.slots.allSatisfy { $0.temperature == 14 && $0.sky != nil })
        #expect(forecast.slots.allSatisfy { $0.humidity?.percent == 60 })
        #expect(try forecast.extremes("2026-10-02") == Extremes(minimum: 10, maximum: 20))
    }

    @Test("A row without a valid time is left out, and the answer partial; with no other row it is malformed")
    func rowsWithoutTime() throws {
        var body = GridBody(base: "202610020200")
        body.observed("TMP", "14")
        body.rows.append(#"{"category":"TMP","fcstValue":"14"}"#)
        body.step("202610022500", ["TMP": "14"])
        body.step("202602300100", ["TMP": "14"])
        #expect(throws: FeedError(.malformedResponse, "category, fcstDate")) {
            try ShortTermResponse.read(body.answer, try korean("202610020200"))
        }
        body.step("202610020300", ["TMP": "15"])
        body.rows.append(#"{"category":"TMP","fcstValue":"99"}"#)
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(forecast.slots.map(\.temperature) == [15] && forecast.isInPart)
    }

    @Test("An answer without rows has no data")
    func empty() throws {
        let body = GridBody(base: "202610020200")
        #expect(throws: FeedError(.noData)) {
            try ShortTermResponse.read(body.answer, try korean("202610020200"))
        }
    }
}
