import Feeds
import Forecast

/// Store of upstream answers.
public protocol AnswerStore: Sendable {
    /// Returns the stored answer of an issue, if readable.
    func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer?
    /// Returns the stored issues of a subject, newest first.
    func issues(of subject: StoredSubject) async -> [Date]
    /// Stores an answer; old ones are removed in time.
    func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async

    /// Reports stored answers of all processes in order, to one listener; `nil` without such reports.
    var news: AsyncStream<[StoredNews]>? { get }

    /// Name among all caches; `nil` without an order of answers.
    func identity() async -> String?
    /// Next answers after a number in the order of storing, all if it is gone.
    func answers(of feeds: [Feed], after number: Int, limit: Int) async -> [(number: Int, answer: StoredIssue)]?
}

/// Counter of calls, with the times without.
public protocol CallCounter: Sendable {
    /// Counts a call unless the limit is reached.
    func countCall(_ count: CallCount, limit: Int) async -> CountedCall
    /// Stores a cooldown in place of the last.
    func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async
    /// Reads all that is known before a call.
    func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) async -> CallUsage
}

/// Store of answers, counts and turns. It never fails a forecast: unreadable values are absent, ``problem()`` reports failed writes.
public protocol Store: AnswerStore, CallCounter, DeedStore {
    /// Waits up to `limit` for the turn, while another program has it; takes its answer if `isFresh`.
    func turn(for subject: StoredSubject, issue: Date, limit: Duration, unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool) async -> FetchTurn
    /// Waits for a lane; `nil` if none in time. A program that holds one beyond `limit` is given up.
    func lane(of service: UpstreamAPI, scope: StoreScope, limit: Duration, within patience: Duration) async -> (any CallLane)?
    /// Path of its folder; `nil` for memory.
    var location: String? { get }
    /// Tries to store something; returns the reason if it cannot.
    func problem() async -> StoreProblem?
}

extension CallCounter {
    /// Calls of a count; `nil` if unknown.
    public func calls(of count: CallCount) async -> Int? { await usage(of: count.service, scope: count.scope, counts: [count]).calls[0] }

    /// Cooldown of a service.
    public func cooldown(of service: UpstreamAPI, scope: StoreScope) async -> Cooldown? {
        await usage(of: service, scope: scope, counts: []).cooldown
    }
}

extension AnswerStore {
    /// No reports by default.
    public var news: AsyncStream<[StoredNews]>? { nil }

    /// No order of answers by default.
    public func identity() async -> String? { nil }

    /// No order of answers by default.
    public func answers(of feeds: [Feed], after number: Int, limit: Int) async -> [(number: Int, answer: StoredIssue)]? { nil }
}

/// Problem of a store or ledger.
public enum StoreProblem: Error, Sendable, Hashable {
    case unusable(reason: String)
    /// Disk without room, or without more of it for this user.
    case full(reason: String)
    case locked
    case libraryMissing
    case newerVersion
    case foreign
    /// Damaged file, with its new name; `nil` if left in place, as by a reader.
    case damaged(setAside: String?)

    /// True if it stores all the same.
    public var isOver: Bool { if case .damaged(_?) = self { true } else { false } }

    /// Name in a log.
    public var name: String {
        switch self {
        case .unusable: "unusable"
        case .full: "full"
        case .locked: "locked"
        case .libraryMissing: "library_missing"
        case .newerVersion: "newer_version"
        case .foreign: "foreign"
        case .damaged: "damaged"
        }
    }

    /// System's words, or the new name of a damaged file.
    public var detail: String? {
        switch self {
        case .unusable(let reason), .full(let reason): reason
        case .damaged(let path): path
        case .locked, .libraryMissing, .newerVersion, .foreign: nil
        }
    }
}

/// Subject of a stored answer: a zone, cell or point of one feed, fetched with one key.
public struct StoredSubject: Sendable, Hashable {
    /// Gateway and key of the fetch.
    public var scope: StoreScope
    /// Feed of the answer.
    public var feed: Feed
    /// Zone code, station, grid cell or coordinate, usable as a file name.
    public var name: String

    /// Creates a subject.
    public init(scope: StoreScope, feed: Feed, name: String) { (self.scope, self.feed, self.name) = (scope, feed, name) }
}

/// Count of calls to a service with one key in a minute or on a Korean day.
public struct CallCount: Sendable, Hashable {
    /// Gateway and key of the calls.
    public var scope: StoreScope
    /// Service called.
    public var service: UpstreamAPI
    /// Minute (`yyyyMMddHHmm`) or day (`yyyyMMdd`) in Korea.
    public var period: String

    /// Creates a count.
    public init(scope: StoreScope, service: UpstreamAPI, period: String) { (self.scope, self.service, self.period) = (scope, service, period) }
}

/// Knowledge of a ``CallCounter`` before a call.
public struct CallUsage: Sendable, Hashable {
    /// Cooldown of the service.
    public var cooldown: Cooldown?
    /// Calls of each count, in order; `nil` if unknown.
    public var calls: [Int?]

    /// Creates a usage.
    public init(cooldown: Cooldown? = nil, calls: [Int?] = []) { (self.cooldown, self.calls) = (cooldown, calls) }
}

/// Result of counting a call.
public enum CountedCall: Sendable, Hashable {
    case counted
    case refused
    case unavailable
    /// Shared count out of reach and drawn calls spent: no call.
    case withheld
}

/// Result of a request for a turn.
public enum FetchTurn: Sendable {
    case granted(any GrantedTurn)
    case answered(StoredAnswer)
    case failed(FeedError)
}

/// Turn to fetch an issue, which ends with its process.
public protocol GrantedTurn: Sendable {
    /// Stores the result, reports it to waiting processes, and ends the turn.
    func finish(_ result: FetchResult) async
}

/// Result of a turn.
public enum FetchResult: Sendable {
    case answered(StoredAnswer)
    case failed(FeedError)
    case notSent
}

/// Right to one call under way, which ends with its process.
public protocol CallLane: Sendable {
    /// Gives the lane to the next.
    func release() async
}

extension FeedError {
    /// Fault for other processes: code and reason, and the upstream's own name.
    public var sharedText: String { [code.rawValue + (reason.map { " \($0.rawValue)" } ?? ""), detail].compactMap(\.self).joined(separator: "\n") }

    /// Reads a fault of another process, which this one's circuit breaker does not count.
    public init?(sharedText: String) {
        let lines = sharedText.split(separator: "\n", maxSplits: 1)
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        guard let code = words.first.flatMap(ErrorCode.init(rawValue:)) else { return nil }
        self.init(code, lines.count > 1 ? String(lines[1]) : nil, words.count > 1 ? Reason(rawValue: words[1]) : nil)
        wasSent = false
    }
}

extension UpstreamAPI {
    /// Lanes by name and number, one of each for a call; a service never holds all of its group.
    package var lanes: [(name: String, width: Int)] {
        let group = traits.group
        let ofGroup = (name: group.rawValue, width: group.callsAtOnce)
        return group.services.count > 1 ? [(rawValue, group.callsAtOnce - 1), ofGroup] : [ofGroup]
    }
}

/// Time without calls to a service with a key: a spent day, too many calls, or a missing approval.
public struct Cooldown: Sendable, Hashable {
    /// Time of the next call; past if ended early.
    public var until: Date
    /// Code of the upstream's answer, reported meanwhile.
    public var code: ErrorCode

    /// Creates a cooldown.
    public init(until: Date, code: ErrorCode) { (self.until, self.code) = (until, code) }

    /// Reads ``text``, or the number alone that earlier versions stored.
    public init?(text: String) {
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let seconds = Double(words[0]), seconds.isFinite else { return nil }
        guard let code = words.count == 2 ? ErrorCode(rawValue: String(words[1])) : .quotaExceeded else { return nil }
        self.init(until: Date(timeIntervalSince1970: seconds), code: code)
    }

    /// End in seconds since 1970, and the code.
    public var text: String { "\(until.timeIntervalSince1970) \(code.rawValue)" }
}

/// Report of an answer stored by any process.
public struct StoredNews: Sendable, Hashable {
    /// Subject of the answer.
    public var subject: StoredSubject
    /// Issue of the answer.
    public var issue: Date
    /// Time of the fetch.
    public var fetchedAt: Date

    /// Creates a report.
    public init(subject: StoredSubject, issue: Date, fetchedAt: Date) { (self.subject, self.issue, self.fetchedAt) = (subject, issue, fetchedAt) }
}

/// Version of an answer, to compare with one stored later.
public struct AnswerVersion: Sendable, Hashable {
    /// Issue; the distant past without an answer.
    public var issue: Date
    /// Newest issue looked for.
    public var newestIssue: Date
    /// Time of the last call.
    public var askedAt: Date

    /// Creates a version.
    public init(issue: Date, newestIssue: Date, askedAt: Date) { (self.issue, self.newestIssue, self.askedAt) = (issue, newestIssue, askedAt) }

    /// True if a stored answer is newer.
    public func isOlder(than news: StoredNews) -> Bool { issue <= news.issue && news.issue <= newestIssue && askedAt < news.fetchedAt }
}
