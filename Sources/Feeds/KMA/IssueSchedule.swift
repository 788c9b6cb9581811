#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// When a feed of KMA is issued, in Korean time, whatever the time zone of the machine.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue's time until it can be fetched.
    public var delay: Double

    /// A schedule from its interval, its first issue of a day, and its delay, all in seconds.
    public init(interval: Double, offset: Double, delay: Double) {
        self.interval = interval
        self.offset = offset
        self.delay = delay
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
