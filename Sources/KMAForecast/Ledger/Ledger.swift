import Forecast

/// Record of all KMA's issues as they came, and of observations; it only grows, so ledgers merge by union. Throws if unreadable, fails no forecast.
public protocol Ledger: Sendable {
    /// Adds missing values in one step; `position` is that of a cache read with them.
    func add(_ issues: [LedgerIssue], _ observations: [ObservedDay], through position: CachePosition?) async throws(StoreProblem)

    /// Makes rows of an older reader again, at most so many answers; true once all are done.
    func remakeDays(atMost answers: Int) async throws(StoreProblem) -> Bool

    /// Number of the last answer of a cache in the ledger; 0 before the first.
    func position(in cache: String) async throws(StoreProblem) -> Int

    /// Reads the issues of days, in order, all or those issued in a range.
    func days(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>, issued: Range<Date>?) async throws(StoreProblem) -> [LedgerDay]

    /// Reads the figures of days, in the order of issue.
    func figures(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [IssuedFigures]

    /// Number that changes with each addition.
    func state() async -> Int?

    /// Time of the first issue.
    func firstIssue() async throws(StoreProblem) -> Date?

    /// Reads the observations of a station, the last correction of each day.
    func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [ObservedDay]
}

/// Position in the order of a cache's answers.
public struct CachePosition: Sendable, Hashable {
    /// Name of the cache.
    public var cache: String
    /// Number of the answer.
    public var number: Int

    /// Creates a position.
    public init(cache: String, number: Int) { (self.cache, self.number) = (cache, number) }
}

extension Ledger {
    /// Adds missing values without a cache.
    public func add(_ issues: [LedgerIssue], _ observations: [ObservedDay]) async throws(StoreProblem) {
        try await add(issues, observations, through: nil)
    }

    /// Returns true: memory has no rows of an older reader.
    public func remakeDays(atMost answers: Int) async throws(StoreProblem) -> Bool { true }

    /// Returns 0: all answers come again, and none is added twice.
    public func position(in cache: String) async throws(StoreProblem) -> Int { 0 }

    /// Returns `nil`, so that nothing is kept.
    public func state() async -> Int? { nil }

    /// Returns `nil`, so that a year of observations is enough.
    public func firstIssue() async throws(StoreProblem) -> Date? { nil }

    /// Reads the figures from rows of days.
    public func figures(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [IssuedFigures] {
        try await days(of: subjects, on: dates, issued: nil).map(IssuedFigures.init)
    }

    /// Reads the issues of days, whenever issued.
    public func days(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [LedgerDay] {
        try await days(of: subjects, on: dates, issued: nil)
    }
}

/// Subject of issues: a zone or cell of one feed by KMA's name, common to all places.
public struct LedgerSubject: Sendable, Hashable {
    /// Feed of the issues.
    public var feed: Feed
    /// Code of a zone or office, such as `11B10101`, or a cell, `60,127`; empty for the country.
    public var name: String

    /// Creates a subject.
    public init(feed: Feed, name: String) { (self.feed, self.name) = (feed, name) }
}

/// Origin of an issue.
public enum LedgerOrigin: Int, Sendable, Hashable, CaseIterable {
    case portal
    case hub
    case file

    /// `portal`, `hub` or `file`.
    public var name: String { "\(self)" }
}

/// Issue about one subject: the answer as it came, without the key, and its days.
public struct LedgerIssue: Sendable, Hashable {
    /// Subject of the issue.
    public var subject: LedgerSubject
    /// Time of issue; of warnings the start of the day of the fetch.
    public var issuedAt: Date
    /// Time of the fetch.
    public var fetchedAt: Date
    /// Origin of the answer.
    public var origin: LedgerOrigin
    /// Body of the answer; of a table the lines about the subject.
    public var body: [UInt8]
    /// Days of the issue; empty for a text or a warning.
    public var days: [IssuedDay]

    /// Creates an issue.
    public init(subject: LedgerSubject, issuedAt: Date, fetchedAt: Date, origin: LedgerOrigin, body: [UInt8], days: [IssuedDay]) {
        (self.subject, self.issuedAt, self.fetchedAt, self.origin, self.body, self.days) = (subject, issuedAt, fetchedAt, origin, body, days)
    }
}

/// Values of one issue for one day, or half of it.
public struct LedgerDay: Sendable, Hashable {
    /// Subject of the issue.
    public var subject: LedgerSubject
    /// Time of issue.
    public var issuedAt: Date
    /// Time of the first fetch.
    public var fetchedAt: Date
    /// Origin of the answer.
    public var origin: LedgerOrigin
    /// Values of the day.
    public var day: IssuedDay

    /// Creates a row.
    public init(subject: LedgerSubject, issuedAt: Date, fetchedAt: Date, origin: LedgerOrigin, day: IssuedDay) {
        (self.subject, self.issuedAt, self.fetchedAt, self.origin, self.day) = (subject, issuedAt, fetchedAt, origin, day)
    }
}
