import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// What a week can be that is made of what the upstream said, in the issues that an answer names.
struct WeekCheck {
    let truth: Truth
    let place: Place
    let now: Date
    let preference: Preference
    /// What the answer says of its sources; `nil` where it says nothing, and any of the feeds may have any say.
    let sources: [SourceReport]?
    /// The feeds that were asked.
    let feeds: [Feed]
    /// Seconds that an answer may have been under way from the upstream, in which the clock went on.
    var haste = 0.0

    /// The first week that fits, by some choice of what is left unsaid. That is: which of the issues that may still
    /// stand in each half of the nowcast is, and whether an earlier issue filled in hours that are over.
    func week(where fits: (Week) -> Bool) -> Week? {
        var readings = Readings()
        for midTemperature in midTemperatures {
            readings.midTemperature = midTemperature
            for midLand in midLands {
                readings.midLand = midLand
                for current in currents {
                    readings.current = current
                    if let week = week(readings, where: fits) { return week }
                }
            }
        }
        return nil
    }

    private func week(_ known: Readings, where fits: (Week) -> Bool) -> Week? {
        var readings = known
        for shortTerm in shortTerms {
            readings.shortTerm = shortTerm
            for openWeather in openWeathers {
                readings.openWeather = openWeather
                for nowcast in nowcasts {
                    readings.nowcast = nowcast
                    for nextHours in nextHours {
                        readings.nextHours = nextHours
                        let week = Week(
                            readings,
                            now: now,
                            latitude: place.latitude,
                            longitude: place.longitude,
                            preferring: preference
                        )
                        if fits(week) { return week }
                    }
                }
            }
        }
        return nil
    }
}
