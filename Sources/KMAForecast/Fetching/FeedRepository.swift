#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Answers one request of a feed, for any subject: from memory, from the store, else by one fetch whoever asks, and
/// from an older answer where the upstream gives none.
///
/// The actor guards what is in memory and in flight. Reading from disk, fetching and decoding happen outside of it.
actor FeedRepository<Service: FeedService, Value: Sendable> {
    typealias Request = FeedRequest<Service, Value>
    private typealias Found = AnswerReader<Service, Value>.Found

    /// Answers in memory; coordinates are without number, so those that nobody asks for make room.
    private static var capacity: Int { 512 }

    private let feed: Feed
    let freshness: Freshness
    private let client: UpstreamClient<Service>
    let answers: AnswerReader<Service, Value>
    let now: @Sendable () -> Date
    /// Whether the store tells of newer answers, so that each answer says which it is.
    private let hasNews: Bool
    var memory = RecentValues<CachedValue<Value>>(capacity: capacity)
    private var inFlight: [String: Task<Outcome, Never>] = [:]
    /// Why the upstream did not give an earlier issue, and when it said so, by subject and issue.
    private var missing = RecentValues<(at: Date, fault: FeedError)>(capacity: capacity)
    /// What issues before the newest said of today, by subject.
    var today = RecentValues<IssuesOfToday>(capacity: capacity)

    init(
        feed: Feed,
        freshness: Freshness,
        client: UpstreamClient<Service>,
        store: (any Store)?,
        now: @escaping @Sendable () -> Date
    ) {
        self.feed = feed
        self.freshness = freshness
        self.client = client
        self.now = now
        hasNews = store?.news != nil
        answers = AnswerReader(store: store, scope: client.scope)
    }

    /// What came of looking for an answer.
    private enum Outcome: Sendable {
        /// It was in the store, and nothing newer can be had.
        case stored(CachedValue<Value>)
        case fetched(CachedValue<Value>)
        /// Nothing was fetched; an older answer stands in where there is one.
        case failed(FeedError, staleFallback: CachedValue<Value>?)
    }

    /// The best answer to a request. One older than `maximumAge` seconds is fetched anew even where nothing newer is
    /// expected. A caller that is cancelled gets at once what is at hand, told as late.
    func answer(_ request: Request, maximumAge: Double? = nil) async -> FeedAnswer<Value> {
        if let cached = memory[request.subject],
            cached.isCurrent(freshness, now: now(), maximumAge: maximumAge)
        {
            return report(cached, .cached, of: request)
        }
        guard let running = inFlight[request.subject] else {
            let task = start(request.subject) { await $0.load(request, maximumAge: maximumAge) }
            return await answer(of: task, to: request)
        }
        // Nobody waits for a feed known to be down who can be given something.
        if let fault = await client.openFault(of: feed),
            case .failed(_, let fallback?) = await staleFallback(for: request, fault)
        {
            let isCurrent = fallback.isCurrent(freshness, now: now(), maximumAge: maximumAge)
            return isCurrent
                ? report(fallback, .cached, of: request) : report(fallback, .stale, fault, of: request)
        }
        return await answer(of: running, to: request)
    }

    /// One issue before the newest: from memory, from the store, else fetched while the feed answers. `nil` where the
    /// newest answer is not past that issue.
    func answer(_ request: Request, ofIssue issue: Date) async -> FeedAnswer<Value>? {
        guard issue < freshness.issues(at: now())[0] else { return nil }
        let name = "\(request.subject) \(KoreanTime(issue).compact)"
        if let known = memory[name] { return report(known, .cached, of: request, issue) }
        if let known = missing[name],
            (0..<Freshness.missingPause).contains(now().timeIntervalSince(known.at))
        {
            return resolve(.failed(known.fault, staleFallback: nil), of: request, issue)
        }
        let task = inFlight[name] ?? start(name) { await $0.load(request, issue: issue, as: name) }
        let outcome = await task.valueUnlessCancelled ?? .failed(.late, staleFallback: nil)
        return resolve(outcome, of: request, issue)
    }

    /// Whether an answer to a request is in memory or stored, however old.
    func knows(_ request: Request) async -> Bool {
        if memory[request.subject] != nil { return true }
        return await !answers.issues(of: request).isEmpty
    }

    /// Forgets what is in memory where somebody else has stored more since; the next who asks reads it from the store.
    func take(_ news: StoredNews) {
        let name = news.subject.name
        if let cached = memory[name], version(of: cached).isOlder(than: news) { memory[name] = nil }
        missing["\(name) \(KoreanTime(news.issue).compact)"] = nil
    }
}

extension FeedRepository {
    /// Starts the one task that all who ask for the same subject wait for. It belongs to none of them, so that a caller
    /// who goes away does not cancel it.
    private func start(
        _ name: String,
        _ load: @escaping @Sendable (FeedRepository) async -> Outcome
    ) -> Task<Outcome, Never> {
        let task = Task {
            defer { inFlight[name] = nil }
            return await load(self)
        }
        inFlight[name] = task
        return task
    }

    /// What a task finds, or what is at hand where the caller is cancelled before.
    private func answer(of task: Task<Outcome, Never>, to request: Request) async -> FeedAnswer<Value> {
        if let outcome = await task.valueUnlessCancelled { return resolve(outcome, of: request) }
        var answer = resolve(await staleFallback(for: request, .late), of: request)
        answer.report.nextChange = now().addingTimeInterval(SourceReport.latePause)
        return answer
    }

    private func load(_ request: Request, maximumAge: Double?, hasWaited: Bool = false) async -> Outcome {
        if let stored = await storedCurrent(request, maximumAge: maximumAge) {
            memory[request.subject] = stored
            return .stored(stored)
        }
        switch await client.admit(feed) {
        case .ask, .none:
            return await fetch(request, maximumAge: maximumAge, isProbe: false)
        case .refuse(let fault):
            let instead = await staleFallback(for: request, fault)
            // Who has nothing to show waits for the call that tries the feed, and asks once it has been answered.
            guard case .failed(_, nil) = instead, !hasWaited, await client.trialCallEnds(of: feed) else {
                return instead
            }
            return await load(request, maximumAge: maximumAge, hasWaited: true)
        case .probe(let fault):
            let instead = await staleFallback(for: request, fault)
            guard case .failed(_, nil) = instead else {
                // Nobody waits for the probe.
                Task { await fetch(request, maximumAge: maximumAge, isProbe: true) }
                return instead
            }
            return await fetch(request, maximumAge: maximumAge, isProbe: true)
        }
    }

    private func load(_ request: Request, issue: Date, as name: String) async -> Outcome {
        if let stored = await answers.value(of: request, issue: issue) {
            memory[name] = stored
            return .stored(stored)
        }
        // It only completes another answer, so it is no reason to probe.
        if var fault = await client.openFault(of: feed) {
            fault.wasSent = false
            return .failed(fault, staleFallback: nil)
        }
        do throws(FeedError) {
            let found = try await fetch(request, issue: issue, maximumAge: nil, isProbe: false)
            guard case .value(let fetched) = found else { throw FeedError(.noData) }
            memory[name] = fetched
            return .fetched(fetched)
        } catch {
            // A refusal of our own says nothing of what the upstream has.
            if error.wasSent, !error.isRetryable { missing[name] = (now(), error) }
            return .failed(error, staleFallback: nil)
        }
    }

    @discardableResult
    private func fetch(_ request: Request, maximumAge: Double?, isProbe: Bool) async -> Outcome {
        do throws(FeedError) {
            let fetched = try await fetchNewest(request, maximumAge: maximumAge, isProbe: isProbe)
            memory[request.subject] = fetched
            return .fetched(fetched)
        } catch {
            return await staleFallback(for: request, error)
        }
    }

    /// Fetches the newest issue, and where that is not there yet the one before, unless it is stored.
    private func fetchNewest(
        _ request: Request,
        maximumAge: Double?,
        isProbe: Bool
    ) async throws(FeedError) -> CachedValue<Value> {
        var nothingNewerAt: Date?
        var empty: (answer: StoredAnswer, issue: Date)?
        for issue in freshness.issues(at: now()) {
            if nothingNewerAt != nil, var older = await answers.value(of: request, issue: issue) {
                older.nothingNewerAt = nothingNewerAt
                return older
            }
            let found: Found
            if let empty, request.url(issue) == request.url(empty.issue) {
                // The upstream was asked for whatever is newest, and served the issue before.
                found = await answers.found(in: empty.answer, of: request, issue: issue)
                if case .value = found { await answers.put(empty.answer, of: request, issue: issue) }
            } else {
                found = try await fetch(request, issue: issue, maximumAge: maximumAge, isProbe: isProbe)
            }
            switch found {
            case .value(var fetched):
                fetched.nothingNewerAt = nothingNewerAt
                return fetched
            case .notYet(let answer):
                nothingNewerAt = now()
                empty = (answer, issue)
            }
        }
        throw FeedError(.noData)
    }

    /// Fetches an issue and stores what came, also that it is not there yet, or takes what another process has fetched
    /// meanwhile.
    private func fetch(
        _ request: Request,
        issue: Date,
        maximumAge: Double?,
        isProbe: Bool
    ) async throws(FeedError) -> Found {
        let limit = client.longestFetch
        let turn = await answers.turn(of: request, issue: issue, limit: limit) { [freshness, now] in
            freshness.isFresh(fetchedAt: $0, hasValue: $1, now: now(), maximumAge: maximumAge)
        }
        switch turn {
        case .answered(let stored):
            if isProbe { await client.probeNotSent(feed) }
            return await answers.found(in: stored, of: request, issue: issue)
        case .failed(let fault):
            if isProbe { await client.probeNotSent(feed) }
            throw fault
        case .granted(let turn):
            return try await fetch(request, issue: issue, isProbe: isProbe, turn)
        }
    }

    private func fetch(
        _ request: Request,
        issue: Date,
        isProbe: Bool,
        _ turn: any GrantedTurn
    ) async throws(FeedError) -> Found {
        do throws(FeedError) {
            let fetched = try await client.fetch(request, issue: issue, isProbe: isProbe)
            let fetchedAt = now()
            let answer = StoredAnswer(
                fetchedAt: fetchedAt,
                status: fetched.answer.status,
                body: fetched.answer.body
            )
            await turn.finish(.answered(answer))
            return fetched.value.map {
                .value(CachedValue(value: $0, issue: issue, fetchedAt: fetchedAt))
            } ?? .notYet(answer)
        } catch {
            await turn.finish(error.wasSent ? .failed(error) : .notSent)
            throw error
        }
    }
}

extension FeedRepository {
    /// What is stored and cannot be bettered.
    private func storedCurrent(_ request: Request, maximumAge: Double?) async -> CachedValue<Value>? {
        var nothingNewerAt: Date?
        for issue in freshness.issues(at: now()) {
            switch await answers.stored(of: request, issue: issue) {
            case .none:
                // An issue that nobody fetched may be out; without issues, the answer may be of the stretch before.
                if case .byAge = freshness { continue }
                return nil
            case .withoutValue(let fetchedAt):
                // The upstream said that the issue is not there yet.
                nothingNewerAt = fetchedAt
            case .value(var stored):
                stored.nothingNewerAt = nothingNewerAt
                return stored.isCurrent(freshness, now: now(), maximumAge: maximumAge) ? stored : nil
            }
        }
        return nil
    }

    /// The fault, with the newest answer that may stand in for a better one.
    private func staleFallback(for request: Request, _ fault: FeedError) async -> Outcome {
        var newest = memory[request.subject]
        if newest == nil { newest = await answers.newest(of: request) }
        guard let newest, freshness.mayStandIn(issue: newest.issue, fetchedAt: newest.fetchedAt, now: now())
        else { return .failed(fault, staleFallback: nil) }
        memory[request.subject] = newest
        return .failed(fault, staleFallback: newest)
    }

    /// What is told of an outcome; `issue` is the earlier one that was asked for.
    private func resolve(_ outcome: Outcome, of request: Request, _ issue: Date? = nil) -> FeedAnswer<Value> {
        switch outcome {
        case .stored(let value): return report(value, .cached, of: request, issue)
        case .fetched(let value):
            return report(value, value.wasKept ? .cached : .fresh, of: request, issue)
        case .failed(let fault, let fallback?): return report(fallback, .stale, fault, of: request, issue)
        case .failed(let fault, nil):
            var report = SourceReport(feed: feed, status: .failed, error: fault)
            report.answers = versions(of: request, nil, issue, isAskedNow: true)
            return FeedAnswer(value: nil, report: report)
        }
    }

    private func report(
        _ cached: CachedValue<Value>,
        _ status: SourceReport.Status,
        _ fault: FeedError? = nil,
        of request: Request,
        _ issue: Date? = nil
    ) -> FeedAnswer<Value> {
        var report = SourceReport(feed: feed, status: status, fetchedAt: cached.fetchedAt, error: fault)
        if case .byIssue = freshness { report.issuedAt = cached.issue }
        report.nextChange = cached.nextChange(freshness, now: now())
        report.answers = versions(of: request, cached, issue, isAskedNow: fault != nil)
        if let gap = request.gap(cached.value) { report = report.partial(for: gap, at: now()) }
        return FeedAnswer(value: cached.value, report: report)
    }

    private func versions(
        of request: Request,
        _ cached: CachedValue<Value>?,
        _ issue: Date?,
        isAskedNow: Bool
    ) -> [StoredSubject: AnswerVersion] {
        guard hasNews else { return [:] }
        var version =
            cached.map(version)
            ?? AnswerVersion(
                issue: .distantPast,
                newestIssue: freshness.newestIssue(at: now()),
                askedAt: .distantPast
            )
        if let issue { version.newestIssue = issue }
        if isAskedNow { version.askedAt = max(version.askedAt, now()) }
        return [answers.subject(of: request): version]
    }

    private func version(of cached: CachedValue<Value>) -> AnswerVersion {
        AnswerVersion(
            issue: cached.issue,
            newestIssue: freshness.newestIssue(at: now()),
            askedAt: max(cached.fetchedAt, cached.nothingNewerAt ?? .distantPast)
        )
    }
}

extension FeedError {
    /// The fault of an answer that was not waited for; it may be there in a moment.
    fileprivate static let late = FeedError(.timeout, "late")
}

extension Task where Failure == Never {
    /// The value, or `nil` where the task that waits is cancelled before it is there. This task goes on.
    fileprivate var valueUnlessCancelled: Success? {
        get async {
            let (values, continuation) = AsyncStream.makeStream(of: Success.self)
            Task<Void, Never> {
                continuation.yield(await value)
                continuation.finish()
            }
            return await values.first { _ in true }
        }
    }
}
