import Feeds
import Forecast

/// The result of asking one feed: a value or none, and the truth about it.
struct FeedAnswer<Value: Sendable>: Sendable {
    /// What the feed said; `nil` where nothing usable is available.
    var value: Value?
    /// The issue it is; `nil` without a value.
    var issue: Date?
    /// Where it came from, and what went wrong.
    var report: FeedReport

    /// The answer as the history of its subject has it.
    var known: SubjectHistory<Value>.Answer? {
        guard let value, let issue, let fetchedAt = report.fetchedAt else { return nil }
        return SubjectHistory<Value>.Answer(value: value, issue: issue, fetchedAt: fetchedAt)
    }
}

/// The truth about one feed in an answer, as `sources[]` tells it.
public struct FeedReport: Sendable, Hashable {
    /// How a feed's part came about.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Fetched for this answer.
        case fresh
        /// Fetched before, and nothing newer can be had.
        case cached
        /// Older than it should be, for want of anything better.
        case stale
        /// Made of two answers, one of which failed.
        case partial
        /// Not asked: there is no key.
        case missingKey = "missing_key"
        /// An optional service that the key has no approval for: no fault.
        case notSubscribed = "not_subscribed"
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
    /// Why it is missing, stale or incomplete.
    public var error: FeedError?
    /// The gateway at which KMA's services are called: each has keys and applications of its own.
    public var gateway = KMAGateway.Kind.dataPortal
    /// The answers it is made of; empty where the store does not tell of newer ones.
    public var answers: [StoredSubject: AnswerVersion] = [:]

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
}

extension FeedReport {
    /// Seconds after which a feed that failed, in whole or in part, may be back.
    static let failurePause = 60.0
    /// Seconds after which a feed that came late is there: the longest of a request.
    static let latePause = 10.0

    /// Two requests told as one feed: the older and the faultier is told of, and where only one gave something, that
    /// the feed is partial.
    func combined(with other: FeedReport, at now: Date) -> FeedReport {
        guard hasValue || other.hasValue else {
            var neither = self
            neither.error = error ?? other.error
            neither.answers.merge(other.answers) { own, _ in own }
            return neither
        }
        guard hasValue, other.hasValue else {
            var one = hasValue ? partial(for: other.error, at: now) : other.partial(for: error, at: now)
            one.answers.merge(hasValue ? other.answers : answers) { own, _ in own }
            return one
        }
        let (better, worse) = isBetter(than: other) ? (self, other) : (other, self)
        var both = worse
        both.error = worse.error ?? better.error
        both.issuedAt = [better.issuedAt, worse.issuedAt].compactMap { $0 }.min()
        both.fetchedAt = [better.fetchedAt, worse.fetchedAt].compactMap { $0 }.min()
        both.nextChange = [better.nextChange, worse.nextChange].compactMap { $0 }.min()
        both.answers.merge(better.answers) { own, _ in own }
        return both
    }

    /// This answer with what an earlier one adds to it; partial where that one failed.
    func supplemented(by earlier: FeedReport, at now: Date) -> FeedReport {
        var whole = earlier.status == .failed ? partial(for: earlier.error, at: now) : self
        whole.answers.merge(earlier.answers) { own, _ in own }
        return whole
    }

    /// Told as no fault where the service is optional and the key has no approval for it. The gateway of 2026 refuses such
    /// a key as one that is not registered.
    var withoutApproval: FeedReport {
        guard feed.service.traits.isOptional, !hasValue, let code = error?.code, code.deniesApproval else {
            return self
        }
        var report = self
        report.status = .notSubscribed
        report.error = FeedError(.notSubscribed, error?.detail)
        return report
    }

    /// Without what another request of the feed should have given; what is stale stays told as stale.
    func partial(for fault: FeedError?, at now: Date) -> FeedReport {
        var partial = self
        if status != .stale { partial.status = .partial }
        partial.error = fault ?? error
        // No longer than a feed that failed.
        let retry = now.addingTimeInterval(FeedReport.failurePause)
        partial.nextChange = min(nextChange ?? retry, retry)
        return partial
    }

    /// Whether its part came about in a better way, or in the same way of a newer issue.
    private func isBetter(than other: FeedReport) -> Bool {
        guard status == other.status, let issuedAt, let otherIssuedAt = other.issuedAt else {
            return status.rank <= other.status.rank
        }
        return issuedAt > otherIssuedAt
    }
}

extension FeedReport.Status {
    /// The worse the higher.
    fileprivate var rank: Int {
        switch self {
        case .fresh, .sample: 0
        case .cached: 1
        case .stale: 2
        case .partial: 3
        case .failed, .missingKey, .notSubscribed: 4
        }
    }
}
