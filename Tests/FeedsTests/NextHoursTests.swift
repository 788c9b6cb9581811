import Forecast
import Foundation
import Testing

@testable import Feeds

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

    @Test("Its rows, category after category, are six whole hours")
    func whole() throws {
        #expect(Self.body.rows.count == 66)
        let forecast = try NextHoursResponse.read(Self.body.answer, try korean("202610020030"))
        #expect(forecast.slots.map(\.time) == (try Self.times.map(korean)))
        for slot in forecast.slots {
            #expect(slot.feed == .nowcast && slot.hours == 1 && !slot.isRate)
            #expect(slot.temperature == 13 && slot.humidity == 85 && slot.precipitationProbability == 20)
            #expect(slot.precipitation == Amount(0) && slot.snowfall == nil)
            #expect(slot.windSpeed == 1 && slot.windDirection == 110)
            #expect(slot.condition?.text.korean == "구름많음")
        }
    }

    @Test("Before 2026-06-23 it had no chance of rain, and is whole without")
    func withoutChance() throws {
        var body = Self.body
        body.rows.removeLast(6)
        let forecast = try NextHoursResponse.read(body.answer, try korean("202610020030"))
        #expect(forecast.slots.count == 6)
        #expect(forecast.slots.allSatisfy { $0.precipitationProbability == nil && $0.temperature == 13 })
    }

    @Test(
        "What falls is told by the codes of the nowcasts, and how much in words",
        arguments: [
            ("1", "1mm 미만", "비", Amount(low: 0, high: 1)), ("5", "1.0mm 미만", "빗방울", Amount(low: 0, high: 1)),
            ("6", "1.0mm", "빗방울눈날림", Amount(1)), ("7", "0", "눈날림", Amount(0)),
            ("3", "30.0~50.0mm", "눈", Amount(low: 30, high: 50)),
        ]
    )
    func falling(code: String, rain: String, words: String, amount: Amount) throws {
        var body = GridBody(base: "202610020030")
        body.step("202610020100", ["PTY": code, "RN1": rain, "SKY": "4", "T1H": "0"])
        let slot = try NextHoursResponse.read(body.answer, try korean("202610020030")).slot("202610020100")
        #expect(slot.condition?.text.korean == words)
        #expect(slot.sky?.text.korean == "흐림")
        #expect(slot.precipitation == amount)
    }

    @Test("Missing marks are nil, unknown categories are passed over, and no rows at all are no data")
    func missing() throws {
        var body = GridBody(base: "202610020030")
        #expect(throws: FeedError(.noData)) {
            try NextHoursResponse.read(body.answer, try korean("202610020030"))
        }
        body.observed("T1H", "12")
        body.step("202610020100", ["T1H": "-999", "SKY": "1", "NEW": "7", "WSD": "900", "RN1": "-999"])
        let forecast = try NextHoursResponse.read(body.answer, try korean("202610020030"))
        #expect(forecast.slots.count == 1)
        #expect(forecast.slots[0].temperature == nil && forecast.slots[0].windSpeed == nil)
        #expect(forecast.slots[0].precipitation == nil && forecast.slots[0].condition?.theme == .clear)
    }
}
