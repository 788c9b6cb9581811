import Foundation
import Testing

@testable import Forecast

@Suite("A week from KMA and OpenWeather")
struct WeekMergeTests {
    private let now = today.at(hour: 15)

    /// OpenWeather from today to the fifth day after, all of them whole.
    private let openWeather = SlotForecast.days(
        from: today,
        Array(repeating: (low: 9, high: 29), count: 6)
    )

    @Test("KMA's whole day goes before OpenWeather's whole day")
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

    @Test("Temperatures without a land forecast come with OpenWeather's sky")
    func noLand() throws {
        let week = Week(
            Readings(midTemperature: .issue(today, 4...10, low: 10, high: 25), openWeather: openWeather),
            now: now
        )
        let day = try #require(week.day(today + 4))
        #expect(day.extremes.minimum == 10)
        #expect(day.whole?.condition == .clear)
        #expect(day.whole?.precipitationProbability?.percent == 0)
        #expect(day.feeds == [.midTemperature, .openWeatherForecast])
        #expect(day.source == .midTerm)
        #expect(day.skyFeed == .openWeatherForecast)
        #expect(!day.isPartial)
        let last = try #require(week.day(today + 10))
        #expect(last.extremes.minimum == 10)
        #expect(last.whole == nil)
    }

    @Test("A land forecast without temperatures comes with OpenWeather's low and high")
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

    @Test(
        "A number that KMA leaves out comes from OpenWeather where it has the day, and is nil where not"
    )
    func missingNumber() throws {
        var temperatures = MidTemperature.issue(today, 4...10, low: 10, high: 25)
        let spread = Spread(low: 1, high: 2)
        temperatures.days[today + 4] = Extremes(minimum: 10, minimumSpread: spread)
        temperatures.days[today + 10] = Extremes(minimum: 10, minimumSpread: spread)
        let week = Week(Readings(midTemperature: temperatures, openWeather: openWeather), now: now)
        #expect(week.day(today + 4)?.extremes.minimum == 10)
        #expect(week.day(today + 4)?.extremes.maximum == 29)
        #expect(week.day(today + 4)?.extremes.maximumSpread == nil)
        #expect(week.day(today + 10)?.extremes.minimum == 10)
        #expect(week.day(today + 10)?.extremes.maximum == nil)
    }

    @Test("Days eight to ten have a sky for the whole day and none for its halves")
    func undividedDays() throws {
        let week = Week(Readings(midLand: .issue(today, 4...10)), now: now)
        for offset in 4...10 {
            let day = try #require(week.day(today + offset))
            #expect((day.morning == nil) == (offset >= 8))
            #expect((day.afternoon == nil) == (offset >= 8))
            #expect(day.whole?.condition == (offset >= 8 ? .overcast : .downpour))
            #expect(day.whole?.precipitationProbability?.percent == (offset >= 8 ? 40 : 60))
        }
    }

    @Test("Temperatures and sky of different issues are joined by date, not by their count of days")
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
        #expect(
            week.day(today + 7)?.whole?.condition == .overcast,
            "the eighth day of yesterday's issue"
        )
        #expect(week.day(today + 10)?.feeds == [.midTemperature])
    }

    @Test("KMA's whole day goes before the hours OpenWeather has of it")
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

    @Test("A half day that KMA leaves out comes from OpenWeather")
    func missingHalf() throws {
        var land = MidLand.issue(today, 4...10)
        land.days[today + 4]?.morning = nil
        let week = Week(Readings(midLand: land, openWeather: openWeather), now: now)
        let day = try #require(week.day(today + 4))
        #expect(day.morning?.condition == .clear)
        #expect(day.feeds.contains(.openWeatherForecast))
    }

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

    @Test("A whole day of the short-term forecast goes before the same day of the others")
    func order() {
        let openWeather = SlotForecast.days(from: today, [(low: 9, high: 29)])
        let readings = Readings(
            midTemperature: .issue(today + -4, 4...10, low: 10, high: 25),
            shortTerm: shortTerm,
            openWeather: openWeather
        )
        #expect(week(readings).day(today)?.extremes == Extremes(minimum: 15, maximum: 15))
        #expect(
            week(readings, preferring: .openWeather).day(today)?.extremes
                == Extremes(minimum: 9, maximum: 29)
        )
    }
}
