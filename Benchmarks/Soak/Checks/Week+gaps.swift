import CommandLineSupport
import Forecast

extension Week {
    /// Where a day is left out, or an hour told twice.
    func gaps(preferring preference: Preference) -> [String] {
        var gaps: [String] = []
        for (day, next) in zip(days, days.dropFirst()) where next.date != day.date + 1 {
            gaps.append("a gap after \(day.date)")
        }
        for (slot, next) in zip(hours, hours.dropFirst()) {
            // Where the preferred service begins in the middle of the other's step, both stand.
            let isPreferred = (next.feed.source == .openWeather) == (preference == .openWeather)
            let mayBeInside = next.feed.source != slot.feed.source && isPreferred
            let end = slot.time.addingTimeInterval(mayBeInside ? 1 : Double(slot.hours) * 3_600)
            if next.time < end { gaps.append("an hour twice: \(KoreanTime(next.time).rfc3339)") }
        }
        return gaps
    }
}
