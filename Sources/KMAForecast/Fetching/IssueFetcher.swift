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

/// How long an answer of a feed is the newest there is, and how long it may be shown, marked stale, after that.
enum Freshness: Sendable {
    /// Until the next issue; it may be shown as stale for so many seconds after its issue.
    case byIssue(IssueSchedule, maximumAge: Double)
    /// So many seconds from when it was fetched; the feed has no issues.
    case byAge(Double)

    /// The calls it takes to have the newest answer at every moment of a day.
    var callsADay: Int {
        switch self {
        case .byIssue(let schedule, _): Int(86_400 / schedule.interval)
        case .byAge(let seconds): Int(86_400 / seconds)
        }
    }

    /// Seconds after an empty answer ("not issued yet") before the issue is asked for again.
    var emptyPause: Double {
        switch self {
        case .byIssue(let schedule, _): schedule.retry
        case .byAge: 300
        }
    }

    /// Whether the feed has issues.
    var hasIssues: Bool { if case .byIssue = self { true } else { false } }

    /// A feed without issues has its answers stored once in three hours, as often as OpenWeather's forecast gains a step.
    private static let storageBucket = IssueSchedule(interval: 3 * 3_600, offset: 0, delay: 0)

    /// The issues to ask for at a moment, the newest first, and the one before for when that is not there yet; of a
    /// feed without issues the buckets an answer that is still current may have been stored in.
    func issues(at now: Date) -> [Date] {
        switch self {
        case .byIssue(let schedule, _):
            let newest = schedule.newest(at: now)
            return [newest, schedule.previous(to: newest)]
        case .byAge(let seconds):
            let newest = Freshness.storageBucket.newest(at: now)
            let before = Freshness.storageBucket.newest(at: now.addingTimeInterval(-seconds))
            return before == newest ? [newest] : [newest, before]
        }
    }

    /// The newest issue that is looked for at a moment; the bucket that an answer is stored in where there are none.
    func newestIssue(at now: Date) -> Date { issues(at: now)[0] }

    /// The issues of which a stored answer does in place of fetching one.
    func storedIssues(servingFor issue: Date, at now: Date) -> [Date] {
        hasIssues ? [issue] : issues(at: now)
    }

    /// Whether an answer to an issue that is due is new enough: without issues, for as long as it is not too old.
    ///
    /// An answer from the future means that the clock jumped back: its age cannot be told. One of a moment ahead is what a
    /// machine has fetched whose clock is ahead.
    func isFresh(fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue: true
        case .byAge(let seconds): Freshness.isAge(now.timeIntervalSince(fetchedAt), below: seconds)
        }
    }

    /// Seconds by which the clocks of machines that share a store may differ; those that are kept by NTP differ by less.
    private static let clockDifference = 5.0

    /// Whether an age in seconds is one, and below another.
    static func isAge(_ age: Double, below most: Double) -> Bool { (-clockDifference..<most).contains(age) }

    /// KMA's forecasts may be shown as stale for 48 hours: they are about days.
    static let maximumForecastAge = 48 * 3_600.0
    /// Observations and the next hours may be shown as stale for 3 hours; OpenWeather's free plan refreshes every 2.
    static let maximumObservationAge = 3 * 3_600.0

    /// Whether an answer may still be shown, marked stale, when nothing better can be had.
    func mayStandIn(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(_, let maximumAge): now.timeIntervalSince(issue) <= maximumAge
        case .byAge: now.timeIntervalSince(fetchedAt) <= Freshness.maximumObservationAge
        }
    }

    /// For how many of its intervals an answer has been the newest at hand: 1 where something newer can be there just now.
    func lateness(issue: Date, fetchedAt: Date, now: Date) -> Double {
        switch self {
        case .byIssue(let schedule, _):
            max(1, 1 + now.timeIntervalSince(schedule.nextAvailable(after: issue)) / schedule.interval)
        case .byAge(let seconds): max(1, now.timeIntervalSince(fetchedAt) / seconds)
        }
    }

    /// The first moment at which something newer than an answer can be there.
    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        switch self {
        case .byIssue(let schedule, _):
            let next = schedule.nextAvailable(after: issue)
            return next > now ? next : now.addingTimeInterval(emptyPause)
        case .byAge(let seconds):
            let next = fetchedAt.addingTimeInterval(seconds)
            return next > now ? next : now.addingTimeInterval(60)
        }
    }
}
