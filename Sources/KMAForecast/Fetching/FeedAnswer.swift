#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// What came of asking one feed: a value or none, and the truth about it.
public struct FeedAnswer<Value: Sendable>: Sendable {
    /// What the feed said; `nil` where nothing usable is to be had.
    public var value: Value?
    /// Where it came from, and what went wrong.
    public var report: SourceReport
}

extension FeedAnswer {
    /// Two answers of one feed told as one: what either gives is given, and the older and the faultier is told of.
    func and<Other>(_ other: FeedAnswer<Other>) -> FeedAnswer<(Value?, Other?)> {
        FeedAnswer<(Value?, Other?)>(
            value: value == nil && other.value == nil ? nil : (value, other.value),
            report: report.and(other.report)
        )
    }
}

/// The truth about one feed in an answer, as `sources[]` tells it.
public struct SourceReport: Sendable, Hashable {
    /// How a feed's part came about.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Fetched for this answer.
        case fresh
        /// Fetched before, and nothing newer can be had.
        case cached
        /// Older than it should be, for want of anything better.
        case stale
        /// Not asked: there is no key.
        case missingKey = "missing_key"
        /// Asked, and nothing to show for it.
        case failed
        /// Made up by the built-in sample feeds.
        case sample
    }

    /// The feed.
    public var feed: Feed
    /// How its part came about.
    public var status: Status
    /// Time of the issue, or of the observation; `nil` where the feed tells none.
    public var issuedAt: Date?
    /// When it was fetched; `nil` where nothing was.
    public var fetchedAt: Date?
    /// When something newer can be there; `nil` where nothing was fetched.
    public var nextChange: Date?
    /// Why it is missing or stale.
    public var error: FeedError?

    /// What is told of a feed, from its parts.
    public init(
        feed: Feed,
        status: Status,
        issuedAt: Date? = nil,
        fetchedAt: Date? = nil,
        nextChange: Date? = nil,
        error: FeedError? = nil
    ) {
        self.feed = feed
        self.status = status
        self.issuedAt = issuedAt
        self.fetchedAt = fetchedAt
        self.nextChange = nextChange
        self.error = error
    }

    /// Whether the feed gave something to show.
    public var hasValue: Bool { fetchedAt != nil }

    fileprivate func and(_ other: SourceReport) -> SourceReport {
        guard hasValue, other.hasValue else {
            var both = hasValue ? self : other
            both.error = error ?? other.error
            return both
        }
        let (better, worse) = isBetter(than: other) ? (self, other) : (other, self)
        var both = worse
        both.error = worse.error ?? better.error
        both.nextChange = [better.nextChange, worse.nextChange].compactMap { $0 }.min()
        return both
    }

    /// Whether its part came about in a better way, or in the same way of a newer issue.
    private func isBetter(than other: SourceReport) -> Bool {
        guard status == other.status, let issuedAt, let otherIssuedAt = other.issuedAt else {
            return status.rank <= other.status.rank
        }
        return issuedAt > otherIssuedAt
    }
}

extension SourceReport.Status {
    /// The worse the higher.
    fileprivate var rank: Int {
        switch self {
        case .fresh, .sample: 0
        case .cached: 1
        case .stale: 2
        case .failed, .missingKey: 3
        }
    }
}
