#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// How long an answer of a feed is the newest there is, and how long it may stand in after that.
enum Freshness: Sendable {
    /// Until the next issue.
    case byIssue(IssueSchedule)
    /// So many seconds from when it was fetched; the feed has no issues.
    case byAge(Double)

    /// Seconds after an empty answer ("not issued yet") before the issue is asked for again.
    static let emptyPause = 300.0

    /// What has no issue of its own is kept once in three hours, as often as OpenWeather's forecast gains a step.
    private static let stretch = IssueSchedule(interval: 3 * 3_600, offset: 0, delay: 0)

    /// The issues to ask for at a moment, the newest first, and the one before for when that is not there yet.
    func issues(at now: Date) -> [Date] {
        switch self {
        case .byIssue(let schedule):
            let newest = schedule.newest(at: now)
            return [newest, schedule.previous(to: newest)]
        case .byAge:
            return [Freshness.stretch.newest(at: now)]
        }
    }

    /// Whether nothing newer than an answer can be had.
    ///
    /// An answer from the future is a clock that jumped back: how old it is cannot be told, so it is not current.
    func isCurrent(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(let schedule): issue == schedule.newest(at: now)
        case .byAge(let seconds): (0..<seconds).contains(now.timeIntervalSince(fetchedAt))
        }
    }

    /// Whether an answer may still be shown, marked stale, when nothing better can be had: KMA's issues for 48
    /// hours, OpenWeather's answers for 3 (its free plan refreshes every 2).
    func mayStandIn(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue: now.timeIntervalSince(issue) <= 48 * 3_600
        case .byAge: now.timeIntervalSince(fetchedAt) <= 3 * 3_600
        }
    }

    /// The first moment at which something newer than an answer can be there.
    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        switch self {
        case .byIssue(let schedule):
            let next = schedule.nextAvailable(after: issue)
            return next > now ? next : now.addingTimeInterval(Freshness.emptyPause)
        case .byAge(let seconds):
            let next = fetchedAt.addingTimeInterval(seconds)
            return next > now ? next : now.addingTimeInterval(60)
        }
    }
}
