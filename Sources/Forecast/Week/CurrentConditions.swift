#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the weather is at this moment: who observed it, and what the sky and whatever falls from it are called.
struct CurrentConditions {
    /// What was observed; `nil` where nobody did.
    var observation: Observation?
    /// What the weather is; `nil` where nobody says.
    var condition: Condition?
    /// The feed the condition came from.
    var feed: Feed?

    /// A step that is further off says nothing of now: half of OpenWeather's three hours and a little more.
    private static let reach = 2 * 3_600.0

    /// KMA observes what falls and no sky, so the nearest step of its forecast tells that.
    init(_ readings: Readings, hours: [Slot], now: Date, isKMAFirst: Bool) {
        let candidates =
            isKMAFirst ? [readings.nowcast, readings.current] : [readings.current, readings.nowcast]
        observation = candidates.compactMap { $0 }.first { $0.temperature != nil }

        let steps = [readings.nextHours, readings.shortTerm].compactMap { $0 }.flatMap(\.slots)
        let nearest = steps.filter {
            abs($0.time.timeIntervalSince(now)) <= CurrentConditions.reach && $0.sky != nil
        }
        .min { abs($0.time.timeIntervalSince(now)) < abs($1.time.timeIntervalSince(now)) }
        let kma: (Condition?, Feed?)? = readings.nowcast.map { nowcast in
            nowcast.condition.map { ($0, nowcast.feed) } ?? (nearest?.sky, nearest?.feed)
        }
        let openWeather: (Condition?, Feed?)? = readings.current.map { ($0.condition, $0.feed) }
        let next = hours.first.flatMap { $0.time < now.addingTimeInterval(3 * 3_600) ? $0 : nil }
        let told = (isKMAFirst ? [kma, openWeather] : [openWeather, kma]).compactMap { $0 }.first {
            $0.0 != nil
        }
        (condition, feed) = told ?? (next?.condition, next?.feed)
    }
}
