#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An instant in seconds since 1970. One past the year 9999 is no time, and would not fit the calendar.
struct UnixTime: Decodable {
    var instant: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard (0..<253_402_300_800).contains(seconds) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time")
        }
        instant = Date(timeIntervalSince1970: seconds)
    }
}
