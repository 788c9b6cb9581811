import Foundation
import Testing

@testable import Forecast

@Suite("The week as a whole")
struct WeekTests {
    @Test("With every feed there are eleven days, one after another")
    func elevenDays() {
        let readings = Readings(
            midTemperature: .issue(today, 4...10, low: 10, high: 25),
            midLand: .issue(today, 4...10),
            openWeather: .days(from: today, Array(repeating: (low: 9, high: 29), count: 5))
        )
        let week = Week(readings, now: today.at(hour: 15))
        #expect(week.days.map(\.date) == (0...10).map { today + $0 })
        #expect(week.days.allSatisfy { !$0.feeds.isEmpty })
        #expect(week.days.allSatisfy { $0.decisions == nil }, "explained on request alone")
    }

    @Test("A day that no feed has, between days that some feed has, is there and empty")
    func noGap() throws {
        let readings = Readings(
            midTemperature: .issue(today, 5...10, low: 10, high: 25),
            openWeather: .days(from: today, Array(repeating: (low: 9, high: 29), count: 3))
        )
        let week = Week(readings, now: today.at(hour: 15))
        #expect(week.days.map(\.date) == (0...10).map { today + $0 })
        for offset in [3, 4] {
            let day = try #require(week.day(today + offset))
            var empty = Day(date: today + offset)
            empty.sun = day.sun
            #expect(day == empty)
            #expect(day.source == nil)
        }
    }

    @Test("Days before the first and after the last that some feed has are left out")
    func edges() {
        let kma = Week(Readings(midLand: .issue(today, 4...10)), now: today.at(hour: 15))
        #expect(kma.days.map { $0.date - today } == Array(4...10))
        let openWeather = Week(
            Readings(openWeather: .days(from: today, [(low: 9, high: 29), (low: 9, high: 29)])),
            now: today.at(hour: 15)
        )
        #expect(openWeather.days.map { $0.date - today } == [0, 1])
    }

    @Test("Without readings a week has no days, no hours and no current weather")
    func noReadings() {
        let week = Week(Readings(), now: today.at(hour: 15))
        #expect(week.days.isEmpty)
        #expect(week.hours.isEmpty)
        #expect(week.current == nil)
    }

    @Test("Days that are over, and days beyond the tenth, are not shown")
    func range() {
        let yesterday = today + -1
        let readings = Readings(
            midTemperature: .issue(today + 1, 4...10, low: 10, high: 25),
            openWeather: .days(from: yesterday, Array(repeating: (low: 9, high: 29), count: 3))
        )
        let week = Week(readings, now: today.at(hour: 0))
        #expect(week.days.first?.date == today)
        #expect(week.days.last?.date == today + 10)
    }

    @Test("Today changes at midnight in Korea", arguments: [(-1, 0), (0, 1)] as [(Double, Int)])
    func midnight(seconds: Double, offset: Int) {
        let readings = Readings(
            openWeather: .days(from: today, Array(repeating: (low: 9, high: 29), count: 3))
        )
        let midnight = (today + 1).start
        #expect(
            Week(readings, now: midnight.addingTimeInterval(seconds)).days.first?.date == today + offset
        )
    }

    @Test(
        "Hours start with the step of this hour",
        arguments: [(15, 0, 15), (15, 59, 15), (16, 0, 18), (14, 59, 15), (23, 30, 24)]
    )
    func hours(hour: Int, minute: Int, first: Int) {
        let forecast = SlotForecast.days(from: today, [(low: 9, high: 29), (low: 9, high: 29)])
        let week = Week(Readings(openWeather: forecast), now: today.at(hour: hour, minute: minute))
        #expect(week.hours.first?.time == today.at(hour: first))
        #expect(week.hours.last?.time == (today + 1).at(hour: 21))
    }

    @Test("An hour is night by the sun")
    func nightHours() {
        let forecast = SlotForecast.steps(from: today.start, Array(repeating: 20, count: 8))
        let week = Week(Readings(openWeather: forecast), now: today.start)
        #expect(week.hours.map(\.isNight) == [true, true, true, false, false, false, false, true])
        let polar = Week(Readings(openWeather: forecast), now: today.start, latitude: 89, longitude: 127)
        #expect(polar.days[0].sun == nil && polar.hours[0].isNight == false)
    }

    @Test("Without a short-term forecast today is made of KMA's next hours, and with one it is not")
    func nextHoursAlone() throws {
        let next = SlotForecast.steps(from: today.at(hour: 15), [24, 20], feed: .nowcast, hours: 1)
        let short = SlotForecast.steps(
            from: today.at(hour: 15),
            [10, 9, 8],
            feed: .shortTerm,
            hours: 1
        )
        let alone = Week(Readings(nextHours: next), now: today.at(hour: 15)).days.first
        #expect(alone?.extremes == Extremes(minimum: 20, maximum: 24))
        #expect(alone?.feeds == [.nowcast] && alone?.source == .shortTerm)
        // Neither is of the whole day.
        let said = try #require(alone?.withoutPartialExtremes)
        #expect(said.extremes == Extremes() && said.whole != nil)
        let both = Week(Readings(shortTerm: short, nextHours: next), now: today.at(hour: 15)).days.first
        #expect(both?.extremes == Extremes(minimum: 8, maximum: 10))
        let later = SlotForecast.steps(from: (today + 1).start, [10, 9, 8], feed: .shortTerm, hours: 1)
        let first = Week(Readings(shortTerm: later, nextHours: next), now: today.at(hour: 15)).days.first
        #expect(first?.said == alone?.said)
    }

    @Test("Every feed belongs to the service its days and hours are named after")
    func sources() {
        let sources = Dictionary(grouping: Feed.allCases, by: \.source)
        #expect(sources[.midTerm] == [.midTemperature, .midLand, .outlook])
        #expect(sources[.shortTerm] == [.shortTerm, .nowcast])
        #expect(sources[.openWeather] == [.openWeatherCurrent, .openWeatherForecast])
    }
}
