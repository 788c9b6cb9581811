#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An instant as a wall clock in Korea shows it.
public struct KoreanTime: Sendable, Hashable {
    /// Seconds Korea is ahead of UTC; no daylight saving since 1988 (IANA tz database, Asia/Seoul).
    public static let offset: Double = 9 * 3_600

    /// The day in Korea.
    public var date: KoreanDate
    /// 0…23.
    public var hour: Int
    /// 0…59.
    public var minute: Int
    /// 0…59.
    public var second: Int

    /// What a clock in Korea shows at an instant; parts of a second are dropped.
    public init(_ instant: Date) {
        date = KoreanDate(of: instant)
        let seconds = Int(instant.timeIntervalSince(date.start), rounding: .down)
        hour = seconds / 3_600
        minute = seconds / 60 % 60
        second = seconds % 60
    }

    /// RFC 3339, `2026-10-04T15:00:00+09:00`.
    public var rfc3339: String {
        "\(date)T\(Padded(hour, 2)):\(Padded(minute, 2)):\(Padded(second, 2))+09:00"
    }

    /// `15:00`.
    public var clock: String {
        "\(Padded(hour, 2)):\(Padded(minute, 2))"
    }

    /// `202610041500`, the way KMA's requests write it.
    public var compact: String {
        let (year, month, day) = date.civil
        return "\(Padded(year, 4))\(Padded(month, 2))\(Padded(day, 2))\(Padded(hour, 2))\(Padded(minute, 2))"
    }

    /// Reads ``compact``; `nil` for anything that is not twelve digits of a real time.
    public static func instant(compact text: String) -> Date? {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 12, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let date = KoreanDate(year: year, month: month, day: day)
        guard date.civil == (year, month, day), number(8..<10) < 24, number(10..<12) < 60 else { return nil }
        return date.at(hour: number(8..<10), minute: number(10..<12))
    }
}

/// A number with leading zeros, where `String(format:)` would pull in all of Foundation.
struct Padded: CustomStringConvertible {
    var number: Int
    var width: Int

    init(_ number: Int, _ width: Int) {
        self.number = number
        self.width = width
    }

    var description: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
