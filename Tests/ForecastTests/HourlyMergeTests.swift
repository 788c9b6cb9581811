import Foundation
import Testing

@testable import Forecast

@Suite("The hours that several forecasts have")
struct HoursTests {
    private static let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)

    /// Steps of a feed from an hour of 2026-10-04 on, each with its own temperature so that it can be told apart.
    private static func steps(
        _ feed: Feed,
        from hour: Int,
        count: Int,
        every hours: Int,
        at temperature: Double
    )
        -> SlotForecast
    {
        let midnight = KoreanDate(year: 2026, month: 10, day: 4).start
        return SlotForecast(
            slots: (0..<count).map { index in
                let time = midnight.addingTimeInterval(Double(hour + index * hours) * 3_600)
                var slot = Slot(feed: feed, time: time, hours: hours)
                slot.temperature = temperature
                slot.condition = Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
                return slot
            }
        )
    }

    private static func hours(
        _ preference: Preference = .kma,
        at now: Date = noon,
        _ fill: (inout Readings) -> Void
    ) -> [Slot] {
        var readings = Readings()
        fill(&readings)
        return Week(readings, now: now, latitude: 37.5665, longitude: 126.978, preferring: preference).hours
    }

    private static func told(_ slots: [Slot]) -> [String] {
        slots.map { "\(KoreanTime($0.time).date.civil.day) \(KoreanTime($0.time).clock) \($0.feed.rawValue)" }
    }

    @Test(
        "The next six hours stand before the short-term forecast, and that before OpenWeather, none of them twice"
    )
    func order() {
        let hours = Self.hours { readings in
            readings.nextHours = Self.steps(.nowcast, from: 12, count: 2, every: 1, at: 1)
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 5, every: 1, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 12, count: 4, every: 3, at: 3)
        }
        #expect(
            Self.told(hours) == [
                "4 12:00 kma.nowcast", "4 13:00 kma.nowcast", "4 14:00 kma.short", "4 15:00 kma.short",
                "4 16:00 kma.short", "4 18:00 openweather.forecast", "4 21:00 openweather.forecast",
            ]
        )
        #expect(hours.map(\.temperature) == [1, 1, 2, 2, 2, 3, 3])
    }

    @Test("OpenWeather's steps go on where KMA's last step of three hours ends")
    func afterTheExtendedPeriod() {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 2, every: 3, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 15, count: 3, every: 3, at: 3)
        }
        #expect(
            Self.told(hours) == [
                "4 12:00 kma.short", "4 15:00 kma.short", "4 18:00 openweather.forecast",
                "4 21:00 openweather.forecast",
            ]
        )
    }

    @Test("Preferred, OpenWeather's steps stand, and KMA's hours inside them do not")
    func preferringOpenWeather() {
        let hours = Self.hours(.openWeather) { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 8, every: 1, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 15, count: 1, every: 3, at: 3)
        }
        #expect(
            Self.told(hours) == [
                "4 12:00 kma.short", "4 13:00 kma.short", "4 14:00 kma.short", "4 15:00 openweather.forecast",
                "4 18:00 kma.short", "4 19:00 kma.short",
            ]
        )
    }

    @Test("What an hour of the nowcast lacks comes from KMA's short-term forecast, never from OpenWeather")
    func filledWithinKMA() throws {
        let hours = Self.hours { readings in
            readings.nextHours = Self.steps(.nowcast, from: 12, count: 2, every: 1, at: 1)
            var shortTerm = Self.steps(.shortTerm, from: 12, count: 1, every: 1, at: 2)
            shortTerm.slots[0].precipitationProbability = 30
            shortTerm.slots[0].snowfall = Amount(0)
            readings.shortTerm = shortTerm
            var openWeather = Self.steps(.openWeatherForecast, from: 12, count: 1, every: 3, at: 3)
            openWeather.slots[0].humidity = 80
            readings.openWeather = openWeather
        }
        let first = try #require(hours.first)
        #expect(first.feed == .nowcast && first.temperature == 1)
        #expect(first.precipitationProbability == 30)
        #expect(first.snowfall == Amount(0))
        #expect(first.humidity == nil)
    }

    @Test("They begin with the hour that has begun, and hours that are over are gone")
    func fromThisHour() {
        let now = Self.noon.addingTimeInterval(59 * 60)
        let hours = Self.hours(at: now) { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 9, count: 5, every: 1, at: 2)
        }
        #expect(Self.told(hours) == ["4 12:00 kma.short", "4 13:00 kma.short"])
    }

    @Test("Where no feed says whether it is night, the sun over the place does")
    func night() {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 20, every: 1, at: 2)
        }
        // In early October the sun over Seoul sets a little after 18:00 and rises a little before 06:30.
        let nights = hours.filter { $0.isNight == true }.map { KoreanTime($0.time).hour }
        #expect(nights == Array(19...23) + Array(0...6))
    }
}
