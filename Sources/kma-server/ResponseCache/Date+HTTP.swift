#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

extension Date {
    /// The instant as headers write it: `Sun, 04 Oct 2026 06:00:00 GMT` (RFC 9110, 5.6.7).
    var httpDate: String {
        // A clock in Korea, set back by its nine hours, shows Greenwich.
        let time = KoreanTime(addingTimeInterval(-KoreanTime.offset))
        let (year, month, day) = time.date.civil
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time.hour, time.minute, time.second].map(padded).joined(separator: ":")
        return "\(time.date.weekdayName.english), \(padded(day)) \(months[month - 1]) \(year) \(clock) GMT"
    }
}
