import Testing

@testable import Forecast

@Suite("Yesterday at this hour")
struct YesterdayTests {
    private static func observation(_ feed: Feed, _ date: KoreanDate, _ temperature: Double?)
        -> ObservedWeather
    {
        var observation = ObservedWeather(feed: feed, observedAt: date.at(hour: 15))
        observation.temperature = temperature
        observation.condition = .clear
        return observation
    }

    private static func week(now: ObservedWeather, yesterday: ObservedWeather) -> Week {
        var readings = Readings(nowcast: now)
        readings.nowcastOfYesterday = yesterday
        return Week(readings, now: today.at(hour: 15, minute: 20))
    }

    @Test(
        "The difference is said in whole degrees",
        arguments: [
            (16.9, 19.8, -2.9, "어제보다 3° 낮음", "3° colder than yesterday"),
            (16.9, 12.0, 4.9, "어제보다 5° 높음", "5° warmer than yesterday"),
            (16.9, 16.5, 0.4, "어제와 비슷함", "about the same as yesterday"),
        ]
    )
    func difference(now: Double, before: Double, difference: Double, korean: String, english: String) throws {
        let week = Self.week(
            now: Self.observation(.nowcast, today, now),
            yesterday: Self.observation(.nowcast, today + -1, before)
        )
        let yesterday = try #require(week.yesterday)
        #expect(yesterday.temperature == before)
        #expect(yesterday.difference == difference)
        let summary = WeatherSummary(of: week, at: today.at(hour: 15, minute: 20)).text
        #expect(summary?.korean == "지금 맑음, 16.9°, \(korean).")
        #expect(summary?.english == "Clear now, 16.9°, \(english).")
    }

    @Test(
        "It is not known without one of the two temperatures, at another hour, or from another feed",
        arguments: [
            observation(.nowcast, today + -1, nil), observation(.nowcast, today + -2, 12),
            observation(.openWeatherCurrent, today + -1, 12),
        ]
    )
    func unknown(earlier: ObservedWeather) {
        #expect(
            Self.week(now: Self.observation(.nowcast, today, 16.9), yesterday: earlier).yesterday == nil
        )
    }
}
