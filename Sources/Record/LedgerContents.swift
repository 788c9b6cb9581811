import Forecast
import KMAForecast

/// Contents of a ledger.
public struct LedgerContents: Sendable, Hashable {
    /// Contents of one feed.
    public struct FeedContents: Sendable, Hashable {
        /// Feed of the issues.
        public var feed: Feed
        /// Number of answers.
        public var issues: Int
        /// First and last time of issue.
        public var issued: ClosedRange<Date>

        /// Creates contents of a feed.
        public init(feed: Feed, issues: Int, issued: ClosedRange<Date>) { (self.feed, self.issues, self.issued) = (feed, issues, issued) }
    }

    /// Contents by feed, without empty ones.
    public var feeds: [FeedContents]
    /// Rows of days and halves.
    public var days: Int
    /// Days of stations.
    public var observations: Int
    /// Answers with rows of an older reader.
    public var unread: Int
    /// Bytes of the file; 0 in memory.
    public var bytes: Int
    /// Time of the last clean verification.
    public var verifiedAt: Date?

    /// Creates contents.
    public init(feeds: [FeedContents], days: Int, observations: Int, unread: Int = 0, bytes: Int, verifiedAt: Date? = nil) {
        (self.feeds, self.days, self.observations, self.unread, self.bytes, self.verifiedAt) = (feeds, days, observations, unread, bytes, verifiedAt)
    }
}

/// Result of a merge.
public struct LedgerMerge: Sendable, Hashable {
    /// New answers.
    public var issues = 0
    /// Rows of their days.
    public var days = 0
    /// New observations.
    public var observations = 0
    /// Refused answers and observations.
    public var refused = 0

    /// Creates an empty result.
    public init() {}
}

/// Reason against a merge.
public enum LedgerMergeFault: Error, Sendable, Hashable {
    case noFile
    case noLedger
    case newerVersion
    case unreadable(reason: String)
    case record(StoreProblem)
}
