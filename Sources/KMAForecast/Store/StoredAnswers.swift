import Feeds
import Forecast

/// Answers of a service, outside of any actor: 140 kB take milliseconds to decode.
struct StoredAnswers: Sendable {
    private let store: (any Store)?
    let scope: StoreScope

    init(store: (any Store)?, scope: StoreScope) { (self.store, self.scope) = (store, scope) }

    var areShared: Bool { store?.news != nil }

    func subject(of request: FeedRequest<some Sendable>) -> StoredSubject { StoredSubject(scope: scope, feed: request.feed, name: request.subject) }

    func issues(of request: FeedRequest<some Sendable>) async -> [Date] { await store?.issues(of: subject(of: request)) ?? [] }

    @concurrent func issue<Value>(_ issue: Date, of request: FeedRequest<Value>) async -> FetchedIssue<Value>? {
        await store?.answer(for: subject(of: request), issue: issue).map { read($0, of: request, issue) }
    }

    func read<Value>(_ stored: StoredAnswer, of request: FeedRequest<Value>, _ issue: Date) -> FetchedIssue<Value> {
        let origin = Origin(request.feed, issuedAt: issue, fetchedAt: stored.fetchedAt)
        let value = try? request.read(HTTPAnswer(status: stored.status, body: stored.body), origin)
        return FetchedIssue(issue: issue, answer: stored, value: value)
    }
}
