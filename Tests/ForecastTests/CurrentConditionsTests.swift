import Foundation
import Testing

@testable import Forecast

@Suite("Now, as KMA and OpenWeather see it")
struct CurrentConditionsTests {
    private let noon = today.at(hour: 12)

    /// OpenWeather's observation: 20°, and a downpour.
    private var openWeather: Observation {
        var observation = Observation(feed: .openWeatherCurrent, observedAt: noon)
        (observation.temperature, observation.condition) = (20, .downpour)
        return observation
    }

    /// KMA's: 18°, and what falls, but no sky.
    private func nowcast(_ falling: Condition?) -> Observation {
        var observation = Observation(feed: .nowcast, observedAt: noon)
        (observation.temperature, observation.condition) = (18, falling)
        return observation
    }

    private func skies(_ sky: Condition, from start: Date, feed: Feed) -> SlotForecast {
        .steps(from: start, [18, 18], feed: feed, hours: 1) { $1.sky = sky }
    }

    private func week(_ readings: Readings, preferring preference: Preference = .kma) -> Week {
        Week(readings, now: noon, latitude: 37.5665, longitude: 126.9780, preferring: preference)
    }

    @Test("KMA's observation counts before OpenWeather's, unless OpenWeather is preferred")
    func preference() {
        let readings = Readings(nowcast: nowcast(.flurries), current: openWeather)
        #expect(week(readings).current?.temperature == 18)
        #expect(week(readings).themeSelection.theme == .snow)
        #expect(week(readings, preferring: .openWeather).current?.temperature == 20)
        #expect(week(readings, preferring: .openWeather).themeSelection.theme == .rain)
    }

    @Test("Where nothing falls, the sky of KMA's nearest step is the weather now")
    func nearestSky() {
        let readings = Readings(
            shortTerm: skies(.clear, from: noon.addingTimeInterval(3_600), feed: .shortTerm),
            nowcast: nowcast(nil),
            nextHours: skies(.overcast, from: noon.addingTimeInterval(-1_800), feed: .nowcast),
            current: openWeather
        )
        #expect(week(readings).themeSelection.label == Condition.overcast.text)
        #expect(week(readings).current?.condition == .overcast)
        #expect(week(readings).themeSelection.feed == .nowcast)
    }

    @Test("A sky more than two hours off says nothing of now, and OpenWeather is heard")
    func distantSky() {
        let readings = Readings(
            nowcast: nowcast(nil),
            nextHours: skies(.clear, from: noon.addingTimeInterval(2 * 3_600 + 1), feed: .nowcast),
            current: openWeather
        )
        #expect(week(readings).themeSelection.theme == .rain)
        #expect(week(readings).themeSelection.feed == .openWeatherCurrent)
        #expect(week(readings).current?.temperature == 18)
    }

    @Test("Sunrise and sunset that no feed gives are computed for the place")
    func sun() throws {
        let current = try #require(week(Readings(nowcast: nowcast(.drizzle))).current)
        let sun = try #require(Sun(on: today, latitude: 37.5665, longitude: 126.9780))
        #expect(current.sunrise == sun.rise)
        #expect(current.sunset == sun.set)
    }
}
