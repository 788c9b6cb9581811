import Foundation
import Testing

@testable import Forecast

@Suite("KMA's own next days")
struct ShortTermMergeTests {
    /// KMA by the hour from today through the third day after, 15° throughout.
    private let shortTerm = SlotForecast.steps(
        from: today.start,
        Array(repeating: 15, count: 4 * 24),
        feed: .shortTerm,
        hours: 1
    )

    private func week(_ readings: Readings, preferring preference: Preference = .kma) -> Week {
        Week(readings, now: today.start, latitude: 37.5665, longitude: 126.9780, preferring: preference)
    }

    @Test("Short-term days and mid-term days make eleven without a gap and without OpenWeather")
    func seam() {
        let readings = Readings(
            midTemperature: .issue(today, 4...10, low: 10, high: 25),
            midLand: .issue(today, 4...10),
            shortTerm: shortTerm
        )
        let days = week(readings).days
        #expect(days.count == 11)
        #expect(
            days.map(\.source) == Array(repeating: .shortTerm, count: 4)
                + Array(repeating: .midTerm, count: 7)
        )
        #expect(days.allSatisfy { !$0.isPartial })
    }

    @Test("A whole day of the short-term forecast stands before the same day of the others")
    func order() {
        let openWeather = SlotForecast.days(from: today, [(low: 9, high: 29)])
        let readings = Readings(
            midTemperature: .issue(today + -4, 4...10, low: 10, high: 25),
            shortTerm: shortTerm,
            openWeather: openWeather
        )
        #expect(week(readings).day(today)?.extremes == Extremes(minimum: 15, maximum: 15))
        #expect(
            week(readings, preferring: .openWeather).day(today)?.extremes == Extremes(minimum: 9, maximum: 29)
        )
    }

    @Test("Hours are KMA's as far as they reach, and OpenWeather's steps go on from there")
    func hours() {
        let kma = SlotForecast.steps(from: today.start, [1, 2, 3, 4], feed: .shortTerm, hours: 1)
        let readings = Readings(shortTerm: kma, openWeather: .days(from: today, [(low: 9, high: 29)]))
        let hours = week(readings).hours
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
            $1.precipitationProbability = 60
        }
        let hours = week(Readings(shortTerm: short, nextHours: next)).hours
        #expect(hours.map(\.temperature) == [20, 20, 15])
        #expect(hours.map(\.precipitationProbability) == [60, 60, 60])
    }

    @Test("A rate of rain does not add up to an amount, and a dry rate does")
    func rates() {
        func day(_ rate: Amount) -> Day? {
            let steps = SlotForecast.steps(
                from: today.start,
                Array(repeating: 15, count: 8),
                feed: .shortTerm
            ) {
                $1.precipitation = rate
            }
            return week(Readings(shortTerm: steps)).day(today)
        }
        #expect(day(Amount(low: 0, high: 3))?.precipitation == nil)
        #expect(day(Amount(0))?.precipitation == Amount(0))
    }
}
