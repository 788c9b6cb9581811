import Foundation
import Testing

@testable import Forecast

@Suite("Observation beside the forecast")
struct ObservedNowTests {
    private static let now = today.at(hour: 15, minute: 20)

    /// OpenWeather alone: dry steps, and rain that falls now.
    private static func rainyNow(_ temperature: Double = 23) -> Readings {
        var current = ObservedWeather(feed: .openWeatherCurrent, observedAt: now)
        current.temperature = temperature
        current.condition = Condition(.rain, LocalizedText("비", "Rain"))
        let steps = SlotForecast.steps(from: today.at(hour: 18), [22, 21, 20, 20, 20]) { _, slot in
            slot.condition = .overcast
        }
        return Readings(current: current, openWeather: steps)
    }

    @Test("Present precipitation counts for its half of today and for the day, with the observing feed")
    func falling() throws {
        let day = try #require(Week(Self.rainyNow(), now: Self.now).day(today))
        #expect(day.afternoon?.condition?.kind == .rain)
        #expect(day.whole?.condition?.kind == .rain)
        #expect(day.whole?.precipitationProbability == Probability(percent: 0))
        #expect(day.feeds.contains(.openWeatherCurrent))
        let tomorrow = try #require(Week(Self.rainyNow(), now: Self.now).day(today + 1))
        #expect(tomorrow.whole?.condition?.kind != .rain)
    }

    @Test("A temperature observed today below its low or above its high is that low or high")
    func extremes() throws {
        let cold = try #require(Week(Self.rainyNow(3.5), now: Self.now).day(today))
        #expect(cold.extremes.minimum == 3.5)
        #expect(cold.extremes.maximum == 22)
        let warm = try #require(Week(Self.rainyNow(30), now: Self.now).day(today))
        #expect(warm.extremes.maximum == 30)
        for equal in [21.0, 22] {
            let said = try #require(Week(Self.rainyNow(equal), now: Self.now).day(today)).said
            #expect(
                [said.low, said.high].map { $0?.origin.feed } == [.openWeatherForecast, .openWeatherForecast]
            )
        }
        var yesterday = Self.rainyNow(3.5)
        yesterday.current?.observedAt = (today + -1).at(hour: 23)
        #expect(Week(yesterday, now: Self.now).day(today)?.extremes.minimum == 21)
    }

    /// KMA: an observation of this hour, and hours from it on.
    private static func week(observed: Condition?, _ conditions: [Condition]) -> Week {
        var nowcast = ObservedWeather(feed: .nowcast, observedAt: today.at(hour: 15))
        nowcast.temperature = 12
        nowcast.condition = observed
        let steps = SlotForecast.steps(
            from: today.at(hour: 15),
            conditions.map { _ in 12 },
            feed: .shortTerm,
            hours: 1
        ) { index, slot in
            slot.condition = conditions[index]
            slot.sky = .overcast
            slot.precipitation = conditions[index].isFalling ? Amount(low: 0, high: 1) : .zero
        }
        return Week(Readings(shortTerm: steps, nowcast: nowcast), now: now)
    }

    @Test(
        "The observation decides about precipitation in the running hour, in hours and sentence alike"
    )
    func runningHour() throws {
        let dry = Self.week(observed: nil, [.drizzle, .drizzle, .drizzle, .overcast])
        #expect(dry.hours[0].condition == .overcast)
        #expect(dry.hours[0].precipitation == nil)
        #expect(RainPeriod(in: dry, at: Self.now)?.startsAt == today.at(hour: 16))
        let wet = Self.week(observed: .drizzle, [.overcast, .overcast])
        #expect(wet.hours[0].condition == .drizzle && wet.hours[0].precipitation == nil)
        #expect(wet.hours[1].condition == .overcast)
        let same = Self.week(observed: .drizzle, [.downpour, .overcast])
        #expect(same.hours[0].condition == .downpour)
        #expect(same.hours[0].precipitation == Amount(low: 0, high: 1))
    }

    @Test(
        "Rain observed before midnight is neither that of the hour nor of the date after it",
        arguments: [(-3, false), (0, true), (5, true)]
    )
    func midnight(minutes: Int, counts: Bool) throws {
        let (midnight, now) = ((today + 1).start, (today + 1).at(hour: 0, minute: 5))
        var nowcast = ObservedWeather(
            feed: .nowcast,
            observedAt: midnight.addingTimeInterval(60 * Double(minutes))
        )
        if minutes < 0 { nowcast.observedAt = today.at(hour: 23) }
        (nowcast.temperature, nowcast.condition) = (12, .drizzle)
        let steps = SlotForecast.steps(
            from: today.at(hour: 23),
            Array(repeating: 12, count: 30),
            feed: .shortTerm,
            hours: 1
        ) { _, slot in (slot.condition, slot.sky) = (.overcast, .overcast) }
        let week = Week(Readings(shortTerm: steps, nowcast: nowcast), now: now)
        #expect(week.current?.condition == (counts ? .drizzle : .overcast))
        for days in [week.days, week.daysAhead(from: now)] {
            #expect(days[0].date == today + 1)
            #expect((days[0].whole?.condition?.isFalling == true) == counts)
            #expect((days[0].morning?.condition?.isFalling == true) == counts)
        }
        #expect((week.hours[0].condition == .drizzle) == counts)
    }

    @Test("Rain observed before noon is that of the morning, and none of what is left of the day after it")
    func noon() throws {
        var readings = Self.rainyNow()
        readings.current?.observedAt = today.at(hour: 11, minute: 30)
        let now = today.at(hour: 12, minute: 5)
        let day = try #require(Week(readings, now: now).day(today))
        #expect(day.morning?.condition?.kind == .rain && day.afternoon?.condition?.kind != .rain)
        #expect(Week(readings, now: now).daysAhead(from: now)[0].whole?.condition?.isFalling == false)
    }

    @Test("The probability of a half day is not known where that of one of its wet hours is missing")
    func missingProbability() throws {
        let steps = SlotForecast.steps(
            from: (today + 1).start,
            Array(repeating: 12, count: 24),
            feed: .shortTerm,
            hours: 1
        ) { index, slot in
            slot.precipitationProbability = index == 14 ? nil : Probability(percent: 30)
            if index == 14 { slot.condition = .drizzle }
        }
        let day = try #require(Week(Readings(shortTerm: steps), now: Self.now).day(today + 1))
        #expect(day.morning?.precipitationProbability == Probability(percent: 30))
        #expect(day.afternoon?.precipitationProbability == nil)
        #expect(day.whole?.precipitationProbability == nil)
    }
}
