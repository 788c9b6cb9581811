#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// How long an answer of a feed is the newest there is, and how long it may be shown, marked stale, after that.
enum Freshness: Sendable {
    /// Until the next issue; it may be shown as stale for so many seconds after its issue.
    case byIssue(IssueSchedule, reserve: Double)
    /// So many seconds from when it was fetched; the feed has no issues.
    case byAge(Double)

    /// The calls it takes to have the newest answer at every moment of a day.
    var callsADay: Int {
        switch self {
        case .byIssue(let schedule, _): Int(86_400 / schedule.interval)
        case .byAge(let seconds): Int(86_400 / seconds)
        }
    }

    /// Seconds after an empty answer ("not issued yet") before the issue is asked for again.
    var emptyPause: Double {
        switch self {
        case .byIssue(let schedule, _): schedule.retry
        case .byAge: 300
        }
    }

    /// Seconds before an issue that was not to be had, though a newer one is there, is asked for again.
    static let missingPause = 3_600.0

    /// A feed without issues has its answers stored once in three hours, as often as OpenWeather's forecast gains a step.
    private static let stretch = IssueSchedule(interval: 3 * 3_600, offset: 0, delay: 0)

    /// The issues to ask for at a moment, the newest first, and the one before for when that is not there yet; of a
    /// feed without issues the stretches an answer that is still current may have been kept in.
    func issues(at now: Date) -> [Date] {
        switch self {
        case .byIssue(let schedule, _):
            let newest = schedule.newest(at: now)
            return [newest, schedule.previous(to: newest)]
        case .byAge(let seconds):
            let newest = Freshness.stretch.newest(at: now)
            let before = Freshness.stretch.newest(at: now.addingTimeInterval(-seconds))
            return before == newest ? [newest] : [newest, before]
        }
    }

    /// The newest issue that is looked for at a moment; without issues, any.
    func newestIssue(at now: Date) -> Date {
        if case .byIssue(let schedule, _) = self { schedule.newest(at: now) } else { .distantFuture }
    }

    /// Whether nothing newer than an answer can be had.
    ///
    /// An answer from the future means that the clock jumped back: its age cannot be told, so it is not current. One of a
    /// moment ahead is what a machine has fetched whose clock is ahead.
    func isCurrent(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(let schedule, _): issue == schedule.newest(at: now)
        case .byAge(let seconds): Freshness.isAge(now.timeIntervalSince(fetchedAt), below: seconds)
        }
    }

    /// Whether an answer to the issue that is asked for, which another process fetched, does in place of a call. One without
    /// a value does for as long as the issue is not asked for again.
    func isFresh(fetchedAt: Date, hasValue: Bool, now: Date, maximumAge: Double?) -> Bool {
        let age = now.timeIntervalSince(fetchedAt)
        if let maximumAge, !(0..<maximumAge).contains(age) { return false }
        guard hasValue else { return Freshness.isAge(age, below: emptyPause) }
        return switch self {
        case .byIssue: true
        case .byAge(let seconds): Freshness.isAge(age, below: seconds)
        }
    }

    /// Seconds by which the clocks of machines that share a store may differ; those that are kept by NTP differ by less.
    private static let clockDifference = 5.0

    /// Whether an age in seconds is one, and below another.
    static func isAge(_ age: Double, below most: Double) -> Bool { (-clockDifference..<most).contains(age) }

    /// KMA's forecasts may be shown as stale for 48 hours: they are about days.
    static let forecastReserve = 48 * 3_600.0
    /// Observations and the next hours may be shown as stale for 3 hours; OpenWeather's free plan refreshes every 2.
    static let nowReserve = 3 * 3_600.0

    /// Whether an answer may still be shown, marked stale, when nothing better can be had.
    func mayStandIn(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(_, let reserve): now.timeIntervalSince(issue) <= reserve
        case .byAge: now.timeIntervalSince(fetchedAt) <= Freshness.nowReserve
        }
    }

    /// The first moment at which something newer than an answer can be there.
    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        switch self {
        case .byIssue(let schedule, _):
            let next = schedule.nextAvailable(after: issue)
            return next > now ? next : now.addingTimeInterval(emptyPause)
        case .byAge(let seconds):
            let next = fetchedAt.addingTimeInterval(seconds)
            return next > now ? next : now.addingTimeInterval(60)
        }
    }
}

/// A decoded answer in memory, with what is needed to tell its age.
struct CachedValue<Value: Sendable>: Sendable {
    var value: Value
    /// The issue it is; the stretch of three hours it was fetched in where a feed has no issues.
    var issue: Date
    var fetchedAt: Date
    /// When the upstream last said that the next issue is not there yet, where it did.
    var nothingNewerAt: Date?
}

extension CachedValue {
    /// Whether it was stored before the upstream said that there is nothing newer, and not fetched again.
    var wasKept: Bool {
        nothingNewerAt.map { fetchedAt < $0 } ?? false
    }

    /// Whether nothing better can be had at a moment; with a `maximumAge` in seconds, also whether it is younger.
    func isCurrent(_ freshness: Freshness, now: Date, maximumAge: Double?) -> Bool {
        if let maximumAge, !(0..<maximumAge).contains(now.timeIntervalSince(fetchedAt)) { return false }
        if let nothingNewerAt,
            Freshness.isAge(now.timeIntervalSince(nothingNewerAt), below: freshness.emptyPause)
        {
            return true
        }
        return freshness.isCurrent(issue: issue, fetchedAt: fetchedAt, now: now)
    }

    /// When something newer can be there: always after now.
    func nextChange(_ freshness: Freshness, now: Date) -> Date {
        let next = freshness.nextChange(issue: issue, fetchedAt: fetchedAt, now: now)
        // Past where a fetch failed after the upstream had said so: then it is no time to come back at.
        guard let again = nothingNewerAt?.addingTimeInterval(freshness.emptyPause), again > now else {
            return next
        }
        return min(next, again)
    }
}
