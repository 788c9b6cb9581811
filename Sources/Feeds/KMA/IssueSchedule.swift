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

    /// Short-term: 02:00 and every three hours after, ten minutes later by the guide.
    public static let shortTerm = IssueSchedule(interval: 3 * 3_600, offset: 2 * 3_600, delay: 600)

    /// Observations: every full hour, ten minutes later by the guide of 2024-11-28.
    public static let observation = IssueSchedule(interval: 3_600, offset: 0, delay: 600)

    /// The next six hours: every half past, fifteen minutes later by the guide.
    public static let nextHours = IssueSchedule(interval: 3_600, offset: 1_800, delay: 900)

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
