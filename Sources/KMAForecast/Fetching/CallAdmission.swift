import Feeds
import Forecast

/// Decision about a call by claim, circuit, pause and calls left: events in, decisions out. ``LaneAssignment`` then gives lanes, the ``Store`` turns.
struct CallAdmission: Sendable {
    enum Stage: Sendable, Hashable {
        case asked
        case ready
        /// Trial of a circuit, or a second try.
        case trying
        case checking
    }

    enum Decision: Sendable, Hashable {
        case send
        /// Trial after a fault; clients with another answer do not wait.
        case attempt(FeedError)
        case wait(FeedError)
        case refuse(FeedError)
    }

    struct Moment: Sendable {
        var date: Date
        var instant: ContinuousClock.Instant
    }

    private let limits: UpstreamAPI.Limits
    private let keptADay: Int
    private var breaker = CircuitBreaker()

    init(_ limits: UpstreamAPI.Limits, keptADay: Int = 0) { (self.limits, self.keptADay) = (limits, keptADay) }

    /// `usage` are counts of calls, the shortest period first.
    mutating func decide(_ caller: Caller, _ feed: Feed, _ stage: Stage, _ usage: CallUsage?, at moment: Moment) -> Decision {
        if let refusal = caller.refusal { return .refuse(refusal) }
        var asked = breaker
        var action = CircuitBreaker.Action.ask
        switch stage {
        case .asked: action = asked.event(.asked, of: feed, at: moment.instant)
        case .ready: action = breaker.fault(of: feed).map { .refuse($0) } ?? .ask
        case .trying, .checking: break
        }
        if case .refuse(let fault) = action {
            let held = held(fault, of: feed, at: moment)
            return breaker.isTrying(feed) ? .wait(held) : .refuse(held)
        }
        if let usage, let refusal = refusal(caller.claim, stage, usage, at: moment.date) { return .refuse(refusal) }
        breaker = asked
        return if case .trial(let fault) = action { .attempt(fault) } else { .send }
    }

    func fault(of feed: Feed, at moment: Moment) -> FeedError? { breaker.fault(of: feed).map { held($0, of: feed, at: moment) } }

    func isTrying(_ feed: Feed) -> Bool { breaker.isTrying(feed) }

    mutating func ended(_ result: CallResult, of feed: Feed, wasTrying: Bool, at instant: ContinuousClock.Instant) {
        switch result {
        case .answered: _ = breaker.event(.answered, of: feed, at: instant)
        case .failed(let fault): _ = breaker.event(fault.concernsFeed ? .failed(fault) : .answered, of: feed, at: instant)
        case .notSent where wasTrying: _ = breaker.event(.trialNotSent, of: feed, at: instant)
        case .notSent: break
        }
    }

    func limit(_ claim: Caller.Claim, of limit: Int) -> Int { claim == .new || claim == .beside ? limit - limit / 5 : limit }

    private func held(_ fault: FeedError, of feed: Feed, at moment: Moment) -> FeedError {
        var fault = fault
        fault.wasSent = false
        fault.retryAfter = breaker.pause(of: feed, at: moment.instant)
        return fault
    }

    func refusal(_ claim: Caller.Claim, _ stage: Stage, _ usage: CallUsage, at now: Date) -> FeedError? {
        if let cooldown = usage.cooldown, !(stage == .checking && cooldown.code.deniesApproval) {
            var fault = FeedError.unsent(cooldown.code)
            fault.retryAt = cooldown.until
            return fault
        }
        if let perMinute = limits.callsAMinute, let calls = usage.calls.first ?? nil, calls >= limit(claim, of: perMinute) {
            let minute = now.timeIntervalSince1970 / 60
            let next = Date(timeIntervalSince1970: (minute.rounded(.down) + 1) * 60)
            return .refused(calls < perMinute ? .reservedForKnown : .minuteSpent, until: next)
        }
        guard let calls = usage.calls.last ?? nil else { return nil }
        let midnight = (KoreanDate(of: now) + 1).start
        let spare = limit(claim, of: limits.callsADay) - calls - 1
        guard spare >= 0 else {
            let refusal: Refusal = calls < limits.callsADay ? .reservedForKnown : .daySpent
            return .refused(refusal, .quotaExceeded, until: midnight)
        }
        if claim == .kept || keptADay == 0 { return nil }
        // Prefetching needs its share of the rest of the day.
        let from = midnight - Double(spare) * 86_400 / Double(keptADay)
        return now < from ? .refused(.reservedForKept, until: from) : nil
    }
}

extension FeedError { var concernsFeed: Bool { isRetryable || code.traits.breakerEffect == .opens } }

enum CallResult: Sendable {
    case answered
    case failed(FeedError)
    case notSent
}

/// Permit for one call; released, it ends as unsent.
final class CallPermit: Sendable {
    let caller: Caller
    let feed: Feed
    let tried: FeedError?
    private let number: Int
    private let quota: QuotaTracker

    init(_ number: Int, _ caller: Caller, _ feed: Feed, trying tried: FeedError?, of quota: QuotaTracker) {
        (self.number, self.caller, self.feed, self.tried, self.quota) = (number, caller, feed, tried, quota)
    }

    func end(_ result: CallResult) async { await quota.end(number, result) }

    deinit { Task { [quota, number] in await quota.end(number, .notSent) } }
}

/// Caller of upstreams, with a claim to their calls.
public struct Caller: Sendable {
    /// Claims, the strongest first.
    public enum Claim: Sendable, Hashable {
        /// Command line and prefetching: every call.
        case kept
        /// Place with stored answers.
        case known
        /// Place without.
        case new
        /// Part an answer is whole without; waits less for a lane.
        case beside
        /// Stored answers alone, with the reason.
        case storedOnly(FeedError)
    }

    /// Client, whose calls take turns with others'.
    public var client: String
    /// Claim to the calls.
    public var claim: Claim
    /// Observer of calls.
    public var recordCall: @Sendable () -> Void
    /// Greatest age of stored answers, in seconds.
    var maximumAge: Double?

    /// Creates a caller.
    public init(client: String, claim: Claim, recordCall: @escaping @Sendable () -> Void = {}) {
        (self.client, self.claim, self.recordCall) = (client, claim, recordCall)
    }

    /// Caller of the program itself.
    public static let program = Caller(client: "", claim: .kept)

    /// Caller of stored answers alone.
    public static let offline = Caller(client: "", claim: .storedOnly(.offline))

    var refusal: FeedError? { if case .storedOnly(let fault) = claim { fault } else { nil } }

    var beside: Caller {
        var caller = self
        if refusal == nil { caller.claim = .beside }
        return caller
    }

    func taking(_ maximumAge: Double?) -> Caller {
        var caller = self
        caller.maximumAge = maximumAge
        return caller
    }
}
