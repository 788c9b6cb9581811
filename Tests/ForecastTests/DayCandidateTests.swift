import Foundation
import Testing

@testable import Forecast

@Suite("A day from time steps")
struct DayCandidateTests {
    /// The lows and highs a forecast of Seoul had on five days of June 2025. Its steps begin at 00:00 in Korea, which
    /// is 15:00 UTC of the day before: by UTC days, the low of each morning falls on the wrong date.
    @Test("Steps are grouped by their day in Korea, not in UTC")
    func koreanDays() throws {
        let first = KoreanDate(year: 2025, month: 6, day: 9)
        let forecast = SlotForecast.steps(
            from: try Date("2025-06-08T15:00:00Z", strategy: .iso8601),
            [
                24.35, 23.1, 22.19, 27.0, 30.2, 31.59, 28.4, 25.0,
                23.5, 21.9, 20.43, 23.0, 25.1, 25.92, 24.0, 22.0,
                20.9, 19.4, 18.29, 24.0, 27.8, 29.35, 26.2, 23.4,
                22.0, 21.3, 20.62, 26.0, 30.1, 31.65, 29.2, 26.8,
                24.6, 22.4, 20.83, 27.3, 29.9, 30.68, 28.1, 25.11,
            ]
        )
        let week = Week(Readings(openWeather: forecast), now: (first + -1).at(hour: 22))
        #expect(week.days.map(\.date) == (0...4).map { first + $0 })
        #expect(week.days.map(\.extremes.minimum) == [22.19, 20.43, 18.29, 20.62, 20.83])
        #expect(week.days.map(\.extremes.maximum) == [31.59, 25.92, 29.35, 31.65, 30.68])
        #expect(week.days.allSatisfy { !$0.isPartial })
    }

    @Test("The step of 09:00 is the morning's, the step of 12:00 the afternoon's")
    func halves() throws {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 8)) {
            index,
            slot in
            slot.condition = index == 3 ? .downpour : index == 4 ? .flurries : .clear
        }
        let day = try #require(Week(Readings(openWeather: forecast), now: today.start).days.first)
        #expect(day.morning?.condition == .downpour)
        #expect(day.afternoon?.condition == .flurries)
        #expect(day.whole?.condition == .flurries)
    }

    @Test(
        "A half day has the highest probability of its steps, and the day that of its halves"
    )
    func chances() throws {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 8)) {
            index,
            slot in
            slot.precipitationProbability = [0, 30, 10, 20, 0, 70, nil, 40][index].flatMap(
                Probability.init(percent:)
            )
        }
        let day = try #require(Week(Readings(openWeather: forecast), now: today.start).days.first)
        #expect(day.morning?.precipitationProbability?.percent == 30)
        #expect(day.afternoon?.precipitationProbability?.percent == 70)
        #expect(day.whole?.precipitationProbability?.percent == 70)
    }

    @Test("Equal lows and highs are of the first step, and a known amount goes before an unknown one")
    func equals() throws {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 8)) { index, slot in
            slot.origin.issuedAt += Double(index)
            guard index < 2 else { return }
            slot.condition = index == 0 ? .drizzle : .downpour
            slot.precipitation = index == 0 ? nil : Amount(0.5)
        }
        let said = try #require(
            DayCandidate(.openWeather, slots: forecast.slots[...], low: nil, high: nil, on: today)
        ).said
        #expect([said.low, said.high].map { $0?.origin.issuedAt } == [today.start, today.start])
        #expect(said.morning?.value.condition == .downpour)
    }

    @Test("Precipitation adds up over the steps of the day; dry steps count as none")
    func amounts() throws {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 16)) {
            index,
            slot in
            slot.precipitation = [1: 0.4, 5: 2.1, 9: 7][index].flatMap { Amount($0) }
        }
        let week = Week(Readings(openWeather: forecast), now: today.start)
        #expect(week.days.map { $0.precipitation?.value } == [2.5, 7])
    }

    @Test("A missing temperature is no zero")
    func missingTemperature() throws {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 8)) {
            _,
            slot in
            slot.temperature = nil
        }
        let day = try #require(Week(Readings(openWeather: forecast), now: today.start).days.first)
        #expect(day.extremes == Extremes())
        #expect(day.whole?.condition == .clear)
    }

    @Test("Today is partial once its first steps are over, and its morning is gone at noon")
    func today15() throws {
        let forecast = SlotForecast.steps(from: today.at(hour: 15), [24, 20, 17, 14, 13, 12])
        let week = Week(Readings(openWeather: forecast), now: today.at(hour: 15))
        let day = try #require(week.days.first)
        #expect(day.date == today)
        #expect(day.isPartial)
        #expect(day.morning == nil)
        #expect(day.afternoon?.condition == .clear)
        #expect(day.extremes == Extremes(minimum: 17, maximum: 24))
    }

    @Test("The last day is partial where its steps end early, and whole where they reach midnight")
    func lastDay() throws {
        let cutOff = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 12))
        let days = Week(Readings(openWeather: cutOff), now: today.start).days
        #expect(days.map(\.isPartial) == [false, true])
        #expect(days.last?.afternoon == nil)
        let full = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 16))
        #expect(
            Week(Readings(openWeather: full), now: today.start).days.map(\.isPartial) == [false, false]
        )
    }

    @Test(
        "A low and a high are whole from 24 hours of steps on, a half day from 12",
        arguments: [(8, true, true), (7, false, true), (4, false, true), (3, false, false)]
    )
    func wholeness(steps: Int, isDayWhole: Bool, isMorningWhole: Bool) {
        let steps = SlotForecast.steps(from: today.start, Array(repeating: 20, count: steps))
        let candidate = DayCandidate(.openWeather, slots: steps.slots[...], low: nil, high: nil, on: today)
        #expect(candidate?.said.low?.covers(today.hours) == isDayWhole)
        #expect(candidate?.said.high?.covers(today.hours) == isDayWhole)
        #expect(candidate?.said.morning?.covers(today.morning) == isMorningWhole)
    }

    @Test(
        "One step at midnight is no day, and one of any hour no low and high; two or seven are a partial day",
        arguments: [(1, 0, nil), (1, 9, false), (2, 0, true), (7, 0, true)] as [(Int, Int, Bool?)]
    )
    func fewSteps(count: Int, hour: Int, hasExtremes: Bool?) throws {
        for (feed, hours) in [(Feed.shortTerm, 1), (.openWeatherForecast, 3)] {
            let whole = SlotForecast.steps(
                from: today.start,
                Array(repeating: 20, count: 24 / hours),
                feed: feed,
                hours: hours
            )
            let last = SlotForecast.steps(
                from: (today + 1).at(hour: hour),
                (0..<count).map { 9 + Double($0) },
                feed: feed,
                hours: hours
            )
            let forecast = SlotForecast(slots: whole.slots + last.slots)
            let readings =
                feed == .shortTerm ? Readings(shortTerm: forecast) : Readings(openWeather: forecast)
            let week = Week(readings, now: today.start)
            #expect(week.days.count == (hasExtremes == nil ? 1 : 2))
            guard let hasExtremes else { continue }
            #expect((week.days[1].extremes.minimum == 9) == hasExtremes)
            #expect((week.days[1].extremes.maximum != nil) == hasExtremes && week.days[1].isPartial)
        }
    }

    @Test("The wettest of a half day's steps gives its condition")
    func wettestStep() {
        let steps = SlotForecast.steps(from: today.start, [20, 20, 20]) { index, slot in
            slot.condition = [.drizzle, .downpour, .drizzle][index]
            slot.precipitation = Amount([0.1, 9, 1][index])
        }
        let candidate = DayCandidate(.openWeather, slots: steps.slots[...], low: nil, high: nil, on: today)
        #expect(candidate?.said.morning?.value.condition == .downpour)
    }

    @Test("A hole in the middle of a day makes it partial")
    func hole() throws {
        var forecast = SlotForecast.days(from: today, [(low: 10, high: 20)])
        forecast.slots.remove(at: 4)
        let week = Week(Readings(openWeather: forecast), now: today.start)
        #expect(week.days.map(\.isPartial) == [true])
    }

    @Test("Steps without a temperature or a condition make its day partial", arguments: [0, 3, 4, 7])
    func unknownStep(index: Int) throws {
        let whole = SlotForecast.steps(from: today.start, [11, 12, 13, 14, 15, 16, 17, 18])
        var (cold, dark) = (whole, whole)
        cold.slots[index].temperature = nil
        dark.slots[index].condition = nil
        for (forecast, isSky) in [(cold, false), (dark, true)] {
            let day = try #require(Week(Readings(openWeather: forecast), now: today.start).days.first)
            #expect(day.isPartial && day.said.hasWholeSky != isSky && day.hasExtremesOfPart != isSky)
        }
    }

    @Test("A low and a high that the feed states for the day go before those of its steps")
    func statedExtremes() throws {
        let forecast = SlotForecast.steps(from: today.at(hour: 15), [24, 20, 17], feed: .shortTerm)
            .stating(today, low: 11, high: 26)
        let day = try #require(Week(Readings(shortTerm: forecast), now: today.at(hour: 15)).days.first)
        #expect(day.extremes == Extremes(minimum: 11, maximum: 26))
    }

    @Test("A rate of rain does not add up to an amount, and a dry rate does")
    func rates() {
        func day(_ rate: Amount?) -> Day? {
            let steps = SlotForecast.steps(
                from: today.start,
                Array(repeating: 15, count: 8),
                feed: .shortTerm
            ) {
                $1.precipitation = rate
            }
            return Week(Readings(shortTerm: steps), now: today.start).day(today)
        }
        #expect(day(Amount(low: 0, high: 3))?.precipitation == nil)
        #expect(day(.zero)?.precipitation == .zero)
    }

    @Test(
        "A sum with an amount that is not known is not known, and a dry step without an amount adds nothing",
        arguments: [
            ([Amount(1), Amount(2)], false, 3), ([Amount(1), nil], false, nil), ([nil, nil], false, nil),
            ([Amount(1), nil], true, 1), ([nil, nil], true, 0),
        ] as [([Amount?], Bool, Double?)]
    )
    func unknownAmounts(amounts: [Amount?], isDry: Bool, sum: Double?) {
        let steps = SlotForecast.steps(from: today.start, [15, 15], feed: .shortTerm, hours: 1) {
            index,
            slot in
            slot.precipitation = amounts[index]
            slot.isDry = isDry && amounts[index] == nil
        }
        let candidate = DayCandidate(.shortTerm, slots: steps.slots[...], low: nil, high: nil, on: today)
        #expect(candidate?.precipitation?.value == sum)
    }

    @Test(
        "A sampled low or high that contradicts the stated one is left out",
        arguments: [
            ([10, 8], Extremes(minimum: 12), 12, nil), ([10, 14], Extremes(minimum: 12), 12, 14),
            ([20, 25], Extremes(maximum: 15), nil, 15), ([9, 25], Extremes(maximum: 15), 9, 15),
            ([10, 14], nil, 10, 14), ([10, 14], Extremes(minimum: 20, maximum: 5), 10, 14),
        ] as [([Double], Extremes?, Double?, Double?)]
    )
    func contradiction(temperatures: [Double], stated: Extremes?, low: Double?, high: Double?) throws {
        let steps = SlotForecast.steps(from: today.start, temperatures, feed: .shortTerm, hours: 1)
            .stating(today, low: stated?.minimum, high: stated?.maximum)
        let candidate = DayCandidate(
            .shortTerm,
            slots: steps.slots[...],
            low: steps.lows[today],
            high: steps.highs[today],
            on: today
        )
        #expect(candidate?.said.low?.value == low)
        #expect(candidate?.said.high?.value == high)
    }
}
