import Feeds
import Forecast

/// Keeps what upstreams answered.
public protocol AnswerStore: Sendable {
    /// The stored answer of one issue; `nil` where there is none that can be read.
    func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer?
    /// The issues of a subject that are stored, newest first.
    func issues(of subject: StoredSubject) async -> [Date]
    /// Stores an answer. What is too old to be shown is removed in time.
    func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async

    /// Reports answers as anybody stores them, in the order they come, to one listener; `nil` where the store does not
    /// report them.
    var news: AsyncStream<[StoredNews]>? { get }

    /// Its name among all caches; `nil` if its answers have no order, or it cannot be read.
    func identity() async -> String?
    /// The next answers of some feeds behind a number, in the order in which they were stored; from the first one if there
    /// is no such number any more. `nil` if it cannot be read.
    func answers(
        of feeds: [Feed],
        after number: Int,
        limit: Int
    ) async -> [(number: Int, answer: StoredIssue)]?
}

/// Counts calls, and remembers when none may be made.
public protocol CallCounter: Sendable {
    /// Adds a call to a count unless the count has reached the limit.
    func countCall(_ count: CallCount, limit: Int) async -> CountedCall
    /// Remembers until when a service is not called, in place of what was remembered before.
    func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async
    /// What is known before a call to a service that belongs to these counts.
    func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) async -> CallUsage
}

/// Shares answers, counts and turns beyond one feed: within a process (``MemoryStore``), among the programs of a machine,
/// or wherever another implementation shares them. It decides who fetches, and how many calls are in the air at once.
///
/// A store never fails a forecast. What cannot be read counts as absent; what cannot be written costs a call later
/// and is reported by ``problem()``.
public protocol Store: AnswerStore, CallCounter, DeedStore {
    /// Asks for the turn to fetch an issue, and waits while another program has it. An answer of another program is taken
    /// where `isFresh` says so. A program that has had the turn for longer than `limit` is given up.
    func turn(
        for subject: StoredSubject,
        issue: Date,
        limit: Duration,
        unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool
    ) async -> FetchTurn
    /// Waits for one of the lanes that a service has for calls in the air; `nil` where none came free in time. A program
    /// that has had one for longer than `limit` is given up.
    func lane(
        of service: UpstreamAPI,
        scope: StoreScope,
        limit: Duration,
        within patience: Duration
    ) async -> (any CallLane)?
    /// Where it stores, as a person would name it: a folder's path. `nil` for memory.
    var location: String? { get }
    /// Tries to store something. Why it cannot; `nil` where it can.
    func problem() async -> StoreProblem?
}

extension CallCounter {
    /// The calls of a count; `nil` where the store cannot tell.
    public func calls(of count: CallCount) async -> Int? {
        await usage(of: count.service, scope: count.scope, counts: [count]).calls[0]
    }

    /// Until when a service is not called, and why; `nil` where nothing is known against a call.
    public func cooldown(of service: UpstreamAPI, scope: StoreScope) async -> Cooldown? {
        await usage(of: service, scope: scope, counts: []).cooldown
    }
}

extension AnswerStore {
    /// A store that does not report answers.
    public var news: AsyncStream<[StoredNews]>? { nil }

    /// A store whose answers have no order.
    public func identity() async -> String? { nil }

    /// A store whose answers have no order.
    public func answers(
        of feeds: [Feed],
        after number: Int,
        limit: Int
    ) async -> [(number: Int, answer: StoredIssue)]? { nil }
}

/// A reason why a store or a ledger cannot be read or written, or has lost what it had.
public enum StoreProblem: Error, Sendable, Hashable {
    /// It cannot be written to or read, in the system's own words.
    case unusable(reason: String)
    /// Another program keeps it locked.
    case locked
    /// SQLite's library is missing.
    case libraryMissing
    /// A newer version of the program has changed its form.
    case newerVersion
    /// Its file is another program's, and stays as it is.
    case foreign
    /// Its file is damaged. It is kept under another name, and a new one has taken its place; `nil` if it is still there,
    /// as for a program that only reads.
    case damaged(setAside: String?)

    /// Whether it stores all the same.
    public var isOver: Bool { if case .damaged(_?) = self { true } else { false } }

    /// Its name in a log.
    public var name: String {
        switch self {
        case .unusable: "unusable"
        case .locked: "locked"
        case .libraryMissing: "library_missing"
        case .newerVersion: "newer_version"
        case .foreign: "foreign"
        case .damaged: "damaged"
        }
    }

    /// The system's words, or the new name of a damaged file; `nil` if its ``name`` says all.
    public var detail: String? {
        switch self {
        case .unusable(let reason): reason
        case .damaged(let path): path
        case .locked, .libraryMissing, .newerVersion, .foreign: nil
        }
    }
}

/// What a stored answer is about: a zone, a cell or a point of one feed, fetched with one key.
public struct StoredSubject: Sendable, Hashable {
    /// The gateway and the key it is fetched with.
    public var scope: StoreScope
    /// The feed.
    public var feed: Feed
    /// A zone code, a station, a grid cell or a coordinate; usable as a file name.
    public var name: String

    /// A subject from its parts.
    public init(scope: StoreScope, feed: Feed, name: String) {
        self.scope = scope
        self.feed = feed
        self.name = name
    }
}

/// One count of calls: those to a service with one key in one minute or on one Korean day.
public struct CallCount: Sendable, Hashable {
    /// The gateway and the key the calls are made with.
    public var scope: StoreScope
    /// The service that is called.
    public var service: UpstreamAPI
    /// The minute (`yyyyMMddHHmm`) or the day (`yyyyMMdd`) in Korea.
    public var period: String

    /// A count from its parts.
    public init(scope: StoreScope, service: UpstreamAPI, period: String) {
        self.scope = scope
        self.service = service
        self.period = period
    }
}

/// What a ``CallCounter`` knows before a call.
public struct CallUsage: Sendable, Hashable {
    /// Until when the service is not called, and why; `nil` where nothing is known against a call.
    public var cooldown: Cooldown?
    /// The calls of each count, in order; `nil` where the store cannot tell.
    public var calls: [Int?]

    /// What is known, from its parts.
    public init(cooldown: Cooldown? = nil, calls: [Int?] = []) {
        self.cooldown = cooldown
        self.calls = calls
    }
}

/// The result of counting a call.
public enum CountedCall: Sendable, Hashable {
    /// It is counted and may be made.
    case counted
    /// The limit is reached; it is not counted and must not be made.
    case refused
    /// The store cannot count at the moment; the caller counts for itself.
    case unavailable
    /// The count is shared with others who cannot be reached, and what was drawn before is used up; the call must not be
    /// made.
    case withheld
}

/// The result of asking a store for the turn to fetch an issue.
public enum FetchTurn: Sendable {
    /// Nobody else fetches it. The process that has the turn fetches, and reports the result.
    case granted(any GrantedTurn)
    /// Somebody else has fetched it meanwhile.
    case answered(StoredAnswer)
    /// Somebody else had the turn, and the upstream gave no answer.
    case failed(FeedError)
}

/// The turn to fetch an issue. It also ends with the process that has it.
public protocol GrantedTurn: Sendable {
    /// Stores what came, tells it to those who wait, and gives the turn back.
    func finish(_ result: FetchResult) async
}

/// The result of a turn.
public enum FetchResult: Sendable {
    /// An answer, to be stored.
    case answered(StoredAnswer)
    /// A fault of the upstream, which those who waited are given as well.
    case failed(FeedError)
    /// No call was made; the next who waits has the turn.
    case notSent
}

/// The right to have one call in the air. It also ends with the process that has it.
public protocol CallLane: Sendable {
    /// Gives the lane to the next.
    func release() async
}

extension FeedError {
    /// The fault as it is told to those who waited for the call of another process: its code, and the upstream's own
    /// name for it where it has one.
    public var sharedText: String { [code.rawValue, detail].compactMap { $0 }.joined(separator: "\n") }

    /// A fault that another process met; `nil` where the text is none. This process called nobody, so that its circuit
    /// breaker has nothing to count.
    public init?(sharedText: String) {
        let lines = sharedText.split(separator: "\n", maxSplits: 1)
        guard let code = lines.first.flatMap({ ErrorCode(rawValue: String($0)) }) else { return nil }
        self.init(code, lines.count > 1 ? String(lines[1]) : nil)
        wasSent = false
    }
}

extension UpstreamAPI {
    /// The lanes that a call needs one of each of, by name, with their number: of those of its group a service never holds
    /// all.
    package var lanes: [(name: String, width: Int)] {
        let group = traits.group
        let ofGroup = (name: group.rawValue, width: group.callsAtOnce)
        return group.services.count > 1 ? [(rawValue, group.callsAtOnce - 1), ofGroup] : [ofGroup]
    }
}

/// Until when a service is not called with a key, and why: a spent day, too many calls, or a key without approval.
public struct Cooldown: Sendable, Hashable {
    /// When calls are made again. One that is over was ended early.
    public var until: Date
    /// What the upstream answered, which is reported for as long as it holds.
    public var code: ErrorCode

    /// A cooldown from its end and its reason.
    public init(until: Date, code: ErrorCode) {
        self.until = until
        self.code = code
    }

    /// Reads what ``text`` wrote. A number alone is what earlier versions stored after a spent day. `nil` for anything
    /// else.
    public init?(text: String) {
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let seconds = Double(words[0]), seconds.isFinite else {
            return nil
        }
        guard let code = words.count == 2 ? ErrorCode(rawValue: String(words[1])) : .quotaExceeded else {
            return nil
        }
        self.init(until: Date(timeIntervalSince1970: seconds), code: code)
    }

    /// Its end in seconds since 1970, and its code.
    public var text: String { "\(until.timeIntervalSince1970) \(code.rawValue)" }
}

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
