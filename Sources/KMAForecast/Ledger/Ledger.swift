import Forecast

/// Keeps every issue of KMA that was read, as it came, and what stations observed. It only grows: what stands in it is
/// never changed, so that two ledgers are one by taking everything that either has.
///
/// A ledger never fails a forecast. That it has nothing and that it cannot be read are two results: the second is thrown.
public protocol Ledger: Sendable {
    /// Adds what is not there yet, all of it in one step. `position`: up to where a cache has been read with it.
    func add(
        _ issues: [LedgerIssue],
        _ observations: [ObservedDay],
        through position: CachePosition?
    ) async throws(StoreProblem)

    /// Number of the last answer of a cache that the ledger has; 0 before the first.
    func position(in cache: String) async throws(StoreProblem) -> Int

    /// Reads what issues said of days, in the order of their issue. `issued` limits the time of the issues; without it,
    /// all that can say something of the days are looked at.
    func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) async throws(StoreProblem) -> [LedgerDay]

    /// Reads what a station observed, a day once: its last correction.
    func observations(
        at station: Int,
        on dates: ClosedRange<KoreanDate>
    ) async throws(StoreProblem) -> [ObservedDay]
}

/// A place in the order in which answers were stored in a cache.
public struct CachePosition: Sendable, Hashable {
    /// The name of the cache.
    public var cache: String
    /// The number of the answer.
    public var number: Int

    /// A position from its parts.
    public init(cache: String, number: Int) {
        self.cache = cache
        self.number = number
    }
}

extension Ledger {
    /// Adds what is not there yet and comes from no cache.
    public func add(
        _ issues: [LedgerIssue],
        _ observations: [ObservedDay]
    ) async throws(StoreProblem) {
        try await add(issues, observations, through: nil)
    }

    /// 0: a ledger that keeps no position is given all answers again, of which it adds none twice.
    public func position(in cache: String) async throws(StoreProblem) -> Int { 0 }

    /// What issues said of days, whenever they were issued.
    public func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>
    ) async throws(StoreProblem) -> [LedgerDay] {
        try await days(of: subjects, on: dates, issued: nil)
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
public struct LedgerMerge: Sendable, Hashable {
    /// Answers that were new.
    public var issues = 0
    /// Rows of days that were made of them.
    public var days = 0
    /// Observations that were new.
    public var observations = 0
    /// Answers and observations that do not stand their test and were not taken.
    public var refused = 0

    /// A merge of nothing.
    public init() {}
}

/// A reason why another ledger is not taken.
public enum LedgerMergeFault: Error, Sendable, Hashable {
    /// There is no such file, or it is no ledger.
    case noLedger
    /// A newer version of the program has made the other file.
    case newerVersion
    /// The other file cannot be read, in SQLite's words.
    case unreadable(reason: String)
    /// This ledger cannot be written.
    case record(StoreProblem)
}
