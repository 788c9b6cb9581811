#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

extension Date {
    /// Reads a `Date` header, `Sun, 04 Oct 2026 06:00:00 GMT` (RFC 9110, 5.6.7); `nil` for any other form.
    public init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            (1...9_999).contains(year), let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (1...31).contains(day), (0...23).contains(clock[0]),
            (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let midnight = KoreanDate(year: year, month: month + 1, day: day).start
        let seconds = clock[0] * 3_600 + clock[1] * 60 + clock[2]
        self = midnight.addingTimeInterval(KoreanTime.offset + Double(seconds))
    }
}
