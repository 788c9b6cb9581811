import Feeds
import Forecast

/// Client of one service with second tries, lanes and counts, so that no other pays for a hang.
struct UpstreamClient: Sendable {
    private let service: UpstreamAPI
    private let configuration: ForecasterConfiguration
    let answers: StoredAnswers
    let quota: QuotaTracker
    private let limiter: ConcurrencyLimiter

    init(
        _ service: UpstreamAPI,
        _ configuration: ForecasterConfiguration,
        scope: StoreScope,
        limiter: ConcurrencyLimiter,
        standing: KeyStanding = KeyStanding()
    ) {
        (self.service, self.configuration) = (service, configuration)
        answers = StoredAnswers(store: configuration.store, scope: scope)
        self.limiter = limiter
        quota = QuotaTracker(
            service: service,
            scope: scope,
            store: configuration.store,
            standing: standing,
            keptADay: PrefetchTarget.callsADay(of: configuration.prefetchTargets)[service] ?? 0,
            clock: configuration.clock
        )
    }

    private var store: (any Store)? { configuration.store }

    var now: @Sendable () -> Date { configuration.now }

    var clock: any WaitingClock { configuration.clock }

    var longestFetch: Duration { configuration.timeout * (UpstreamClient.queueTimeouts + 1) + .seconds(1) }

    /// Sends one call past the circuit; a missing issue shows a good key.
    func checkHealth<Value>(_ request: FeedRequest<Value>, issue: Date) async -> HealthCheckResult {
        do throws(FeedError) {
            let timeout = configuration.timeout
            let sent = try await send(request, issue: issue, within: timeout, .program, .checking)
            return HealthCheckResult(error: sent.result.fault, date: sent.date)
        } catch { return HealthCheckResult(error: error) }
    }

    @concurrent func fetch<Value>(_ request: FeedRequest<Value>, issue: Date, _ permit: CallPermit) async throws(FeedError) -> FetchedIssue<
        Value
    > {
        do throws(FeedError) {
            let fetched = try await fetchWithRetries(request, issue: issue, permit)
            if let value = fetched.value {
                let stored = StoredIssue(subject: answers.subject(of: request), issue: issue, answer: fetched.answer)
                configuration.ledger?.record(stored, read: value)
            }
            await permit.end(.answered)
            return fetched
        } catch {
            await permit.end(error.wasSent ? .failed(error) : .notSent)
            throw error
        }
    }
}

struct FetchedIssue<Value: Sendable>: Sendable {
    var issue: Date
    var answer: StoredAnswer
    var value: Value?
}

extension UpstreamClient {
    /// Fetches an issue, or takes another process's answer if `isFresh`; if not there yet, the one before.
    @concurrent func fetchShared<Value>(
        _ request: FeedRequest<Value>,
        issue: Date,
        orEarlierBy freshness: Freshness?,
        _ permit: CallPermit,
        unless isFresh: @escaping @Sendable (FetchedIssue<Value>) -> Bool
    ) async throws(FeedError) -> [FetchedIssue<Value>] {
        let subject = answers.subject(of: request)
        let turn = await store?.turn(for: subject, issue: issue, limit: longestFetch) { stored in isFresh(answers.read(stored, of: request, issue)) }
        var granted: (any GrantedTurn)?
        switch turn {
        case .answered(let stored)?: return [answers.read(stored, of: request, issue)]
        case .failed(var fault)?:
            fault.retryAt = await quota.cooldownUntil(at: now())
            throw fault
        case .granted(let turn)?: granted = turn
        case nil: break
        }
        do throws(FeedError) {
            let fetched = try await fetch(request, issue: issue, permit)
            await granted?.finish(.answered(fetched.answer))
            guard fetched.value == nil, let freshness else { return [fetched] }
            var all = [fetched]
            for older in freshness.issues(before: issue, at: now()) where request.url(older) == request.url(issue) {
                all.append(answers.read(fetched.answer, of: request, older))
                guard all.last?.value != nil else { continue }
                await store?.put(fetched.answer, for: subject, issue: older)
                break
            }
            return all
        } catch {
            await granted?.finish(error.wasSent ? .failed(error) : .notSent)
            throw error
        }
    }

    /// A service that answers in a third of a second then serves forty new places at once.
    private static let queueTimeouts = 3

    private func fetchWithRetries<Value>(_ request: FeedRequest<Value>, issue: Date, _ permit: CallPermit) async throws(FeedError)
        -> FetchedIssue<Value>
    {
        var policy = RetryPolicy()
        var remaining = configuration.timeout
        var firstFault: FeedError?
        while true {
            let sent: Sent<Value>
            do throws(FeedError) {
                sent = try await send(
                    request,
                    issue: issue,
                    within: remaining,
                    permit.caller,
                    permit.tried == nil && firstFault == nil ? .ready : .trying,
                    isSecondTry: firstFault != nil
                )
            } catch {
                // An unsent second try takes back nothing of the first.
                throw firstFault ?? error
            }
            switch sent.result {
            case .success(let fetched): return fetched
            case .failure(let fault):
                remaining -= sent.duration
                firstFault = fault
                switch policy.failed(fault, remaining: remaining, jitter: .random(in: 0...1)) {
                case .giveUp: throw fault
                case .again(let pause):
                    try? await clock.sleep(for: pause)
                    remaining -= pause
                }
            }
        }
    }

    private struct Sent<Value: Sendable> {
        var result: Result<FetchedIssue<Value>, FeedError>
        var duration: Duration
        var date: Date?
    }

    /// A second try waits within the first one's time.
    private func send<Value>(
        _ request: FeedRequest<Value>,
        issue: Date,
        within remaining: Duration,
        _ caller: Caller,
        _ stage: CallAdmission.Stage,
        isSecondTry: Bool = false
    ) async throws(FeedError) -> Sent<Value> {
        precondition(request.feed.service == service, "A request goes to its own service")
        let usualWait = caller.claim == .beside ? configuration.optionalTimeout : configuration.timeout * UpstreamClient.queueTimeouts
        // A fifth of a second is too short to answer, see `RetryPolicy`.
        let wait = isSecondTry ? min(usualWait, remaining - .milliseconds(200)) : usualWait
        let asked = clock.now
        guard await limiter.acquire(for: request.feed, caller, within: wait) else { throw .refused(.ownQueue) }
        let lane = await store?.lane(of: service, scope: answers.scope, limit: configuration.timeout * 2, within: wait - (clock.now - asked))
        do throws(FeedError) {
            if store != nil, lane == nil { throw .refused(.ownQueue) }
            try await quota.spend(at: now(), for: caller, request.feed, stage)
        } catch {
            await lane?.release()
            await limiter.release(request.feed)
            throw error
        }
        let remaining = isSecondTry ? remaining - (clock.now - asked) : remaining
        // Real time, as in the transport.
        let start = ContinuousClock.now
        let answer: Result<HTTPAnswer, FeedError>
        do throws(TransportFault) { answer = .success(try await configuration.transport.fetch(request.url(issue), remaining)) } catch {
            answer = .failure(FeedError(error))
        }
        let duration = ContinuousClock.now - start
        await lane?.release()
        await limiter.release(request.feed)
        let source = Origin(request.feed, issuedAt: issue, fetchedAt: now())
        let value = answer.flatMap { answer in Result { () throws(FeedError) in try request.read(answer, source) } }
        let fault = value.fault
        configuration.observeCall(UpstreamCall(feed: request.feed, fault: fault?.code, duration: duration))
        // Only an upstream's word counts: our own refusal must not extend its cooldown.
        let pause = await quota.record(fault, until: answer.value?.retryTime(at: source.fetchedAt), at: now())
        let result = answer.flatMap { answer in
            let stored = StoredAnswer(fetchedAt: source.fetchedAt, status: answer.status, body: answer.body)
            let isEmpty = fault?.code == .noData
            return isEmpty
                ? .success(FetchedIssue(issue: issue, answer: stored)) : value.map { FetchedIssue(issue: issue, answer: stored, value: $0) }
        }.mapError { fault in
            var fault = fault
            fault.retryAt = pause ?? fault.retryAt
            return fault
        }
        return Sent(result: result, duration: duration, date: answer.value?.date)
    }
}

extension Result {
    fileprivate var fault: Failure? { if case .failure(let fault) = self { fault } else { nil } }

    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}

struct RetryPolicy: Sendable {
    enum Action: Equatable {
        case again(after: Duration)
        case giveUp
    }

    private var made = 1

    /// `jitter`, 0…1, spreads second tries of calls that failed together.
    mutating func failed(_ fault: FeedError, remaining: Duration, jitter: Double) -> Action {
        guard made < 2, fault.isRetryable, fault.retryAt == nil else { return .giveUp }
        // Code 23 counts calls within a second: wait for the next.
        let pause: Duration = fault.code == .rateLimited ? .milliseconds(1_000 + Int(500 * jitter)) : .milliseconds(100 + Int(300 * jitter))
        guard remaining > pause + .milliseconds(200) else { return .giveUp }
        made += 1
        return .again(after: pause)
    }
}
