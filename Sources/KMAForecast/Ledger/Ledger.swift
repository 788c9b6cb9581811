import Forecast

/// Keeps every issue of KMA that was read, as it came, and what stations observed. It only grows: what stands in it is
/// never changed, so that two ledgers are one by taking everything that either has.
///
/// A ledger never fails a forecast. What cannot be read counts as absent; what cannot be written is reported by the
/// implementation and by the count that ``add(_:_:)`` returns.
public protocol Ledger: Sendable {
    /// Adds what is not there yet, all of it in one step. Returns how many of the issues and observations are in the
    /// ledger afterwards: all, or none where it cannot be written.
    @discardableResult
    func add(_ issues: [LedgerIssue], _ observations: [ObservedDay]) async -> Int

    /// What issues said of days, in the order of their issue. `issued` limits the time of the issues; without it, all
    /// that can say something of the days are looked at.
    func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) async -> [LedgerDay]

    /// Goes through what issues said of days, those of one subject in the order of their issue, without an array of them:
    /// a year of a place has forty thousand. `issued` as in ``days(of:on:issued:)``.
    func reduceDays<Result: Sendable>(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?,
        into initial: Result,
        _ update: @Sendable (inout Result, LedgerDay) -> Void
    ) async -> Result

    /// What a station observed, a day once: its last correction.
    func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async -> [ObservedDay]

    /// What is in it; `nil` where it cannot be read.
    func contents() async -> LedgerContents?
}

extension Ledger {
    /// What issues said of days, whenever they were issued.
    public func days(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async -> [LedgerDay] {
        await days(of: subjects, on: dates, issued: nil)
    }

    /// Goes through what issues said of days, all of them in the order of their issue.
    public func reduceDays<Result: Sendable>(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?,
        into initial: Result,
        _ update: @Sendable (inout Result, LedgerDay) -> Void
    ) async -> Result {
        await days(of: subjects, on: dates, issued: issued).reduce(into: initial, update)
    }
}

/// What issues are about: a zone or a cell of one feed, by KMA's own name, so that one ledger serves all places.
public struct LedgerSubject: Sendable, Hashable {
    /// The feed.
    public var feed: Feed
    /// The code of a zone or an office, such as `11B10101`, or a cell of the grid, `60,127`. Empty for the country.
    public var name: String

    /// A subject from its parts.
    public init(feed: Feed, name: String) {
        self.feed = feed
        self.name = name
    }
}

/// Where an issue was read.
public enum LedgerOrigin: Int, Sendable, Hashable, CaseIterable {
    /// data.go.kr, or the API hub's copy of it.
    case portal
    /// The tables of the API hub.
    case hub
    /// A file.
    case file

    /// `portal`, `hub` or `file`.
    public var name: String {
        switch self {
        case .portal: "portal"
        case .hub: "hub"
        case .file: "file"
        }
    }
}

/// One issue about one subject: the answer as it came, without the key, and what it says of days.
public struct LedgerIssue: Sendable, Hashable {
    /// What it is about.
    public var subject: LedgerSubject
    /// When it was issued; of warnings, which have no issues, the start of the day on which they were fetched.
    public var issuedAt: Date
    /// When it was fetched.
    public var fetchedAt: Date
    /// Where it was read.
    public var origin: LedgerOrigin
    /// The answer's body. Of a table of many zones, the lines about the subject.
    public var body: [UInt8]
    /// What it says of days; empty for a text or a warning.
    public var days: [IssuedDay]

    /// An issue from its parts.
    public init(
        subject: LedgerSubject,
        issuedAt: Date,
        fetchedAt: Date,
        origin: LedgerOrigin,
        body: [UInt8],
        days: [IssuedDay]
    ) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.fetchedAt = fetchedAt
        self.origin = origin
        self.body = body
        self.days = days
    }
}

/// What one issue said of one day, or of half of it.
public struct LedgerDay: Sendable, Hashable {
    /// What it is about.
    public var subject: LedgerSubject
    /// When it was issued.
    public var issuedAt: Date
    /// When it was fetched first.
    public var fetchedAt: Date
    /// Where it was read.
    public var origin: LedgerOrigin
    /// What was said.
    public var day: IssuedDay

    /// A row from its parts.
    public init(
        subject: LedgerSubject,
        issuedAt: Date,
        fetchedAt: Date,
        origin: LedgerOrigin,
        day: IssuedDay
    ) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.fetchedAt = fetchedAt
        self.origin = origin
        self.day = day
    }
}

/// How much a ledger holds.
public struct LedgerContents: Sendable, Hashable {
    /// What it holds of one feed.
    public struct FeedContents: Sendable, Hashable {
        /// The feed.
        public var feed: Feed
        /// The answers.
        public var issues: Int
        /// The first and the last time of an issue.
        public var issued: ClosedRange<Date>

        /// Contents from their parts.
        public init(feed: Feed, issues: Int, issued: ClosedRange<Date>) {
            self.feed = feed
            self.issues = issues
            self.issued = issued
        }
    }

    /// By feed; those of which nothing is kept are left out.
    public var feeds: [FeedContents]
    /// The rows of days and halves of days.
    public var days: Int
    /// The days of stations.
    public var observations: Int
    /// Bytes of the file; 0 in memory.
    public var bytes: Int

    /// Contents from their parts.
    public init(feeds: [FeedContents], days: Int, observations: Int, bytes: Int) {
        self.feeds = feeds
        self.days = days
        self.observations = observations
        self.bytes = bytes
    }
}

/// Result of taking what another ledger has.
public enum LedgerMerge: Sendable, Hashable {
    /// So many answers, rows of days and observations were new.
    case merged(issues: Int, days: Int, observations: Int)
    /// There is no such file, or it is no ledger.
    case noLedger
    /// A newer version of the program has made the other file.
    case newerVersion
    /// The other file cannot be read, or this one not written, in SQLite's words.
    case failed(reason: String)
}
