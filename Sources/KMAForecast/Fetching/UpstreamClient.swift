import Feeds
import Forecast

/// Calls one service: retry policy, circuit breaker, concurrency limiter and quota, in front of the transport.
///
/// Every service has a client of its own, so that one that hangs or fails never costs another an open circuit or a
/// second; services that the upstream counts together share a limiter, of which none holds all.
struct UpstreamClient<Service: FeedService>: Sendable {
    /// The calls this service still has.
    let quota: QuotaTracker
    private let transport: Transport
    private let limiter: ConcurrencyLimiter
    /// Where answers are stored.
    let store: (any Store)?
    private let breaker: SharedCircuitBreaker
    private let timeout: Duration
    private let optionalTimeout: Duration
    /// The clock.
    let now: @Sendable () -> Date
    private let observe: @Sendable (UpstreamCall) -> Void
    private let ledger: LedgerRecorder?

    /// Answers and counts are stored under this.
    let scope: StoreScope

    /// How long an issue may take to be fetched: waiting for a lane, and two tries. Who takes longer is stopped.
    var longestFetch: Duration { timeout * (Self.queueTimeouts + 1) + .seconds(1) }

    /// `standing`: what is known of the key, shared by the services that it is sent to.
    init(
        _ configuration: ForecasterConfiguration,
        scope: StoreScope,
        limiter: ConcurrencyLimiter,
        standing: KeyStanding = KeyStanding()
    ) {
        self.scope = scope
        quota = QuotaTracker(
            service: Service.service,
            scope: scope,
            store: configuration.store,
            standing: standing,
            keptADay: PrefetchTarget.callsADay(of: configuration.prefetchTargets)[Service.service] ?? 0
        )
        transport = configuration.transport
        self.limiter = limiter
        store = configuration.store
        breaker = SharedCircuitBreaker(clock: configuration.instant)
        timeout = configuration.timeout
        optionalTimeout = configuration.optionalTimeout
        now = configuration.now
        observe = configuration.observeCall
        ledger = configuration.ledger
    }

    /// What came back: the answer to store, and its value, `nil` where the issue is not there yet.
    struct Fetched<Value: Sendable>: Sendable {
        var answer: HTTPAnswer
        var value: Value?
    }

    /// Whether a feed may be called, as its circuit breaker sees it.
    func admit(_ feed: Feed) async -> CircuitBreaker.Action {
        await breaker.event(.asked, of: feed)
    }

    /// The fault for which a feed is not called at the moment; `nil` where it is.
    func openFault(of feed: Feed) async -> FeedError? {
        await breaker.fault(of: feed)
    }

    /// Waits for the call that tries a feed for all; `false` at once where none is under way. It takes no longer than
    /// ``longestFetch``.
    func trialCallEnds(of feed: Feed) async -> Bool {
        await breaker.trialCallEnds(of: feed)
    }

    /// Notes that a trial call was not needed: another process fetched, or failed to.
    func trialNotSent(_ feed: Feed) async {
        _ = await breaker.event(.trialNotSent, of: feed)
    }

    /// Sends one call, whatever the circuit breaker says; an issue that is not there yet shows that the key is good.
    func checkHealth<Value>(_ request: FeedRequest<Service, Value>, issue: Date) async -> HealthCheckResult {
        do throws(FeedError) {
            let sent = try await send(request, issue: issue, within: timeout, isHealthCheck: true)
            return HealthCheckResult(error: sent.result.fault, date: sent.date)
        } catch {
            return HealthCheckResult(error: error)
        }
    }

    /// Fetches an issue in at most two tries, both within the timeout; waiting for a lane comes on top and is bounded
    /// as well.
    @concurrent
    func fetch<Value>(
        _ request: FeedRequest<Service, Value>,
        issue: Date,
        isTrial: Bool = false
    ) async throws(FeedError) -> Fetched<Value> {
        do throws(FeedError) {
            let fetched = try await fetchWithRetries(request, issue: issue, isTrial: isTrial)
            if let ledger, let value = fetched.value {
                ledger.record(
                    FetchedAnswer(
                        feed: request.feed,
                        subject: request.subject,
                        issuedAt: issue,
                        fetchedAt: now(),
                        body: fetched.answer.body,
                        value: value
                    )
                )
            }
            _ = await breaker.event(.answered, of: request.feed)
            return fetched
        } catch {
            if error.wasSent {
                let event: CircuitBreaker.Event = error.concernsFeed ? .failed(error) : .answered
                _ = await breaker.event(event, of: request.feed)
            } else if isTrial {
                _ = await breaker.event(.trialNotSent, of: request.feed)
            }
            throw error
        }
    }
}

extension UpstreamClient {
    /// How much longer than the timeout a call may wait for a lane: long enough that forty new places at once are all
    /// served by an upstream that answers in a third of a second.
    private static var queueTimeouts: Int { 3 }

    private func fetchWithRetries<Value>(
        _ request: FeedRequest<Service, Value>,
        issue: Date,
        isTrial: Bool
    ) async throws(FeedError) -> Fetched<Value> {
        var policy = RetryPolicy()
        var remaining = timeout
        var firstFault: FeedError?
        while true {
            let sent: Sent<Value>
            do throws(FeedError) {
                // A trial call is meant to find out, and a second try follows a first that was let through.
                sent = try await send(
                    request,
                    issue: issue,
                    within: remaining,
                    isSecondTry: firstFault != nil,
                    obeysBreaker: !isTrial && firstFault == nil
                )
            } catch {
                // A second try that is not sent takes nothing back of what the upstream did to the first.
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
                    // The sleep ends early only with the process, and then nobody waits for the answer.
                    try? await Task.sleep(for: pause)
                    remaining -= pause
                }
            }
        }
    }

    /// The result of a call that was sent, how long it took, a second try with its wait for a lane, and the upstream's clock where it answered.
    private struct Sent<Value: Sendable> {
        var result: Result<Fetched<Value>, FeedError>
        var duration: Duration
        var date: Date?
    }

    /// Sends a call as soon as it has a lane; throws where it is not sent at all. A second try waits for its lane within
    /// the time that the first has left, so that both end within ``longestFetch``.
    private func send<Value>(
        _ request: FeedRequest<Service, Value>,
        issue: Date,
        within remaining: Duration,
        isSecondTry: Bool = false,
        obeysBreaker: Bool = false,
        isHealthCheck: Bool = false
    ) async throws(FeedError) -> Sent<Value> {
        let origin = RequestOrigin.current
        let usualWait = origin.isSupplementary ? optionalTimeout : timeout * Self.queueTimeouts
        // Less than a fifth of a second is no time to answer in, see `RetryPolicy`.
        let wait = isSecondTry ? min(usualWait, remaining - .milliseconds(200)) : usualWait
        let asked = ContinuousClock.now
        let deadline = asked + wait
        guard await limiter.acquire(for: request.feed, origin, within: wait) else {
            throw .unsent(.rateLimited, "own queue")
        }
        let lane = await store?.lane(of: Service.service, scope: scope, limit: timeout * 2, until: deadline)
        do throws(FeedError) {
            if store != nil, lane == nil { throw .unsent(.rateLimited, "own queue") }
            // The circuit may have opened while the call waited.
            if obeysBreaker, var fault = await breaker.fault(of: request.feed) {
                fault.wasSent = false
                throw fault
            }
            try await quota.spend(at: now(), for: origin, asksApproval: isHealthCheck)
        } catch {
            await lane?.release()
            await limiter.release(request.feed)
            throw error
        }
        let start = ContinuousClock.now
        let remaining = isSecondTry ? remaining - (start - asked) : remaining
        let answer: Result<HTTPAnswer, FeedError>
        do throws(TransportFault) {
            answer = .success(try await transport.fetch(request.url(issue), remaining))
        } catch {
            answer = .failure(FeedError(error))
        }
        let duration = ContinuousClock.now - start
        await lane?.release()
        await limiter.release(request.feed)
        let value = answer.flatMap { answer in
            Result { () throws(FeedError) in try request.read(answer, issue) }
        }
        let fault = value.fault
        observe(UpstreamCall(feed: request.feed, fault: fault?.code, duration: duration))
        // Only what an upstream said counts here: a refusal of our own must not make its cooldown longer.
        await quota.record(fault, at: now())
        let isEmpty = fault?.code == .noData
        let result = answer.flatMap { answer in
            isEmpty
                ? .success(Fetched(answer: answer, value: nil))
                : value.map { Fetched(answer: answer, value: $0) }
        }
        return Sent(result: result, duration: duration, date: answer.value?.date)
    }
}

extension Result {
    fileprivate var fault: Failure? {
        if case .failure(let fault) = self { fault } else { nil }
    }

    fileprivate var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}

/// The circuit breaker of a service, shared by its feeds.
private actor SharedCircuitBreaker {
    private var breaker = CircuitBreaker()
    private let clock: @Sendable () -> ContinuousClock.Instant
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(clock: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.clock = clock
    }

    func event(_ event: CircuitBreaker.Event, of feed: Feed) -> CircuitBreaker.Action {
        let now = clock()
        let action = breaker.event(event, of: feed, at: now)
        if case .asked = event {} else { resumeWaiting() }
        guard case .refuse(var fault) = action else { return action }
        fault.retryAfter = breaker.pause(of: feed, at: now)
        return .refuse(fault)
    }

    func trialCallEnds(of feed: Feed) async -> Bool {
        guard breaker.isTrying(feed) else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    private func resumeWaiting() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// The fault for which a feed is not called, with the time until it is.
    func fault(of feed: Feed) -> FeedError? {
        var fault = breaker.fault(of: feed)
        fault?.retryAfter = breaker.pause(of: feed, at: clock())
        return fault
    }
}

/// One call that was made to an upstream, for counters and logs. It never holds the URL.
public struct UpstreamCall: Sendable, Hashable {
    /// The feed that was asked.
    public var feed: Feed
    /// What was wrong with the answer; `nil` where nothing was.
    public var fault: ErrorCode?
    /// How long the answer took.
    public var duration: Duration
}
