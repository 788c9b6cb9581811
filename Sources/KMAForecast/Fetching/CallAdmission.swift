import Feeds
import Forecast

/// Decision whether a call to a service is made: by its caller's claim, the circuit of its feed, the pause that the upstream
/// asked for, and the calls that are left.
///
/// A value: events in, decisions out. Before it the service decides what a client may cause at all, after it
/// ``LaneAssignment`` which call has a lane, and the ``Store`` which process fetches for all.
struct CallAdmission: Sendable {
    /// Moment at which a call is decided on.
    enum Stage: Sendable, Hashable {
        /// Before it waits for its turn.
        case asked
        /// With its lane; the circuit may have opened meanwhile.
        case ready
        /// As a trial of an open circuit, or a second try.
        case trying
        /// To find out whether the service takes the key by now.
        case checking
    }

    enum Decision: Sendable, Hashable {
        case send
        /// Made to try the feed after a fault. Nobody waits for it who can be shown something.
        case attempt(FeedError)
        /// Another call tries the feed.
        case wait(FeedError)
        case refuse(FeedError)
    }

    /// Clock of dates, and one that never jumps.
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

    /// Decides on a call. `usage`: calls made, the shortest period first; `nil` if not known yet.
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

    func fault(of feed: Feed, at moment: Moment) -> FeedError? {
        breaker.fault(of: feed).map { held($0, of: feed, at: moment) }
    }

    func isTrying(_ feed: Feed) -> Bool { breaker.isTrying(feed) }

    /// Takes up the end of a call. One that was not sent matters only as a trial.
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

    /// Calls of a minute, or a day, that a claim may have made.
    func limit(_ claim: Caller.Claim, of limit: Int) -> Int {
        claim == .new || claim == .beside ? limit - limit / 5 : limit
    }

    private func held(_ fault: FeedError, of feed: Feed, at moment: Moment) -> FeedError {
        var fault = fault
        fault.wasSent = false
        fault.retryAfter = breaker.pause(of: feed, at: moment.instant)
        return fault
    }

    /// Reason of the counts, or of a pause, against a call.
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

/// End of an admitted call.
enum CallResult: Sendable {
    case answered
    case failed(FeedError)
    case notSent
}

/// Permit for a call. It ends once: as its holder says, else unsent when it is let go.
final class CallPermit: Sendable {
    let caller: Caller
    let feed: Feed
    /// Fault that the call tries to find over.
    let tried: FeedError?
    private let number: Int
    private let quota: QuotaTracker

    init(_ number: Int, _ caller: Caller, _ feed: Feed, trying tried: FeedError?, of quota: QuotaTracker) {
        (self.number, self.caller, self.feed, self.tried, self.quota) = (number, caller, feed, tried, quota)
    }

    func end(_ result: CallResult) async { await quota.end(number, result) }

    deinit { Task { [quota, number] in await quota.end(number, .notSent) } }
}
