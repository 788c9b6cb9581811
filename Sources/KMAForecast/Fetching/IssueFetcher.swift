import Feeds
import Forecast

/// Reads issues of a feed's request from the store and fetches them, outside of any actor: an answer of 140 kB takes
/// milliseconds to decode. What came is told as events of a ``SubjectHistory``.
struct IssueFetcher<Service: FeedService, Value: Sendable>: Sendable {
    typealias Request = FeedRequest<Service, Value>
    typealias History = SubjectHistory<Value>

    let feed: Feed
    let freshness: Freshness
    let client: UpstreamClient<Service>

    /// What a request is about, as the store names it.
    func subject(of request: Request) -> StoredSubject {
        StoredSubject(scope: client.scope, feed: request.feed, name: request.subject)
    }

    /// The issues that are stored, newest first.
    func storedIssues(of request: Request) async -> [Date] {
        await client.store?.issues(of: subject(of: request)) ?? []
    }

    /// What is stored of an issue; `nil` where nothing is.
    @concurrent
    func stored(_ request: Request, _ issue: Date) async -> History.Event? {
        let stored = await client.store?.answer(for: subject(of: request), issue: issue)
        return stored.map { read($0, of: request, issue) }
    }

    /// What a stored answer says of an issue. One that can no longer be decoded counts as not yet.
    private func read(_ stored: StoredAnswer, of request: Request, _ issue: Date) -> History.Event {
        do throws(FeedError) {
            let value = try request.read(HTTPAnswer(status: stored.status, body: stored.body), issue)
            return .answered(History.Answer(value: value, issue: issue, fetchedAt: stored.fetchedAt))
        } catch {
            return .notYet(issue: issue, askedAt: stored.fetchedAt)
        }
    }

    /// Fetches an issue, or takes what another process has fetched meanwhile where it would not be asked for again.
    /// `isTrial`: whether the call tries a feed whose circuit was open.
    @concurrent
    func fetch(
        _ request: Request,
        _ issue: Date,
        _ wish: History.Wish,
        known history: History,
        maximumAge: Double?,
        isTrial: Bool
    ) async throws(FeedError) -> [History.Event] {
        let turn = await client.store?.turn(
            for: subject(of: request),
            issue: issue,
            limit: client.longestFetch
        ) { stored in
            history.accepts(read(stored, of: request, issue), maximumAge: maximumAge, at: client.now())
        }
        switch turn ?? .granted(UnsharedTurn()) {
        case .answered(let stored):
            if isTrial { await client.trialNotSent(feed) }
            return [read(stored, of: request, issue)]
        case .failed(let fault):
            if isTrial { await client.trialNotSent(feed) }
            throw fault
        case .granted(let turn):
            do throws(FeedError) {
                let fetched = try await client.fetch(request, issue: issue, isTrial: isTrial)
                let answer = StoredAnswer(
                    fetchedAt: client.now(),
                    status: fetched.answer.status,
                    body: fetched.answer.body
                )
                await turn.finish(.answered(answer))
                return await events(of: answer, fetched.value, to: request, issue, wish)
            } catch {
                await turn.finish(error.wasSent ? .failed(error) : .notSent)
                throw error
            }
        }
    }

    /// What an answer says of the issue that was asked for, and where that is not there yet, of the one before if the upstream
    /// is asked for whatever is newest.
    private func events(
        of answer: StoredAnswer,
        _ value: Value?,
        to request: Request,
        _ issue: Date,
        _ wish: History.Wish
    ) async -> [History.Event] {
        if let value {
            return [.answered(History.Answer(value: value, issue: issue, fetchedAt: answer.fetchedAt))]
        }
        var events = [History.Event.notYet(issue: issue, askedAt: answer.fetchedAt)]
        guard wish == .newest else { return events }
        for older in freshness.issues(at: client.now())
        where older < issue && request.url(older) == request.url(issue) {
            let event = read(answer, of: request, older)
            events.append(event)
            guard case .answered = event else { continue }
            await client.store?.put(answer, for: subject(of: request), issue: older)
        }
        return events
    }
}

/// The turn of a program without a store, which has nothing to share.
private struct UnsharedTurn: GrantedTurn {
    func finish(_ result: FetchResult) async {}
}
