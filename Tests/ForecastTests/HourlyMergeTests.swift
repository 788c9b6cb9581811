import Foundation
import Testing

@testable import Forecast

@Suite("Hours that several forecasts have")
struct HourlyMergeTests {
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
                var slot = Slot(origin: .of(feed), time: time, hours: hours)
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
        return Week(readings, now: now, latitude: 37.5665, longitude: 126.978, preferring: preference)
            .hours
    }

    private static func summary(_ slots: [Slot]) -> [String] {
        slots.map {
            "\(KoreanTime($0.time).date.civil.day) \(KoreanTime($0.time).clock) \($0.feed.rawValue)"
        }
    }

    @Test(
        "A step with an amount is not filled by a dry condition of another issue",
        arguments: [(Amount(5), false), (.zero, true), (nil, true)] as [(Amount?, Bool)]
    )
    func amount(amount: Amount?, isFilled: Bool) {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 13, count: 1, every: 1, at: 2)
            readings.nextHours = Self.steps(.nowcast, from: 13, count: 1, every: 1, at: 3)
            readings.nextHours?.slots[0].condition = nil
            readings.nextHours?.slots[0].precipitation = amount
        }
        #expect(hours.map { $0.condition != nil } == [isFilled])
    }

    @Test(
        "A step of three hours ends where the preferred forecast begins, and its sum is of no part of it",
        arguments: [(12.5, 1, false), (13, 1, false), (14, 2, false), (15, 3, true)]
    )
    func overlap(start: Double, left: Int, isWhole: Bool) {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 13, count: 2, every: 1, at: 2)
            let delay = (start - 13) * 3_600
            readings.shortTerm?.slots[0].time.addTimeInterval(delay)
            readings.shortTerm?.slots[1].time.addTimeInterval(delay)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 12, count: 1, every: 3, at: 3)
            readings.openWeather?.slots[0].precipitation = Amount(3)
            readings.openWeather?.slots[0].snowfall = .zero
        }
        #expect(hours.map(\.hours) == [left, 1, 1])
        #expect(hours[0].feed == .openWeatherForecast && hours[0].snowfall == .zero)
        #expect(hours[0].precipitation == (isWhole ? Amount(3) : nil))
    }

    @Test(
        "The next six hours precede the short-term forecast, and that OpenWeather, and no time comes twice"
    )
    func order() {
        let hours = Self.hours { readings in
            readings.nextHours = Self.steps(.nowcast, from: 12, count: 2, every: 1, at: 1)
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 5, every: 1, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 12, count: 4, every: 3, at: 3)
        }
        #expect(
            Self.summary(hours) == [
                "4 12:00 kma.nowcast", "4 13:00 kma.nowcast", "4 14:00 kma.short", "4 15:00 kma.short",
                "4 16:00 kma.short", "4 18:00 openweather.forecast", "4 21:00 openweather.forecast",
            ]
        )
        #expect(hours.map(\.temperature) == [1, 1, 2, 2, 2, 3, 3])
    }

    @Test("OpenWeather's steps begin where KMA's last step of three hours ends")
    func afterTheExtendedPeriod() {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 2, every: 3, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 15, count: 3, every: 3, at: 3)
        }
        #expect(
            Self.summary(hours) == [
                "4 12:00 kma.short", "4 15:00 kma.short", "4 18:00 openweather.forecast",
                "4 21:00 openweather.forecast",
            ]
        )
    }

    @Test("With OpenWeather preferred its steps are taken, and KMA's hours inside them are not")
    func preferringOpenWeather() {
        let hours = Self.hours(.openWeather) { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 8, every: 1, at: 2)
            readings.openWeather = Self.steps(.openWeatherForecast, from: 15, count: 1, every: 3, at: 3)
        }
        #expect(
            Self.summary(hours) == [
                "4 12:00 kma.short", "4 13:00 kma.short", "4 14:00 kma.short",
                "4 15:00 openweather.forecast",
                "4 18:00 kma.short", "4 19:00 kma.short",
            ]
        )
    }

    @Test(
        "Missing values of a nowcast hour come from KMA's short-term forecast, never from OpenWeather"
    )
    func filledWithinKMA() throws {
        let hours = Self.hours { readings in
            readings.nextHours = Self.steps(.nowcast, from: 12, count: 2, every: 1, at: 1)
            var shortTerm = Self.steps(.shortTerm, from: 12, count: 1, every: 1, at: 2)
            shortTerm.slots[0].precipitationProbability = Probability(percent: 30)
            shortTerm.slots[0].snowfall = Amount(0)
            readings.shortTerm = shortTerm
            var openWeather = Self.steps(.openWeatherForecast, from: 12, count: 1, every: 3, at: 3)
            openWeather.slots[0].humidity = Humidity(percent: 80)
            readings.openWeather = openWeather
        }
        let first = try #require(hours.first)
        #expect(first.feed == .nowcast && first.temperature == 1)
        #expect(first.precipitationProbability?.percent == 30)
        #expect(first.snowfall == Amount(0))
        #expect(first.humidity == nil)
    }

    @Test("Hours begin with the one that has begun; hours that are over are left out")
    func fromThisHour() {
        let now = Self.noon.addingTimeInterval(59 * 60)
        let hours = Self.hours(at: now) { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 9, count: 5, every: 1, at: 2)
        }
        #expect(Self.summary(hours) == ["4 12:00 kma.short", "4 13:00 kma.short"])
    }

    @Test("An hour is night by the sun over the place")
    func night() {
        let hours = Self.hours { readings in
            readings.shortTerm = Self.steps(.shortTerm, from: 12, count: 20, every: 1, at: 2)
        }
        // In early October the sun over Seoul sets a little after 18:00 and rises a little before 06:30.
        let nights = hours.filter { $0.isNight == true }.map { KoreanTime($0.time).hour }
        #expect(nights == Array(19...23) + Array(0...6))
    }

    @Test("Hours are KMA's as far as its forecast goes, then OpenWeather's")
    func hours() {
        let kma = SlotForecast.steps(from: today.start, [1, 2, 3, 4], feed: .shortTerm, hours: 1)
        let readings = Readings(shortTerm: kma, openWeather: .days(from: today, [(low: 9, high: 29)]))
        let hours = Week(readings, now: today.start).hours
        #expect(hours.map { KoreanTime($0.time).hour } == [0, 1, 2, 3, 6, 9, 12, 15, 18, 21])
        #expect(hours.map(\.feed.source).prefix(4) == [.shortTerm, .shortTerm, .shortTerm, .shortTerm])
        #expect(hours.dropFirst(4).allSatisfy { $0.feed == .openWeatherForecast })
    }

    @Test("The next six hours go before the short-term forecast, which fills in what they lack")
    func nextHours() throws {
        let next = SlotForecast.steps(from: today.start, [20, 20], feed: .nowcast, hours: 1) {
            $1.precipitationProbability = nil
        }
        let short = SlotForecast.steps(from: today.start, [15, 15, 15], feed: .shortTerm, hours: 1) {
            $1.precipitationProbability = Probability(percent: 60)
        }
        let hours = Week(Readings(shortTerm: short, nextHours: next), now: today.start).hours
        #expect(hours.map(\.temperature) == [20, 20, 15])
        #expect(hours.map(\.precipitationProbability?.percent) == [60, 60, 60])
    }
}
