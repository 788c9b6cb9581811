import Forecast
import Foundation
import Regions
import SampleFeeds
import Testing

@testable import Feeds

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
        #expect(forecast.extremes.values.count { $0.minimum != nil } == lows)
        #expect(forecast.extremes.values.count { $0.maximum != nil } == highs)
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

    @Test("An answer cut to numOfRows is malformed, and no shorter forecast")
    func truncated() throws {
        let (answer, issue) = try Self.sample(17)
        let whole = String(decoding: answer.body, as: UTF8.self)
        let rows = whole.components(separatedBy: "},{")
        #expect(rows.count == 1_052)
        let end = #"}]},"pageNo":1,"numOfRows":1000,"totalCount":1052}}}"#
        let cut = rows.prefix(1_000).joined(separator: "},{") + end
        #expect(throws: FeedError(.malformedResponse, "totalCount")) {
            try ShortTermResponse.read(HTTPAnswer(status: 200, body: Data(cut.utf8)), issue)
        }
    }

    @Test("Rows in any order make one step a time")
    func anyOrder() throws {
        var body = GridBody(base: "202610020200")
        let times = ["202610020300", "202610020400", "202610020500"]
        for time in times { body.step(time, ["TMP": "14"]) }
        for time in times.reversed() { body.step(time, ["SKY": "1", "PTY": "0", "REH": "60"]) }
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(forecast.slots.map(\.time) == (try times.map(korean)))
        #expect(forecast.slots.allSatisfy { $0.temperature == 14 && $0.sky != nil && $0.humidity == 60 })
    }

    @Test("A row without a time, or with one that no clock shows, is passed over")
    func rowsWithoutTime() throws {
        var body = GridBody(base: "202610020200")
        body.observed("TMP", "14")
        body.rows.append(#"{"category":"TMP","fcstValue":"14"}"#)
        body.step("202610022400", ["TMP": "14"])
        body.step("202602300100", ["TMP": "14"])
        #expect(throws: FeedError(.noData)) {
            try ShortTermResponse.read(body.answer, try korean("202610020200"))
        }
        body.step("202610020300", ["TMP": "15"])
        body.rows.append(#"{"category":"TMP","fcstValue":"99"}"#)
        let forecast = try ShortTermResponse.read(body.answer, try korean("202610020200"))
        #expect(forecast.slots.map(\.temperature) == [15])
    }

    @Test("An answer without rows has no data")
    func empty() throws {
        let body = GridBody(base: "202610020200")
        #expect(throws: FeedError(.noData)) {
            try ShortTermResponse.read(body.answer, try korean("202610020200"))
        }
    }
}
