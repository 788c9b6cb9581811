import Foundation
import Testing

@testable import Forecast

@Suite("The background theme")
struct ThemeSelectionTests {
    private let noon = today.at(hour: 12)

    private func observation(_ condition: Condition?) -> ObservedWeather {
        var observation = ObservedWeather(feed: .openWeatherCurrent, observedAt: noon)
        observation.temperature = 12
        observation.condition = condition
        return observation
    }

    private func snow(from start: Date) -> SlotForecast {
        .steps(from: start, [0, 0]) { $1.condition = .flurries }
    }

    @Test("The theme follows what is observed before what is forecast for the hour")
    func observed() {
        let readings = Readings(current: observation(.drizzle), openWeather: snow(from: noon))
        let themeSelection = Week(readings, now: noon).themeSelection
        #expect(themeSelection.theme == .rain)
        #expect(themeSelection.label == Condition.drizzle.text)
        #expect(themeSelection.feed == .openWeatherCurrent)
    }

    @Test(
        "Without an observation the theme follows the first step that begins within three hours",
        arguments: [(0, 0, true), (2, 59, true), (3, 0, false), (9, 0, false)]
    )
    func forecast(hours: Int, minutes: Int, isNear: Bool) {
        let start = today.at(hour: 12 + hours, minute: minutes)
        let themeSelection = Week(Readings(openWeather: snow(from: start)), now: noon).themeSelection
        #expect(themeSelection.theme == (isNear ? .snow : .cloudy))
        #expect(themeSelection.feed == (isNear ? .openWeatherForecast : nil))
    }

    @Test("The theme follows the forecast where the observation has no condition")
    func withoutCondition() {
        let readings = Readings(current: observation(nil), openWeather: snow(from: noon))
        #expect(Week(readings, now: noon).themeSelection.feed == .openWeatherForecast)
    }

    @Test("Where no feed has the weather now the theme is cloudy, of no feed, and labelled unknown")
    func unknown() {
        let themeSelection = Week(Readings(midLand: .issue(today, 4...10)), now: noon).themeSelection
        #expect(themeSelection.theme == .cloudy)
        #expect(themeSelection.feed == nil)
        #expect(themeSelection.label == LocalizedText("알 수 없음", "Unknown"))
    }

    @Test("The sun decides whether it is night", arguments: [(6, true), (7, false), (18, false), (19, true)])
    func night(hour: Int, isNight: Bool) {
        var readings = Readings(current: observation(.clear))
        readings.current?.observedAt = today.at(hour: hour)
        let themeSelection = Week(readings, now: today.at(hour: hour)).themeSelection
        #expect(themeSelection.isNight == isNight)
        #expect(themeSelection.palette == Theme.clear.palette(night: isNight))
    }

    @Test("The background of a day is its condition by daylight, with the feed it came from")
    func day() throws {
        let week = Week(Readings(midLand: .issue(today, 4...10)), now: today.at(hour: 23))
        let themeSelection = ThemeSelection(of: try #require(week.day(today + 4)))
        #expect(themeSelection.theme == .rain)
        #expect(!themeSelection.isNight)
        #expect(themeSelection.feed == .midLand)
        #expect(ThemeSelection(of: Day(date: today)).feed == nil)
    }

    @Test("The feed of a day's theme is the one of its sky, and none where the sky has no condition")
    func feedOfDay() {
        let temperatures = MidTemperature.issue(today, 4...4, low: 10, high: 20)
        func feed(_ sky: DaySky) -> Feed? {
            let land = MidLand(origin: .of(.midLand), days: [today + 4: sky])
            let week = Week(Readings(midTemperature: temperatures, midLand: land), now: today.start)
            return week.day(today + 4).flatMap { ThemeSelection(of: $0).feed }
        }
        let chance = Probability(percent: 40)
        #expect(
            feed(DaySky(whole: HalfDay(condition: .fog, precipitationProbability: chance))) == .midLand
        )
        #expect(feed(DaySky(whole: HalfDay(condition: nil, precipitationProbability: chance))) == nil)
    }
}
