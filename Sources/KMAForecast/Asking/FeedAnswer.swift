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

    /// Whether the feed gave something to show.
    public var hasValue: Bool { fetchedAt != nil }
}
