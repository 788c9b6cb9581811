import Foundation
import Testing

@testable import Forecast

@Suite("A forecast in time steps")
struct SlotForecastTests {
    @Test("Steps given out of order are put in order")
    func order() {
        let forecast = SlotForecast.days(from: today, [(low: 10, high: 20), (low: 11, high: 21)])
        let shuffled = SlotForecast(slots: forecast.slots.reversed())
        #expect(shuffled == forecast)
    }

    @Test(
        "Hours that are over come from an earlier forecast; where both have a time the newer is taken"
    )
    func earlier() throws {
        let earlier = SlotForecast.steps(from: today.start, [12, 10, 9, 15, 20, 99, 99, 99])
        let newer = SlotForecast.steps(from: today.at(hour: 15), [24, 20, 17])
        let filled = newer.filled(byEarlier: earlier)
        #expect(filled.slots.compactMap(\.temperature) == [12, 10, 9, 15, 20, 24, 20, 17])
        let day = try #require(Week(Readings(openWeather: filled), now: today.at(hour: 15)).days.first)
        #expect(day.extremes == Extremes(minimum: 9, maximum: 24))
        #expect(!day.isPartial)
    }

    @Test("Stated lows and highs, too, come from the newer forecast first")
    func earlierExtremes() {
        let (two, eleven) = (
            Origin.of(.shortTerm, at: today.at(hour: 2)), Origin.of(.shortTerm, at: today.at(hour: 11))
        )
        let earlier = SlotForecast(slots: []).stating(today, low: 9, high: 22, two)
        let newer = SlotForecast(slots: []).stating(today, high: 25, eleven).filled(byEarlier: earlier)
        #expect(newer.lows[today] == Stated(9, two, of: today.hours))
        #expect(newer.highs[today] == Stated(25, eleven, of: today.hours))
        let low = SlotForecast(slots: []).stating(today, low: 11, eleven).filled(byEarlier: earlier)
        #expect(low.lows[today]?.value == 11 && low.highs[today] == Stated(22, two, of: today.hours))
    }

    @Test("An earlier low above the newer high, or high below the newer low, is not filled in")
    func contradiction() {
        let (low, high) = (
            SlotForecast(slots: []).stating(today, low: 9), SlotForecast(slots: []).stating(today, high: 5)
        )
        #expect(high.filled(byEarlier: low) == high)
        #expect(low.filled(byEarlier: high) == low)
        #expect(SlotForecast(slots: []).stating(today, low: 9, high: 5) == SlotForecast(slots: []))
    }

    @Test(
        "Only in KMA's steps of several hours is an amount a rate",
        arguments: [
            (.shortTerm, 1, false), (.shortTerm, 2, true), (.shortTerm, 3, true), (.nowcast, 3, false),
            (.openWeatherForecast, 3, false),
        ] as [(Feed, Int, Bool)]
    )
    func rates(feed: Feed, hours: Int, isRate: Bool) {
        #expect(Slot(origin: .of(feed), time: today.start, hours: hours).isRate == isRate)
    }

    @Test("Steps and observations are whole and known unless they say otherwise")
    func defaults() {
        #expect(!SlotForecast(slots: []).isInPart)
        let origin = Origin.of(.midLand)
        #expect(!MidTemperature(origin: origin, days: [:]).isInPart)
        #expect(!MidLand(origin: origin, days: [:]).isInPart)
        #expect(!Slot(origin: .of(.shortTerm), time: today.start, hours: 1).isDry)
        let observation = ObservedWeather(feed: .nowcast, observedAt: today.start)
        #expect(!observation.isFallingUnknown && !observation.isInPart)
    }

    @Test("A forecast is over where no step reaches beyond a moment")
    func over() {
        let steps = SlotForecast.steps(from: today.start, [12, 10])
        #expect(steps.isOver(at: today.at(hour: 6)) && !steps.isOver(at: today.at(hour: 5, minute: 59)))
        #expect(SlotForecast(slots: []).isOver(at: today.start))
    }

    @Test("An issue has a time of its own in all feeds but OpenWeather's", arguments: Feed.allCases)
    func issue(feed: Feed) {
        let isTimed = ![.openWeatherCurrent, .openWeatherForecast].contains(feed)
        #expect(Origin.of(feed).issue == (isTimed ? today.start : nil))
    }

    @Test("A step of one service is filled in value by value")
    func filledStep() {
        var slot = Slot(origin: .of(.nowcast), time: today.start, hours: 1)
        var other = Slot(origin: .of(.shortTerm), time: today.start, hours: 1)
        (other.temperature, other.condition, other.sky) = (1, .drizzle, .overcast)
        (other.precipitation, other.snowfall) = (Amount(2), Amount(3))
        other.precipitationProbability = Probability(percent: 4)
        (other.humidity, other.windSpeed) = (Humidity(percent: 5), 6)
        other.windDirection = WindDirection(degrees: 7)
        var expected = other
        expected.origin.feed = .nowcast
        #expect(slot.filled(by: other) == expected)
        slot.temperature = 20
        expected.temperature = 20
        #expect(slot.filled(by: other) == expected)
    }
}
