import Foundation
import Testing

@testable import Forecast

@Suite("Felt temperature")
struct FeelsLikeTests {
    private static let july = KoreanDate(year: 2026, month: 7, day: 20).at(hour: 15)
    private static let january = KoreanDate(year: 2027, month: 1, day: 20).at(hour: 7)

    @Test(
        "In summer it follows from temperature and humidity, whatever the wind",
        arguments: [
            (10, 50, 10.2), (20, 50, 19.8), (25, 50, 24.6), (28, 70, 29.3), (30, 50, 29.5), (30, 80, 32.1),
            (33, 50, 32.5), (35, 60, 35.5), (38, 50, 37.4), (30, 1, 22.9),
        ] as [(Double, Double, Double)]
    )
    func summer(temperature: Double, humidity: Double, felt: Double) {
        for wind in [nil, 0, 12] as [Double?] {
            let value = FeelsLike(
                temperature: temperature,
                humidity: Humidity(percent: humidity),
                windSpeed: wind,
                at: Self.july
            )
            #expect(value?.degrees == felt)
            #expect(value?.source == .kma)
        }
    }

    @Test(
        "In winter it follows from temperature and wind, whatever the humidity",
        arguments: [
            (10, 1.3, 9.9), (10, 5, 7.6), (5, 3, 2.5), (0, 2, -2.5), (0, 5, -4.9), (-5, 5, -11.2),
            (-10, 3, -15.5), (-10, 10, -20.3), (-15, 1.3, -18.4),
        ] as [(Double, Double, Double)]
    )
    func winter(temperature: Double, wind: Double, felt: Double) {
        for humidity in [nil, 30] as [Double?] {
            let value = FeelsLike(
                temperature: temperature,
                humidity: humidity.flatMap(Humidity.init(percent:)),
                windSpeed: wind,
                at: Self.january
            )
            #expect(value?.degrees == felt)
        }
    }

    @Test(
        "Outside of the range of a formula, and without what it needs, there is none",
        arguments: [
            (10.1, 50, 5, january), (5, 50, 1.2, january), (5, 50, nil, january), (nil, 50, 5, january),
            (30, nil, 2, july), (nil, 50, 2, july), (50.1, 50, 2, july),
        ] as [(Double?, Double?, Double?, Date)]
    )
    func none(temperature: Double?, humidity: Double?, wind: Double?, at instant: Date) {
        let humidity = humidity.flatMap(Humidity.init(percent:))
        #expect(
            FeelsLike(temperature: temperature, humidity: humidity, windSpeed: wind, at: instant) == nil
        )
    }

    @Test("Summer begins on the 1st of May and ends with September, by the day in Korea")
    func seasons() {
        func felt(_ year: Int, _ month: Int, _ day: Int, _ hour: Int) -> Double? {
            FeelsLike(
                temperature: 20,
                humidity: Humidity(percent: 50),
                windSpeed: 5,
                at: KoreanDate(year: year, month: month, day: day).at(hour: hour)
            )?.degrees
        }
        #expect(felt(2026, 4, 30, 23) == nil)
        #expect(felt(2026, 5, 1, 0) == 19.8)
        #expect(felt(2026, 9, 30, 23) == 19.8)
        #expect(felt(2026, 10, 1, 0) == nil)
    }

    @Test("OpenWeather's own value stands only where the whole observation or step is OpenWeather's")
    func openWeather() {
        var observed = ObservedWeather(feed: .nowcast, observedAt: Self.january)
        (observed.temperature, observed.windSpeed, observed.statedFeelsLike) = (5, 1, 2)
        #expect(observed.feelsLike == nil)
        observed.feed = .openWeatherCurrent
        #expect(observed.feelsLike == FeelsLike(openWeather: 2))
        var step = Slot(origin: .of(.openWeatherForecast), time: Self.january, hours: 3)
        (step.temperature, step.windSpeed) = (0, 5)
        #expect(step.feelsLike == nil)
        step.origin.feed = .shortTerm
        #expect(step.feelsLike?.degrees == -4.9)
    }

    /// A day of KMA's hours, each with a temperature and a wind.
    private func day(hours: Int = 24, _ fill: (Int, inout Slot) -> Void) throws -> Day {
        let date = KoreanDate(of: Self.january)
        let forecast = SlotForecast.steps(
            from: date.start,
            Array(repeating: 0, count: hours),
            feed: .shortTerm,
            hours: 1,
            fill
        )
        return try #require(Week(Readings(shortTerm: forecast), now: date.start).day(date))
    }

    @Test("A day has the lowest and the highest of its hours, where they cover it")
    func extremes() throws {
        func fill(_ hour: Int, _ slot: inout Slot) {
            (slot.temperature, slot.windSpeed) = (hour == 5 ? -10 : 0, hour == 5 ? 3 : 2)
        }
        let whole = try day(fill)
        #expect(whole.feelsLikeMinimum == -15.5)
        #expect(whole.feelsLikeMaximum == -2.5)
        let partial = try day(hours: 23, fill)
        #expect(partial.feelsLikeMinimum == nil && partial.feelsLikeMaximum == nil)
    }

    @Test("A day whose warmest hour has none has no highest, and keeps the lowest")
    func extremesBeyondTheFormula() throws {
        let day = try day { hour, slot in
            (slot.temperature, slot.windSpeed) = (hour == 14 ? 12 : 0, 2)
        }
        #expect(day.feelsLikeMinimum == -2.5)
        #expect(day.feelsLikeMaximum == nil)
    }

    @Test("Lightning is told from its first hour to its last")
    func lightning() {
        let forecast = SlotForecast.steps(
            from: Self.july,
            [28, 28, 27, 26],
            feed: .nowcast,
            hours: 1
        ) { index, slot in slot.hasLightning = index == 1 || index == 2 }
        let week = Week(Readings(nextHours: forecast), now: Self.july)
        #expect(week.lightning == Self.july + 3_600...Self.july + 7_200)
        #expect(Week(Readings(), now: Self.july).lightning == nil)
    }
}
