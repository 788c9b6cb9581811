import Foundation
import Testing

@testable import Forecast

@Suite("The background")
struct ThemeSelectionTests {
    private let noon = today.at(hour: 12)

    private func observation(_ condition: Condition?, isNight: Bool? = nil) -> Observation {
        var observation = Observation(feed: .openWeatherCurrent, observedAt: noon)
        observation.temperature = 12
        observation.condition = condition
        observation.isNight = isNight
        return observation
    }

    private func snow(from start: Date) -> SlotForecast {
        .steps(from: start, [0, 0]) { $1.condition = .flurries }
    }

    @Test("It is what is observed, before what was forecast for the hour")
    func observed() {
        let readings = Readings(current: observation(.drizzle), openWeather: snow(from: noon))
        let themeSelection = Week(readings, now: noon).themeSelection
        #expect(themeSelection.theme == .rain)
        #expect(themeSelection.label == Condition.drizzle.text)
        #expect(themeSelection.feed == .openWeatherCurrent)
    }

    @Test(
        "Without an observation it is the first step of the forecast that begins within three hours",
        arguments: [(0, 0, true), (2, 59, true), (3, 0, false), (9, 0, false)]
    )
    func forecast(hours: Int, minutes: Int, isNear: Bool) {
        let start = today.at(hour: 12 + hours, minute: minutes)
        let themeSelection = Week(Readings(openWeather: snow(from: start)), now: noon).themeSelection
        #expect(themeSelection.theme == (isNear ? .snow : .cloudy))
        #expect(themeSelection.feed == (isNear ? .openWeatherForecast : nil))
    }

    @Test("An observation without a condition leaves it to the forecast")
    func withoutCondition() {
        let readings = Readings(current: observation(nil), openWeather: snow(from: noon))
        #expect(Week(readings, now: noon).themeSelection.feed == .openWeatherForecast)
    }

    @Test("Where nobody says anything of now it is cloudy, of no feed, and says so")
    func unknown() {
        let themeSelection = Week(Readings(midLand: .issue(today, 4...10)), now: noon).themeSelection
        #expect(themeSelection.theme == .cloudy)
        #expect(themeSelection.feed == nil)
        #expect(themeSelection.label == LocalizedText("알 수 없음", "Unknown"))
    }

    @Test(
        "Night is what the observation says, and where it does not, what the sun does",
        arguments: [(12, nil, false), (12, true, true), (22, nil, true), (22, false, false)]
            as [(Int, Bool?, Bool)]
    )
    func night(hour: Int, sourced: Bool?, isNight: Bool) {
        let readings = Readings(current: observation(.clear, isNight: sourced))
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
}
