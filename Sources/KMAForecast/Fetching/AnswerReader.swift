#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// Reads and decodes the stored answers to a request, outside of any actor: an answer of 140 kB takes milliseconds.
struct AnswerReader<Service: FeedService, Value: Sendable>: Sendable {
    let store: (any Store)?
    let scope: StoreScope

    enum Stored {
        case none
        /// It says that there is nothing, or can no longer be decoded.
        case withoutValue(fetchedAt: Date)
        case value(CachedValue<Value>)

        var value: CachedValue<Value>? {
            if case .value(let value) = self { value } else { nil }
        }
    }

    @concurrent
    func stored(of request: FeedRequest<Service, Value>, issue: Date) async -> Stored {
        guard let stored = await store?.answer(for: subject(of: request), issue: issue) else { return .none }
        return read(stored, of: request, issue: issue)
    }

    /// An issue as it was fetched.
    enum Found: Sendable {
        case value(CachedValue<Value>)
        /// The upstream does not have it yet.
        case notYet(StoredAnswer)
    }

    /// Decodes an answer for an issue, which need not be the one that it was fetched for.
    @concurrent
    func found(
        in stored: StoredAnswer,
        of request: FeedRequest<Service, Value>,
        issue: Date
    ) async -> Found {
        read(stored, of: request, issue: issue).value.map(Found.value) ?? .notYet(stored)
    }

    private func read(_ stored: StoredAnswer, of request: FeedRequest<Service, Value>, issue: Date) -> Stored
    {
        do throws(FeedError) {
            let value = try request.read(HTTPAnswer(status: stored.status, body: stored.body), issue)
            return .value(CachedValue(value: value, issue: issue, fetchedAt: stored.fetchedAt))
        } catch {
            return .withoutValue(fetchedAt: stored.fetchedAt)
        }
    }

    /// The turn to fetch an issue; without a store everybody fetches for himself. An answer of another process is taken
    /// where `isFresh` says so of when it was fetched, and one without a value only for as long as it keeps from asking
    /// again.
    @concurrent
    func turn(
        of request: FeedRequest<Service, Value>,
        issue: Date,
        limit: Duration,
        unless isFresh: @escaping @Sendable (_ fetchedAt: Date, _ hasValue: Bool) -> Bool
    ) async -> FetchTurn {
        guard let store else { return .granted(UnsharedTurn()) }
        return await store.turn(for: subject(of: request), issue: issue, limit: limit) { stored in
            isFresh(stored.fetchedAt, read(stored, of: request, issue: issue).value != nil)
        }
    }

    /// Stores an answer that serves an issue beside the one it was fetched for.
    func put(_ answer: StoredAnswer, of request: FeedRequest<Service, Value>, issue: Date) async {
        await store?.put(answer, for: subject(of: request), issue: issue)
    }

    func value(of request: FeedRequest<Service, Value>, issue: Date) async -> CachedValue<Value>? {
        await stored(of: request, issue: issue).value
    }

    func issues(of request: FeedRequest<Service, Value>) async -> [Date] {
        await store?.issues(of: subject(of: request)) ?? []
    }

    func newest(of request: FeedRequest<Service, Value>) async -> CachedValue<Value>? {
        for issue in await issues(of: request) {
            if let value = await value(of: request, issue: issue) { return value }
        }
        return nil
    }

    func subject(of request: FeedRequest<Service, Value>) -> StoredSubject {
        StoredSubject(scope: scope, feed: request.feed, name: request.subject)
    }
}

/// The turn of a program without a store, which has nothing to share.
private struct UnsharedTurn: GrantedTurn {
    func finish(_ result: FetchResult) async {}
}
