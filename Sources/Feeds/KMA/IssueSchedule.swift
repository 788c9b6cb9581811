#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// When a feed of KMA is issued, by the clock in Korea, wherever this machine stands.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue's time until it can be asked for.
    public var delay: Double

    /// A schedule from its interval, its first issue of a day, and its delay, all in seconds.
    public init(interval: Double, offset: Double, delay: Double) {
        self.interval = interval
        self.offset = offset
        self.delay = delay
    }

    /// Mid-term: 06:00 and 18:00. When it first answers is not documented, so it is asked for at once and one
    /// step back where it is not there yet.
    public static let midTerm = IssueSchedule(interval: 12 * 3_600, offset: 6 * 3_600, delay: 0)

    /// The newest issue that can be there at a moment.
    public func newest(at now: Date) -> Date {
        let phase = offset - KoreanTime.offset
        let steps = ((now.timeIntervalSince1970 - delay - phase) / interval).rounded(.down)
        return Date(timeIntervalSince1970: phase + steps * interval)
    }

    /// The issue before one.
    public func previous(to issue: Date) -> Date {
        issue.addingTimeInterval(-interval)
    }

    /// When the issue after one can first be asked for.
    public func nextAvailable(after issue: Date) -> Date {
        issue.addingTimeInterval(interval + delay)
    }
}
