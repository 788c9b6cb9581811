import Feeds
import Forecast

/// The result of an import.
public struct ImportResult: Sendable {
    /// An issue that the hub did not give.
    public struct MissingIssue: Sendable, Hashable {
        /// The feed.
        public var feed: Feed
        /// Its time.
        public var issuedAt: Date
    }

    /// A day of which the hub and data.go.kr say different things in the same issue.
    public struct Difference: Sendable, Hashable {
        /// The zone and its feed.
        public var subject: LedgerSubject
        /// The time of the issue.
        public var issuedAt: Date
        /// What data.go.kr said.
        public var portal: IssuedDay
        /// What the hub says; `nil` where it leaves the day out.
        public var hub: IssuedDay?
    }

    /// The most differences that are listed; further ones are counted.
    public static let mostDifferences = 20

    /// Issues of zones that were added.
    public var issues = 0
    /// Observed days that were added.
    public var observations = 0
    /// Calls that were made.
    public var calls = 0
    /// Parts of months that were not there already.
    public var partsAsked = 0
    /// Rows that could not be read.
    public var unreadableRows = 0
    /// Issues that did not come.
    public var missing: [MissingIssue] = []
    /// Days of issues that both the hub and data.go.kr have.
    public var compared = 0
    /// How many of them differ.
    public var different = 0
    /// The first of those that differ.
    public var differences: [Difference] = []
    /// What ended the import early; `nil` where it ran to its end.
    public var fault: FeedError?

    /// An empty result.
    public init() {}
}

extension ImportResult {
    /// Compares issues of the hub with what the ledger has of them from data.go.kr. Words are compared by what they mean.
    mutating func compare(_ issues: [LedgerIssue], with known: [LedgerDay]) {
        struct Key: Hashable {
            var subject: LedgerSubject
            var issuedAt: Date
        }
        struct Slot: Hashable {
            var date: KoreanDate
            var part: DayPart
        }
        let portal = Dictionary(grouping: known.filter { $0.origin == .portal }) {
            Key(subject: $0.subject, issuedAt: $0.issuedAt)
        }
        guard !portal.isEmpty else { return }
        for issue in issues {
            guard let rows = portal[Key(subject: issue.subject, issuedAt: issue.issuedAt)] else { continue }
            let ours = Dictionary(
                issue.days.map { (Slot(date: $0.date, part: $0.part), $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for row in rows {
                compared += 1
                let hub = ours[Slot(date: row.day.date, part: row.day.part)]
                if let hub, hub.says(sameAs: row.day) { continue }
                different += 1
                guard differences.count < ImportResult.mostDifferences else { continue }
                differences.append(
                    Difference(subject: issue.subject, issuedAt: issue.issuedAt, portal: row.day, hub: hub)
                )
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

extension FeedError {
    /// Runs a step of the ledger, whose problem is then that of the record.
    static func ofLedger<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ step: () async throws(StoreProblem) -> Result
    ) async throws(FeedError) -> Result {
        do throws(StoreProblem) {
            return try await step()
        } catch {
            throw .unsent(.recordUnreadable, error.detail ?? error.name)
        }
    }
}
