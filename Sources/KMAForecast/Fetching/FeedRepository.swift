import Feeds
import Forecast

/// Answers of a feed: from memory, the store, one fetch for all, else an older one. ``SubjectHistory`` decides.
actor FeedRepository<Value: Sendable>: NewsReader {
    typealias Request = FeedRequest<Value>
    typealias History = SubjectHistory<Value>

    /// Coordinates are countless; unused subjects make room.
    private static var capacity: Int { 512 }

    private let feed: Feed
    private let freshness: Freshness
    private let answers: StoredAnswers
    private let client: UpstreamClient
    private let remainder: History.Remainder?
    let now: @Sendable () -> Date
    private var histories = RecentValues<History>(capacity: capacity)
    private var inFlight: [Flight: Task<Outcome, Never>] = [:]

    init(_ feed: Feed, _ freshness: Freshness, _ client: UpstreamClient, remainder: History.Remainder? = nil) {
        (self.feed, self.freshness, self.client) = (feed, freshness, client)
        answers = client.answers
        self.remainder = remainder
        now = client.now
    }

    private struct Flight: Hashable {
        var subject: String
        var wish: History.Wish
    }

    private struct Outcome: Sendable {
        var answer: History.Answer?
        var fault: FeedError?
        var isFresh = false
    }

    /// Best answer, fetched anew if too old; for a cancelled caller the stored one, as late.
    func answer(_ request: Request, for caller: Caller = .program) async -> FeedAnswer<Value> {
        if case .show(let answer, .current) = decide(.newest, of: request, caller.maximumAge) {
            return report(Outcome(answer: answer), .newest, of: request)
        }
        // It neither fetches nor has others wait for a fetch that is not made.
        if let refusal = caller.refusal {
            var read: Set<Date> = []
            _ = await decideReading(request, caller.maximumAge, &read)
            return report(await storedAnswer(request, caller, instead: refusal), .newest, of: request)
        }
        let flight = Flight(subject: request.subject, wish: .newest)
        // No wait for a failing feed if there is another answer.
        if inFlight[flight] != nil, let fault = await client.quota.fault(of: feed, at: now()) {
            let stored = await storedAnswer(request, caller, instead: fault)
            if stored.answer != nil { return report(stored, .newest, of: request) }
        }
        let task = inFlight[flight] ?? start(flight) { await $0.renew(request, caller) }
        if let outcome = await task.valueUnlessCancelled { return report(outcome, .newest, of: request) }
        var answer = report(await storedAnswer(request, caller, instead: .late), .newest, of: request)
        answer.report.nextChange = now().addingTimeInterval(FeedReport.latePause)
        return answer
    }

    func answer(_ request: Request, ofIssue issue: Date, for caller: Caller) async -> FeedAnswer<Value>? {
        guard issue < freshness.newestIssue(at: now()) else { return nil }
        let wish = History.Wish.issue(issue)
        if caller.refusal != nil { return report(await load(request, issue: issue, caller), wish, of: request) }
        let flight = Flight(subject: request.subject, wish: wish)
        let task = inFlight[flight] ?? start(flight) { await $0.load(request, issue: issue, caller) }
        let outcome = await task.valueUnlessCancelled ?? Outcome(fault: .late)
        return report(outcome, wish, of: request)
    }

    func remembers(_ issue: Date, of request: Request) -> Bool { histories[request.subject]?.holds(issue) == true }

    func holds(_ issue: Date, of request: Request) async -> Bool {
        if remembers(issue, of: request) { return true }
        return await answers.issues(of: request).contains(issue)
    }

    func knows(_ request: Request) async -> Bool {
        if histories[request.subject]?.hasAnswer == true { return true }
        return await !answers.issues(of: request).isEmpty
    }

    func stored(_ request: Request, since start: Date) async -> [Value] {
        var values: [Value] = []
        for issue in await answers.issues(of: request) where issue >= start && issue <= now() {
            if let value = await answers.issue(issue, of: request)?.value { values.append(value) }
        }
        return values
    }

    func history(of request: Request, before newest: History.Answer, on day: KoreanDate) async -> History {
        if history(of: request.subject).lacksEarlier(of: newest, on: day) {
            let stored = await answers.issues(of: request)
            for issue in history(of: request.subject).unread(of: stored, before: newest, on: day) { await readStored(request, issue) }
            var history = history(of: request.subject)
            history.hasRead(day, before: newest)
            histories[request.subject] = history
        }
        return history(of: request.subject)
    }

    func apply(_ news: StoredNews) {
        let name = news.subject.name
        if histories[name] != nil { record(.news(news), of: name) }
    }
}

extension FeedRepository {
    private func decide(_ wish: History.Wish, of request: Request, _ maximumAge: Double? = nil) -> History.Decision {
        history(of: request.subject).decide(wish, maximumAge: maximumAge, at: now())
    }

    private func history(of subject: String) -> History { histories[subject] ?? History(freshness, remainder: remainder) }

    private func readStored(_ request: Request, _ issue: Date) async {
        if let stored = await answers.issue(issue, of: request) { record(.init(stored), of: request.subject) }
    }

    private func fetch(_ request: Request, _ issue: Date, _ wish: History.Wish, _ permit: CallPermit) async throws(FeedError) -> Set<Date> {
        let known = history(of: request.subject)
        var request = request
        if let newest = known.newest, newest.fetchedAt <= now() {
            request.read = { [read = request.read, isOlder = request.isOlder] answer, origin throws(FeedError) in
                let value = try read(answer, origin)
                if isOlder(value, newest.value) { throw FeedError(.malformedResponse, "older than the answer before") }
                return value
            }
        }
        do throws(FeedError) {
            let fetched = try await client.fetchShared(request, issue: issue, orEarlierBy: wish == .newest ? freshness : nil, permit) { [now] in
                known.accepts(.init($0), maximumAge: permit.caller.maximumAge, at: now())
            }
            for item in fetched { record(.init(item), of: request.subject) }
            return Set(fetched.map(\.issue))
        } catch {
            record(.failed(error, issue: issue), of: request.subject)
            throw error
        }
    }

    private func record(_ event: History.Event, of subject: String) {
        var history = history(of: subject)
        history.event(event, at: now())
        histories[subject] = history
    }

    private func start(_ flight: Flight, _ load: @escaping @Sendable (FeedRepository) async -> Outcome) -> Task<Outcome, Never> {
        let task = Task {
            defer { inFlight[flight] = nil }
            return await load(self)
        }
        inFlight[flight] = task
        return task
    }

    private func decideReading(_ request: Request, _ maximumAge: Double?, _ read: inout Set<Date>) async -> History.Decision {
        while true {
            let decision = decide(.newest, of: request, maximumAge)
            guard case .fetch(let issue, _) = decision else { return decision }
            let unread = freshness.storedIssues(servingFor: issue, at: now()).filter { !read.contains($0) }
            if unread.isEmpty { return decision }
            for issue in unread { await readStored(request, issue) }
            read.formUnion(unread)
        }
    }

    private func renew(_ request: Request, _ caller: Caller) async -> Outcome {
        var (read, asked): (Set<Date>, Set<Date>) = ([], [])
        // For the trial call of the service, and for the feed's own.
        var waits = 2
        while true {
            // Young enough if learnt now.
            let decision = await decideReading(request, asked.isEmpty ? caller.maximumAge : nil, &read)
            guard case .fetch(let issue, _) = decision, !asked.contains(issue) else {
                if case .show(let answer, .current) = decision { return Outcome(answer: answer, isFresh: asked.contains(answer.issue)) }
                return await storedAnswer(request, caller, instead: FeedError(.noData))
            }
            let permit: CallPermit
            switch await client.quota.ask(caller, feed, at: now()) {
            case .permit(let granted): permit = granted
            case .refuse(let fault): return await storedAnswer(request, caller, instead: fault)
            case .wait(let fault):
                let instead = await storedAnswer(request, caller, instead: fault)
                guard instead.answer == nil, waits > 0, await client.quota.trialCallEnds(of: feed) else { return instead }
                waits -= 1
                continue
            }
            if let fault = permit.tried {
                let instead = await storedAnswer(request, caller, instead: fault)
                guard instead.answer == nil else {
                    Task { await tryAgain(request, issue, permit) }
                    return instead
                }
            }
            do throws(FeedError) { asked.formUnion(try await fetch(request, issue, .newest, permit)) } catch {
                return await storedAnswer(request, caller, instead: error)
            }
        }
    }

    private func tryAgain(_ request: Request, _ issue: Date, _ permit: CallPermit) async {
        do throws(FeedError) { _ = try await fetch(request, issue, .newest, permit) } catch { return }
        _ = await renew(request, permit.caller.taking(nil))
    }

    private func load(_ request: Request, issue: Date, _ caller: Caller) async -> Outcome {
        let wish = History.Wish.issue(issue)
        var isRead = false
        var isAsked = false
        while true {
            switch decide(wish, of: request) {
            case .show(let answer, _): return Outcome(answer: answer, isFresh: isAsked)
            case .nothing(let fault): return Outcome(fault: fault)
            case .fetch where !isRead:
                await readStored(request, issue)
                isRead = true
            case .fetch where isAsked: return Outcome(fault: FeedError(.noData))
            case .fetch:
                // A supplement is no reason to try a feed.
                if let fault = await client.quota.fault(of: feed, at: now()) { return Outcome(fault: fault) }
                let permit: CallPermit
                switch await client.quota.ask(caller, feed, at: now()) {
                case .permit(let granted): permit = granted
                case .wait(let fault), .refuse(let fault): return Outcome(fault: fault)
                }
                do throws(FeedError) {
                    _ = try await fetch(request, issue, wish, permit)
                    isAsked = true
                } catch { return Outcome(fault: error) }
            }
        }
    }

    private func storedAnswer(_ request: Request, _ caller: Caller, instead fault: FeedError) async -> Outcome {
        if !history(of: request.subject).hasAnswer {
            for issue in await answers.issues(of: request) {
                await readStored(request, issue)
                if history(of: request.subject).hasAnswer { break }
            }
        }
        return switch decide(.newest, of: request, caller.maximumAge) {
        case .show(let answer, .current): Outcome(answer: answer)
        case .show(let answer, .stale), .fetch(_, let answer?): Outcome(answer: answer, fault: fault)
        case .fetch(_, nil), .nothing: Outcome(fault: fault)
        }
    }

    private func report(_ outcome: Outcome, _ wish: History.Wish, of request: Request) -> FeedAnswer<Value> {
        let (now, history) = (now(), history(of: request.subject))
        var report = FeedReport(feed: feed, status: .failed, error: outcome.fault)
        if answers.areShared {
            let isAskedNow = outcome.fault != nil
            let version = history.version(of: outcome.answer, wish, isAskedNow: isAskedNow, at: now)
            report.answers = [answers.subject(of: request): version]
        }
        guard let answer = outcome.answer else { return FeedAnswer(value: nil, report: report) }
        let gap = request.gap(answer.value, wish == .newest ? now : answer.issue)
        if let gap, gap.code == .noData {
            report.error = outcome.fault ?? gap
            return FeedAnswer(value: nil, report: report)
        }
        report.status = outcome.fault != nil ? .stale : outcome.isFresh ? .fresh : .cached
        // Another machine's clock may be ahead.
        report.fetchedAt = min(answer.fetchedAt, now)
        if freshness.hasIssues { report.issuedAt = answer.issue }
        report.nextChange = history.nextChange(of: answer, at: now)
        // Of an old answer the fault of the new one goes first.
        if let gap { report = report.partial(for: report.error ?? gap, at: now) }
        return FeedAnswer(value: answer.value, issue: answer.issue, report: report)
    }
}

extension FeedError { fileprivate static let late = FeedError(.timeout, "late") }
