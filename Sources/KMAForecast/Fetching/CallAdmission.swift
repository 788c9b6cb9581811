import Feeds
import Forecast

/// Decision whether a call to a service is made, and the reason if it is not: by the claim of its caller, the circuit of
/// its feed, the pause that the upstream asked for, and the calls that are left.
///
/// A value: events in, decisions out. Clocks and counts are arguments. What a client may cause at all is decided before by
/// the service (its requests, its new places), and after it which call has a lane (``LaneAssignment``) and which process
/// fetches for all (``Store``).
struct CallAdmission: Sendable {
    /// Moment of a call at which it is decided on.
    enum Stage: Sendable, Hashable {
        /// Somebody wants an answer of the feed.
        case asked
        /// It has waited for its lane; the circuit may have opened meanwhile.
        case ready
        /// It tries a feed whose circuit is open, or follows a first try, and so no longer asks for the circuit.
        case trying
        /// It is to find out whether the service takes the key by now.
        case checking
    }

    /// What becomes of a call.
    enum Decision: Sendable, Hashable {
        /// It is made.
        case send
        /// It is made to try the feed, after the fault that opened its circuit. Nobody waits for it who can be shown
        /// something.
        case attempt(FeedError)
        /// Another call tries the feed.
        case wait(FeedError)
        /// It is not made.
        case refuse(FeedError)
    }

    /// The moment, by the clock of dates and by one that never jumps.
    struct Moment: Sendable {
        var date: Date
        var instant: ContinuousClock.Instant
    }

    private let limits: UpstreamAPI.Limits
    /// Calls a day of what is fetched ahead.
    private let keptADay: Int
    private var breaker = CircuitBreaker()

    init(_ limits: UpstreamAPI.Limits, keptADay: Int = 0) {
        (self.limits, self.keptADay) = (limits, keptADay)
    }

    /// Decides on a call. `usage`: the calls that were made, the shortest period first; `nil` if they are not known yet.
    mutating func decide(
        _ caller: Caller,
        _ feed: Feed,
        _ stage: Stage,
        _ usage: CallUsage?,
        at moment: Moment
    ) -> Decision {
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
        if let usage, let refusal = refusal(caller.claim, stage, usage, at: moment.date) {
            return .refuse(refusal)
        }
        breaker = asked
        return if case .trial(let fault) = action { .attempt(fault) } else { .send }
    }

    /// The fault for which a feed is not called; `nil` if it is.
    func fault(of feed: Feed, at moment: Moment) -> FeedError? {
        breaker.fault(of: feed).map { held($0, of: feed, at: moment) }
    }

    /// True while a call tries a feed for all.
    func isTrying(_ feed: Feed) -> Bool { breaker.isTrying(feed) }

    /// Takes up how a call ended. One that was not sent says something only if it was to try the feed.
    mutating func ended(
        _ result: CallResult,
        of feed: Feed,
        wasTrying: Bool,
        at instant: ContinuousClock.Instant
    ) {
        switch result {
        case .answered: _ = breaker.event(.answered, of: feed, at: instant)
        case .failed(let fault):
            _ = breaker.event(fault.concernsFeed ? .failed(fault) : .answered, of: feed, at: instant)
        case .notSent where wasTrying: _ = breaker.event(.trialNotSent, of: feed, at: instant)
        case .notSent: break
        }
    }

    /// The calls of a minute, or a day, that a claim may have made.
    func limit(_ claim: Caller.Claim, of limit: Int) -> Int {
        claim == .new || claim == .beside ? limit - limit / 5 : limit
    }

    private func held(_ fault: FeedError, of feed: Feed, at moment: Moment) -> FeedError {
        var fault = fault
        fault.wasSent = false
        fault.retryAfter = breaker.pause(of: feed, at: moment.instant)
        return fault
    }

    /// The reason of the counts, or of the pause that the upstream asked for, against a call; `nil` if there is none.
    func refusal(_ claim: Caller.Claim, _ stage: Stage, _ usage: CallUsage, at now: Date) -> FeedError? {
        if let cooldown = usage.cooldown, !(stage == .checking && cooldown.code.deniesApproval) {
            var fault = FeedError.unsent(cooldown.code)
            fault.retryAt = cooldown.until
            return fault
        }
        if let perMinute = limits.callsAMinute, let calls = usage.calls.first ?? nil,
            calls >= limit(claim, of: perMinute)
        {
            let minute = now.timeIntervalSince1970 / 60
            let next = Date(timeIntervalSince1970: (minute.rounded(.down) + 1) * 60)
            return .refused(calls < perMinute ? .reservedForKnown : .minuteSpent, until: next)
        }
        guard let calls = usage.calls.last ?? nil else { return nil }
        let midnight = (KoreanDate(of: now) + 1).start
        // Calls beside this one that the claim leaves to others.
        let spare = limit(claim, of: limits.callsADay) - calls - 1
        guard spare >= 0 else {
            let refusal: Refusal = calls < limits.callsADay ? .reservedForKnown : .daySpent
            return .refused(refusal, .quotaExceeded, until: midnight)
        }
        if claim == .kept || keptADay == 0 { return nil }
        // What is fetched ahead needs its share of the rest of the day.
        let from = midnight - Double(spare) * 86_400 / Double(keptADay)
        return now < from ? .refused(.reservedForKept, until: from) : nil
    }
}

/// The end of a call that was admitted.
enum CallResult: Sendable {
    /// The upstream answered, whatever it said.
    case answered
    /// The upstream did not answer, or not as it should.
    case failed(FeedError)
    /// It was not made.
    case notSent
}

/// Permit for a call, which ends once: as its holder says, or else unsent when it is let go.
final class CallPermit: Sendable {
    /// The caller whose call it is.
    let caller: Caller
    /// The feed.
    let feed: Feed
    /// The fault that opened the circuit of the feed, if the call tries it.
    let tried: FeedError?
    private let number: Int
    private let quota: QuotaTracker

    init(_ number: Int, _ caller: Caller, _ feed: Feed, trying tried: FeedError?, of quota: QuotaTracker) {
        (self.number, self.caller, self.feed, self.tried, self.quota) = (number, caller, feed, tried, quota)
    }

    /// Ends it.
    func end(_ result: CallResult) async { await quota.end(number, result) }

    deinit { Task { [quota, number] in await quota.end(number, .notSent) } }
}
