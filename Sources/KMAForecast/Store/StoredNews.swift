/// Word of an answer that one of those who share a store has put there.
public struct StoredNews: Sendable, Hashable {
    /// What the answer is about.
    public var subject: StoredSubject
    /// Its issue.
    public var issue: Date
    /// When it was fetched.
    public var fetchedAt: Date

    /// News from its parts.
    public init(subject: StoredSubject, issue: Date, fetchedAt: Date) {
        self.subject = subject
        self.issue = issue
        self.fetchedAt = fetchedAt
    }
}

/// Which answer about a subject something was made of, to tell whether one that is stored later says more.
public struct AnswerVersion: Sendable, Hashable {
    /// The issue; the distant past where none was available.
    public var issue: Date
    /// The newest issue that was looked for. A later one is looked for when it is due.
    public var newestIssue: Date
    /// When the upstream was last asked.
    public var askedAt: Date

    /// A version from its parts.
    public init(issue: Date, newestIssue: Date, askedAt: Date) {
        self.issue = issue
        self.newestIssue = newestIssue
        self.askedAt = askedAt
    }

    /// Whether an answer that is stored says more.
    public func isOlder(than news: StoredNews) -> Bool {
        issue <= news.issue && news.issue <= newestIssue && askedAt < news.fetchedAt
    }
}
