import Foundation
import Testing

@testable import Forecast

@Suite("A day that KMA and OpenWeather both speak of")
struct MergeTests {
    private let now = today.at(hour: 15)

    /// OpenWeather from today to the fifth day after, all of them whole.
    private let openWeather = SlotForecast.days(
        from: today,
        Array(repeating: (low: 9, high: 29), count: 6)
    )

    @Test("KMA's whole day stands before OpenWeather's whole day")
    func wholeDay() throws {
        let week = Week(
            Readings(
                midTemperature: .issue(today, 4...10, low: 10, high: 25),
                midLand: .issue(today, 4...10),
                openWeather: openWeather
            ),
            now: now
        )
        for offset in [4, 5] {
            let day = try #require(week.day(today + offset))
            #expect(day.extremes.minimum == 10)
            #expect(day.extremes.maximum == 25)
            #expect(day.extremes.minimumSpread == Spread(low: 1, high: 2))
            #expect(day.extremes.maximumSpread == Spread(low: 0, high: 3))
            #expect(day.morning?.condition == .mostlyCloudy)
            #expect(day.afternoon?.condition == .downpour)
            #expect(day.source == .midTerm)
            #expect(day.feeds == [.midTemperature, .midLand])
            #expect(day.precipitation == nil)
            #expect(!day.isPartial)
        }
        let third = try #require(week.day(today + 3))
        #expect(third.source == .openWeather)
        #expect(third.extremes == Extremes(minimum: 9, maximum: 29))
    }

    @Test("Temperatures without a land forecast stand beside OpenWeather's sky")
    func noLand() throws {
        let week = Week(
            Readings(midTemperature: .issue(today, 4...10, low: 10, high: 25), openWeather: openWeather),
            now: now
        )
        let day = try #require(week.day(today + 4))
        #expect(day.extremes.minimum == 10)
        #expect(day.whole?.condition == .clear)
        #expect(day.whole?.precipitationProbability == 0)
        #expect(day.feeds == [.midTemperature, .openWeatherForecast])
        #expect(day.source == .midTerm)
        #expect(day.skyFeed == .openWeatherForecast)
        #expect(!day.isPartial)
        let last = try #require(week.day(today + 10))
        #expect(last.extremes.minimum == 10)
        #expect(last.whole == nil)
    }

    @Test("A land forecast without temperatures stands beside OpenWeather's low and high")
    func noTemperatures() throws {
        let week = Week(Readings(midLand: .issue(today, 4...10), openWeather: openWeather), now: now)
        let day = try #require(week.day(today + 4))
        #expect(day.extremes == Extremes(minimum: 9, maximum: 29))
        #expect(day.afternoon?.condition == .downpour)
        #expect(day.feeds == [.midLand, .openWeatherForecast])
        let last = try #require(week.day(today + 10))
        #expect(last.extremes == Extremes())
        #expect(last.whole?.condition == .overcast)
    }

    @Test("A number that KMA leaves out comes from OpenWeather where it has the day, and is nil where not")
    func missingNumber() throws {
        var temperatures = MidTemperature.issue(today, 4...10, low: 10, high: 25)
        temperatures.days[today + 4]?.maximum = nil
        temperatures.days[today + 10]?.maximum = nil
        let week = Week(Readings(midTemperature: temperatures, openWeather: openWeather), now: now)
        #expect(week.day(today + 4)?.extremes.minimum == 10)
        #expect(week.day(today + 4)?.extremes.maximum == 29)
        #expect(week.day(today + 4)?.extremes.maximumSpread == nil)
        #expect(week.day(today + 10)?.extremes.minimum == 10)
        #expect(week.day(today + 10)?.extremes.maximum == nil)
    }

    @Test("Days eight to ten have a word for the whole day and none for its halves")
    func undividedDays() throws {
        let week = Week(Readings(midLand: .issue(today, 4...10)), now: now)
        for offset in 4...10 {
            let day = try #require(week.day(today + offset))
            #expect((day.morning == nil) == (offset >= 8))
            #expect((day.afternoon == nil) == (offset >= 8))
            #expect(day.whole?.condition == (offset >= 8 ? .overcast : .downpour))
            #expect(day.whole?.precipitationProbability == (offset >= 8 ? 40 : 60))
        }
    }

    @Test("Temperatures and sky of different issues meet by date, not by their count of days")
    func differentIssues() throws {
        let yesterday = today + -1
        let week = Week(
            Readings(
                midTemperature: .issue(today, 4...10, low: 10, high: 25),
                midLand: .issue(yesterday, 4...10)
            ),
            now: now
        )
        #expect(week.day(today + 3)?.feeds == [.midLand])
        #expect(week.day(today + 4)?.feeds == [.midTemperature, .midLand])
        #expect(week.day(today + 7)?.whole?.condition == .overcast, "the eighth day of yesterday's issue")
        #expect(week.day(today + 10)?.feeds == [.midTemperature])
    }

    @Test("KMA's whole day stands before the hours OpenWeather has of it")
    func partialBeside() throws {
        let cutOff = SlotForecast.steps(from: (today + 4).start, [-30, 50])
        let week = Week(
            Readings(
                midTemperature: .issue(today, 4...10, low: 10, high: 25),
                midLand: .issue(today, 4...10),
                openWeather: cutOff
            ),
            now: now
        )
        let day = try #require(week.day(today + 4))
        #expect(day.extremes.minimum == 10 && day.extremes.maximum == 25)
        #expect(!day.isPartial)
    }

    @Test("A whole half day of OpenWeather stands in for one that KMA leaves out")
    func missingHalf() throws {
        var land = MidLand.issue(today, 4...10)
        land.days[today + 4]?.morning = nil
        let week = Week(Readings(midLand: land, openWeather: openWeather), now: now)
        let day = try #require(week.day(today + 4))
        #expect(day.morning?.condition == .clear)
        #expect(day.feeds.contains(.openWeatherForecast))
    }
}
