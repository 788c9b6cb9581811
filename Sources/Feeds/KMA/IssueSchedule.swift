#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// When a feed is issued, in Korean time, whatever the time zone of the machine.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue's time until it can be fetched.
    public var delay: Double
    /// Seconds after which an issue that was not there yet is asked for again.
    public var retry: Double

    /// A schedule from its interval, its first issue of a day, its delay, and the pause before it is asked for again, all
    /// in seconds.
    public init(interval: Double, offset: Double, delay: Double, retry: Double = 300) {
        self.interval = interval
        self.offset = offset
        self.delay = delay
        self.retry = retry
    }

    /// The newest issue that can be available at an instant.
    public func newest(at now: Date) -> Date {
        let phase = offset - KoreanTime.offset
        let steps = ((now.timeIntervalSince1970 - delay - phase) / interval).rounded(.down)
        return Date(timeIntervalSince1970: phase + steps * interval)
    }

    /// The issue before one.
    public func previous(to issue: Date) -> Date {
        issue.addingTimeInterval(-interval)
    }

    /// When the issue after one can first be fetched.
    public func nextAvailable(after issue: Date) -> Date {
        issue.addingTimeInterval(interval + delay)
    }
}
