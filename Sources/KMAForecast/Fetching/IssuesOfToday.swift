#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// What the issues before the newest one said of today.
///
/// A forecast begins with the hour after its issue, so the hours before stand in older issues only. Each is that of the
/// newest issue which has it: of the hour that is running, the issue before says more than that of 02:00.
struct IssuesOfToday: Sendable {
    /// Seconds before midnight from which an issue still has hours of the day that no issue of the day has.
    private static let eve = 3 * 3_600.0

    /// The steps of today that only issues before the newest have.
    private(set) var earlier = SlotForecast(slots: [])
    private let date: KoreanDate
    /// The newest issue, and what it says of today.
    private(set) var newestIssue: Date
    var newest: SlotForecast {
        didSet { newest = newest.steps(on: date) }
    }

    /// Begins with the newest issue.
    init(_ forecast: SlotForecast, issue: Date, on date: KoreanDate) {
        self.date = date
        newest = forecast.steps(on: date)
        newestIssue = issue
    }

    /// Whether it is of a day, and of no issue after one; the clock may have jumped back.
    func isUsable(on date: KoreanDate, upTo issue: Date) -> Bool { self.date == date && newestIssue <= issue }

    /// Of the stored issues those that have something of the day and are not known yet: all before the newest at first,
    /// then those between the newest and one that is newer still.
    func unread(of stored: [Date], before issue: Date) -> [Date] {
        let eve = date.start.addingTimeInterval(-IssuesOfToday.eve)
        return stored.filter {
            issue == newestIssue ? $0 >= eve && $0 < issue : $0 > newestIssue && $0 < issue
        }
    }

    /// Adds what older issues say, the newest first.
    mutating func add(older: [SlotForecast]) {
        for forecast in older { earlier = earlier.filled(byEarlier: forecast.steps(on: date)) }
    }

    /// Makes a newer issue the newest; those between, the newest first, have become known.
    mutating func advance(to issue: Date, between: [SlotForecast]) {
        let before = between + [newest, earlier]
        (earlier, newestIssue) = (SlotForecast(slots: []), issue)
        add(older: before)
    }
}

extension FeedRepository where Value == SlotForecast {
    /// The newest answer's forecast with the hours of today that only older ones have.
    func filledToday(_ newest: SlotForecast, _ request: Request) async -> SlotForecast {
        guard let issue = memory[request.subject]?.issue else { return newest }
        let date = KoreanDate(of: now())
        let known = today[request.subject].flatMap { $0.isUsable(on: date, upTo: issue) ? $0 : nil }
        var state = known ?? IssuesOfToday(newest, issue: issue, on: date)
        if known == nil || state.newestIssue < issue {
            var older: [SlotForecast] = []
            for issue in state.unread(of: await answers.issues(of: request), before: issue) {
                if let stored = await answers.value(of: request, issue: issue) { older.append(stored.value) }
            }
            if known == nil { state.add(older: older) } else { state.advance(to: issue, between: older) }
        }
        state.newest = newest
        today[request.subject] = state
        return newest.filled(byEarlier: state.earlier)
    }
}

extension SlotForecast {
    /// The steps of a day, with its low and its high.
    fileprivate func steps(on date: KoreanDate) -> SlotForecast {
        let day = date.start..<(date + 1).start
        return SlotForecast(
            slots: slots.filter { day.contains($0.time) },
            extremes: extremes.filter { $0.key == date }
        )
    }
}
