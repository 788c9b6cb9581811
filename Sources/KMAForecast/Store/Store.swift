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
}

/// Counts calls, and remembers when none may be made.
public protocol CallCounter: Sendable {
    /// Adds a call to a count unless the count has reached the limit.
    func countCall(_ count: CallCount, limit: Int) async -> CountedCall
    /// The calls of a count; `nil` where the store cannot tell.
    func calls(of count: CallCount) async -> Int?

    /// Until when a service is not called, and why; `nil` where nothing is known against a call.
    func cooldown(of service: UpstreamAPI, scope: StoreScope) async -> Cooldown?
    /// Remembers until when a service is not called, in place of what was remembered before.
    func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async
}

/// Decides who fetches, and how many calls are in the air at once.
public protocol FetchCoordinator: Sendable {
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
        until deadline: ContinuousClock.Instant
    ) async -> (any CallLane)?
}

/// Shares answers, counts and turns beyond one feed: within a process (``MemoryStore``), among the programs of a machine,
/// or wherever another implementation shares them.
///
/// A store never fails a forecast. What cannot be read counts as absent; what cannot be written costs a call later
/// and is reported by ``problem()``.
public protocol Store: AnswerStore, CallCounter, FetchCoordinator {
    /// Where it stores, as a person would name it: a folder's path. `nil` for memory.
    var location: String? { get }
    /// Tries to store something. Why it cannot; `nil` where it can.
    func problem() async -> StoreProblem?
}

extension AnswerStore {
    /// A store that does not report answers.
    public var news: AsyncStream<[StoredNews]>? { nil }
}

/// Why a store does not keep what it is given, or has lost what it had.
public enum StoreProblem: Sendable, Hashable {
    /// It cannot be written to or read, in the system's own words.
    case unusable(reason: String)
    /// SQLite's library is missing.
    case libraryMissing
    /// A newer version of the program has changed its form.
    case newerVersion
    /// Its file was damaged and is kept under another name. A new one has taken its place.
    case damaged(setAside: String)

    /// Whether it stores all the same.
    public var isOver: Bool { if case .damaged = self { true } else { false } }
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
