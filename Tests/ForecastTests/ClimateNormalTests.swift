import Testing

@testable import Forecast

@Suite("Normals of a day")
struct ClimateNormalTests {
    private static let lows = [-6.0, -4, 1, 7, 13, 18, 22, 22, 17, 10, 3, -3]
    private static let highs = lows.map { $0 + 10 }

    private static func normal(_ date: String) throws -> ClimateNormal {
        let date = try #require(KoreanDate(date))
        let station = LocalizedText("속초", "Sokcho")
        return try #require(ClimateNormal(on: date, station: station, years: 30, lows: lows, highs: highs))
    }

    @Test(
        "A day takes the means of the two months around it by their nearness, also over the new year",
        arguments: [
            // The middle of a month of 31 days is the noon of the 16th.
            ("2026-01-16", -6.0, 4.0, 1), ("2026-05-16", 13.0, 23.0, 5),
            // Half a day from the end of April: 15.5 of 30.5 days are April's share.
            ("2026-05-01", 10.0, 20.0, 5), ("2026-04-30", 9.9, 19.9, 4),
            // December −3 and January −6, 15 days from one and 16 from the other.
            ("2026-12-31", -4.5, 5.5, 12), ("2027-01-01", -4.5, 5.5, 1),
            // February of a leap year.
            ("2028-02-29", -1.7, 8.3, 2),
            // The day before and the day after the middle of a month take of the months on their own side.
            ("2026-05-15", 12.8, 22.8, 5), ("2026-05-17", 13.2, 23.2, 5),
            ("2026-11-15", 3.1, 13.1, 11), ("2026-11-30", 0.1, 10.1, 11),
        ]
    )
    func mixed(date: String, low: Double, high: Double, month: Int) throws {
        let normal = try Self.normal(date)
        #expect(abs(normal.low - low) < 0.01 && abs(normal.high - high) < 0.01, "\(normal)")
        #expect(normal.month == month)
    }

    @Test("Without twelve means there is no normal")
    func incomplete() throws {
        let date = try #require(KoreanDate("2026-05-01"))
        let station = LocalizedText("속초", "Sokcho")
        #expect(ClimateNormal(on: date, station: station, years: 30, lows: [], highs: []) == nil)
        #expect(ClimateNormal(on: date, station: station, years: 30, lows: Self.lows, highs: [1]) == nil)
    }

    @Test(
        "The summary names a low or high of today or tomorrow that is 5° or more from the normal",
        arguments: [
            (8.1, 27.9, nil), (13, 28, "오늘 최고기온 평년보다 5° 높음."), (8, 23, "오늘 최저기온 평년보다 5° 낮음."),
            (5, 29, "오늘 최저기온 평년보다 8° 낮음."), (13, 17, "오늘 최고기온 평년보다 6° 낮음."),
        ] as [(Double, Double, String?)]
    )
    func words(low: Double, high: Double, expected: String?) throws {
        let date = try #require(KoreanDate("2026-05-01"))
        var week = Week(Readings(), now: date.at(hour: 9), latitude: 38, longitude: 128)
        var day = Day(date: date)
        day.said = StatedDay(date, low: low, high: high)
        // From 13° to 23°.
        day.normal = try Self.normal("2026-05-16")
        week.days = [day]
        #expect(WeatherSummary(of: week, at: date.at(hour: 9)).text?.korean == expected)
    }

    @Test("An extreme of a part of the day is compared with nothing, and a day after tomorrow is not named")
    func unnamed() throws {
        let date = try #require(KoreanDate("2026-05-16"))
        var day = Day(date: date)
        day.said = StatedDay(date, low: 0, high: 40)
        day.said.low?.span = date.at(hour: 9)..<date.hours.upperBound
        day.normal = try Self.normal("2026-05-16")
        var week = Week(Readings(), now: date.start, latitude: 38, longitude: 128)
        week.days = [day]
        #expect(WeatherSummary(of: week, at: date.start).text == nil)
        day.said = StatedDay(date + 2, low: 0, high: 40)
        week.days = [day]
        #expect(WeatherSummary(of: week, at: date.start).text == nil)
        day.said = StatedDay(date + 1, low: 0, high: 40)
        week.days = [day]
        #expect(WeatherSummary(of: week, at: date.start).text?.english == "Tomorrow's high 17° above normal.")
    }
}
