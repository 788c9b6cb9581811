import Feeds
import Forecast
import KMAForecast

/// Result of an import.
public struct ImportResult: Sendable {
    /// Issue that the hub did not give.
    public struct MissingIssue: Sendable, Hashable {
        /// Feed of the issue.
        public var feed: Feed
        /// Time of issue.
        public var issuedAt: Date
    }

    /// Day with other values in the record than at the hub in one issue.
    public struct Difference: Sendable, Hashable {
        /// Zone and feed.
        public var subject: LedgerSubject
        /// Time of issue.
        public var issuedAt: Date
        /// Values of the record.
        public var kept: IssuedDay
        /// Origin of the record's values.
        public var origin: LedgerOrigin
        /// Values of the hub; `nil` if absent.
        public var hub: IssuedDay?
    }

    /// Listed differences at most; others are counted.
    public static let mostDifferences = 20

    /// Added issues of zones.
    public var issues = 0
    /// Added days of observations.
    public var observations = 0
    /// Calls made.
    public var calls = 0
    /// Parts of months that took a call.
    public var partsAsked = 0
    /// Unreadable rows.
    public var unreadableRows = 0
    /// Missing issues.
    public var missing: [MissingIssue] = []
    /// Days of the record that were compared with the hub's.
    public var compared = 0
    /// Days that differ.
    public var different = 0
    /// First days that differ.
    public var differences: [Difference] = []
    /// Fault that ended the import early.
    public var fault: FeedError?

    /// Creates an empty result.
    public init() {}
}

extension ImportResult {
    mutating func compare(_ issues: [LedgerIssue], with kept: [LedgerDay]) {
        struct Key: Hashable {
            var subject: LedgerSubject
            var issuedAt: Date
        }
        struct Slot: Hashable {
            var date: KoreanDate
            var part: DayPart
        }
        let kept = Dictionary(grouping: kept) { Key(subject: $0.subject, issuedAt: $0.issuedAt) }
        guard !kept.isEmpty else { return }
        for issue in issues {
            guard let rows = kept[Key(subject: issue.subject, issuedAt: issue.issuedAt)] else { continue }
            let ours = Dictionary(issue.days.map { (Slot(date: $0.date, part: $0.part), $0) }, uniquingKeysWith: { first, _ in first })
            for row in rows {
                compared += 1
                let hub = ours[Slot(date: row.day.date, part: row.day.part)]
                if let hub, hub.says(sameAs: row.day) { continue }
                different += 1
                guard differences.count < ImportResult.mostDifferences else { continue }
                differences.append(Difference(subject: issue.subject, issuedAt: issue.issuedAt, kept: row.day, origin: row.origin, hub: hub))
            }
        }
    }
}

extension IssuedDay {
    fileprivate func says(sameAs other: IssuedDay) -> Bool {
        extremes == other.extremes && sky?.condition?.kind == other.sky?.condition?.kind
            && sky?.precipitationProbability == other.sky?.precipitationProbability
    }
}
