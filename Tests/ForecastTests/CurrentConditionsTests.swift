import Foundation
import Testing

@testable import Forecast

@Suite("Current conditions")
struct CurrentConditionsTests {
    private static let noon = today.at(hour: 12)

    private static func observation(
        _ feed: Feed,
        _ condition: Condition?,
        temperature: Double? = 18,
        minutesOld: Double = 0
    ) -> ObservedWeather {
        var observation = ObservedWeather(feed: feed, observedAt: noon.addingTimeInterval(-60 * minutesOld))
        (observation.temperature, observation.condition) = (temperature, condition)
        return observation
    }

    /// OpenWeather's observation: 20°, and a downpour.
    private let openWeather = observation(.openWeatherCurrent, .downpour, temperature: 20)

    /// KMA's steps with a sky each, by seconds from noon.
    private static func skies(_ skies: [(offset: Double, sky: Condition?)], feed: Feed = .nowcast)
        -> SlotForecast
    {
        SlotForecast(
            slots: skies.map { offset, sky in
                var slot = Slot(origin: .of(feed), time: noon.addingTimeInterval(offset), hours: 1)
                (slot.temperature, slot.sky) = (18, sky)
                return slot
            }
        )
    }

    private func week(_ readings: Readings, preferring preference: Preference = .kma) -> Week {
        Week(readings, now: Self.noon, latitude: 37.5665, longitude: 126.9780, preferring: preference)
    }

    @Test("KMA's observation and condition go before OpenWeather's, unless OpenWeather is preferred")
    func preference() {
        let readings = Readings(nowcast: Self.observation(.nowcast, .flurries), current: openWeather)
        #expect(week(readings).current?.temperature == 18)
        #expect(week(readings).themeSelection.theme == .snow)
        #expect(week(readings, preferring: .openWeather).current?.temperature == 20)
        #expect(week(readings, preferring: .openWeather).themeSelection.theme == .rain)
    }

    @Test(
        "An observation counts as now for seventy minutes by its own time, and never from the future",
        arguments: [
            (5.0, true), (65, true), (70, true), (70.1, false), (125, false), (175, false), (1_680, false),
            (18_720, false), (-4, true), (-6, false), (-1_560, false),
        ] as [(Double, Bool)]
    )
    func age(minutes: Double, isNow: Bool) {
        for feed in [Feed.nowcast, .openWeatherCurrent] {
            let old = Self.observation(feed, .flurries, minutesOld: minutes)
            let steps = SlotForecast(
                slots: (0..<3).map { hour in
                    var slot = Slot(
                        origin: .of(.nowcast),
                        time: Self.noon.addingTimeInterval(Double(hour) * 3_600),
                        hours: 1
                    )
                    (slot.temperature, slot.condition, slot.sky) = (9, .overcast, .overcast)
                    return slot
                }
            )
            var readings = Readings(nextHours: steps)
            if feed == .nowcast { readings.nowcast = old } else { readings.current = old }
            let week = week(readings)
            #expect(week.current?.temperature == (isNow ? 18 : nil))
            // That of the hour before is none of the running hour, which has a forecast.
            let isOfNow = isNow && minutes <= 0
            #expect(week.themeSelection.theme == (isOfNow ? .snow : .cloudy))
            #expect(RainPeriod(in: week, at: Self.noon)?.isNow == (isOfNow ? true : nil))
            #expect(week.days[0].morning?.condition == (isNow && minutes > 0 ? .flurries : nil))
            // The running hour is that of an observation made in it.
            #expect(week.hours[0].condition == (isNow && minutes <= 0 ? .flurries : .overcast))
        }
    }

    @Test(
        "An observation of now goes before an older one of the preferred service",
        arguments: Preference.allCases
    )
    func older(preference: Preference) {
        let isKMA = preference == .kma
        let readings = Readings(
            nowcast: Self.observation(.nowcast, .flurries, minutesOld: isKMA ? 71 : 0),
            current: Self.observation(
                .openWeatherCurrent,
                .downpour,
                temperature: 20,
                minutesOld: isKMA ? 0 : 71
            )
        )
        #expect(week(readings, preferring: preference).current?.temperature == (isKMA ? 20 : 18))
        #expect(week(readings, preferring: preference).themeSelection.theme == (isKMA ? .rain : .snow))
    }

    @Test(
        "Without an observed precipitation the sky of the forecast does not decide about it either"
    )
    func unknownFalling() {
        var nowcast = Self.observation(.nowcast, nil)
        nowcast.isFallingUnknown = true
        let readings = Readings(
            nowcast: nowcast,
            nextHours: Self.skies([(0, .clear)]),
            current: openWeather
        )
        #expect(week(readings).themeSelection.theme == .rain)
    }

    @Test(
        "A forecast that nothing falls is none for the hour of an unknown precipitation, one of rain counts",
        arguments: [(Condition.clear, false), (.downpour, true)]
    )
    func unknownHour(forecast: Condition, isKnown: Bool) {
        var nowcast = Self.observation(.nowcast, nil)
        nowcast.isFallingUnknown = true
        var hours = Self.skies([(0, forecast), (3_600, forecast)])
        for index in hours.slots.indices { hours.slots[index].condition = forecast }
        let week = week(Readings(nowcast: nowcast, nextHours: hours))
        #expect(week.hours.map { $0.condition != nil } == [isKnown, true])
        #expect((week.themeSelection.feed != nil) == isKnown)
    }

    @Test(
        "An observation without a temperature comes after one with it, and counts if alone"
    )
    func withoutTemperature() {
        let nowcast = Self.observation(.nowcast, .flurries, temperature: nil)
        let current = week(Readings(nowcast: nowcast, current: openWeather)).current
        #expect(current?.feed == .openWeatherCurrent && current?.temperature == 20)
        #expect(current?.condition == .flurries)
        let alone = week(Readings(nowcast: nowcast)).current
        #expect(alone?.feed == .nowcast && alone?.temperature == nil && alone?.condition == .flurries)
    }

    @Test("A condition that the preferred service does not have comes from the other")
    func otherService() {
        let dry = Self.observation(.openWeatherCurrent, nil, temperature: 20)
        let readings = Readings(nowcast: Self.observation(.nowcast, .flurries), current: dry)
        let week = week(readings, preferring: .openWeather)
        #expect(week.current?.temperature == 20 && week.current?.condition == .flurries)
        #expect(week.themeSelection.feed == .nowcast)
    }

    @Test(
        "A dry observation takes the sky of KMA's nearest step within two hours, before or after",
        arguments: [
            ([(1_800, .overcast), (5_400, .clear)], .overcast),
            ([(-1_800, .overcast), (3_600, .clear)], .overcast),
            ([(-5_400, .clear), (-1_800, .overcast)], .overcast), ([(7_200, .overcast)], .overcast),
            ([(-7_200, .overcast)], .overcast), ([(7_201, .overcast)], nil), ([(-7_201, .overcast)], nil),
            ([(600, nil), (3_600, .overcast)], .overcast), ([(600, nil)], nil),
        ] as [([(Double, Condition?)], Condition?)]
    )
    func nearestSky(steps: [(Double, Condition?)], sky: Condition?) {
        let nowcast = Self.observation(.nowcast, nil)
        for preference in Preference.allCases {
            let readings = Readings(nowcast: nowcast, nextHours: Self.skies(steps))
            #expect(week(readings, preferring: preference).current?.condition == sky)
        }
        // Where KMA has no sky near enough, OpenWeather's condition is taken.
        let both = week(Readings(nowcast: nowcast, nextHours: Self.skies(steps), current: openWeather))
        #expect(both.current?.condition == sky ?? .downpour)
        #expect(both.themeSelection.feed == (sky == nil ? .openWeatherCurrent : .nowcast))
    }

    @Test("Precipitation goes before the sky")
    func fallingBeforeSky() {
        let readings = Readings(
            nowcast: Self.observation(.nowcast, .drizzle),
            nextHours: Self.skies([(0, .clear)])
        )
        #expect(week(readings).current?.condition == .drizzle)
    }

    @Test("The sky is also the short-term forecast's, and the next hours' where both are as near")
    func skyFeeds() {
        let nowcast = Self.observation(.nowcast, nil)
        let short = Self.skies([(0, .clear)], feed: .shortTerm)
        #expect(week(Readings(shortTerm: short, nowcast: nowcast)).themeSelection.feed == .shortTerm)
        let next = Self.skies([(0, .overcast)])
        let both = week(Readings(shortTerm: short, nowcast: nowcast, nextHours: next))
        #expect(both.current?.condition == .overcast && both.themeSelection.feed == .nowcast)
    }

    @Test("Without KMA's observation its forecast sky is not the weather now")
    func withoutNowcast() {
        let readings = Readings(nextHours: Self.skies([(0, .clear)]), current: openWeather)
        #expect(week(readings).current?.condition == .downpour)
    }

    @Test("Sunrise and sunset that no feed gives are computed for the place")
    func sun() throws {
        let readings = Readings(nowcast: Self.observation(.nowcast, .drizzle))
        let current = try #require(week(readings).current)
        let sun = try #require(Sun(on: today, latitude: 37.5665, longitude: 126.9780))
        #expect(current.sunrise == sun.rise)
        #expect(current.sunset == sun.set)
    }

    @Test("An unknown week has the background of a cloudy day, and of no feed")
    func unknown() {
        let unknown = Week.unknown.themeSelection
        #expect(unknown.theme == .cloudy && !unknown.isNight && unknown.feed == nil)
        #expect(unknown.label == .notKnown)
    }

    @Test("Sunrise and sunset that the feed gives are taken, and none of yesterday")
    func givenSun() {
        var observation = openWeather
        (observation.sunrise, observation.sunset) = (today.at(hour: 6), today.at(hour: 18))
        let current = week(Readings(current: observation)).current
        #expect(current?.sunrise == today.at(hour: 6) && current?.sunset == today.at(hour: 18))
        observation.sunrise = (today + -1).at(hour: 6)
        let sun = Sun(on: today, latitude: 37.5665, longitude: 126.9780)
        #expect(week(Readings(current: observation)).current?.sunrise == sun?.rise)
    }
}
