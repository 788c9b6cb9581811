import Feeds
import Forecast

/// Decides whether a service is called: while it answers it is, and once it hangs or keeps failing only now and then,
/// one call at a time, each failure doubling the pause.
///
/// Faults are counted by feed, because one operation may be broken, or one zone's answer malformed, while the rest of
/// the service is well. Once the circuits of two feeds are open and the service has answered nothing in between, the
/// fault is the service's: the rest of its feeds are spared the same wait, and one of them tries for all.
///
/// A value: events in, actions out. The clock is an argument, and one that never jumps.
struct CircuitBreaker: Sendable {
    enum Event {
        /// Somebody wants an answer of a feed.
        case asked
        /// The feed answered, whatever it said.
        case answered
        /// The feed did not.
        case failed(FeedError)
        /// The trial call was never sent: our own quota or queue refused it.
        case trialNotSent
    }

    enum Action: Equatable {
        /// Make the call.
        case ask
        /// Make the call, but let nobody wait for it who can be given something else; the fault that opened it.
        case trial(FeedError)
        /// Make no call; the fault that opened it.
        case refuse(FeedError)
        /// Nothing to do.
        case none
    }

    private var service = Circuit()
    private var feeds: [Feed: Circuit] = [:]
    /// Feeds whose circuits opened since the service last answered.
    private var failing: Set<Feed> = []

    /// The fault for which a feed is not called at the moment; `nil` where it is.
    func fault(of feed: Feed) -> FeedError? {
        service.fault ?? feeds[feed]?.fault
    }

    /// Time until a feed is called again; `nil` where it is called now. Zero while a trial call is under way.
    func pause(of feed: Feed, at now: ContinuousClock.Instant) -> Duration? {
        [service.pause(at: now), feeds[feed]?.pause(at: now)].compactMap { $0 }.max()
    }

    /// Whether one call is under way that tries a feed, or its service, for all.
    func isTrying(_ feed: Feed) -> Bool { service.isTrying || feeds[feed]?.isTrying == true }

    mutating func event(_ event: Event, of feed: Feed, at now: ContinuousClock.Instant) -> Action {
        var circuit = feeds[feed] ?? Circuit()
        defer { feeds[feed] = circuit }
        switch event {
        case .asked:
            let action = service.asked(at: now)
            guard action == .ask else { return action }
            return circuit.asked(at: now)
        case .answered:
            if service.fault != nil { feeds = [:] }
            (service, circuit, failing) = (Circuit(), Circuit(), [])
        case .failed(let fault):
            service.trialFailed(fault, at: now)
            circuit.failed(fault, at: now)
            guard circuit.fault != nil else { break }
            failing.insert(feed)
            if failing.count > 1, service.fault == nil { service.open(fault, at: now) }
        case .trialNotSent:
            service.trialNotSent(at: now)
            circuit.trialNotSent(at: now)
        }
        return .none
    }
}

extension CircuitBreaker {
    /// One circuit: closed, open for a pause, or tried again by one call.
    private struct Circuit: Sendable {
        /// Why it is open, for how long, and until when: `nil` while one call tries it.
        private struct Opening {
            var fault: FeedError
            var pause: Duration
            var until: ContinuousClock.Instant?
        }

        private var failures = 0
        /// `nil` where it is closed.
        private var opening: Opening?

        /// The fault that opened it; `nil` where it is closed.
        var fault: FeedError? { opening?.fault }

        var isTrying: Bool { opening.map { $0.until == nil } ?? false }

        /// Time until it lets a call through; `nil` where it is closed.
        func pause(at now: ContinuousClock.Instant) -> Duration? {
            opening.map { opening in opening.until.map { max(.zero, $0 - now) } ?? .zero }
        }

        mutating func asked(at now: ContinuousClock.Instant) -> Action {
            guard let opening else { return .ask }
            guard let until = opening.until, now >= until else { return .refuse(opening.fault) }
            self.opening?.until = nil
            return .trial(opening.fault)
        }

        mutating func failed(_ fault: FeedError, at now: ContinuousClock.Instant) {
            trialFailed(fault, at: now)
            // A call that was under way since before it opened makes the pause no longer.
            guard opening == nil else { return }
            failures += 1
            if fault.opensAtOnce || failures >= CircuitBreaker.failureThreshold { open(fault, at: now) }
        }

        mutating func trialFailed(_ fault: FeedError, at now: ContinuousClock.Instant) {
            guard let opening, isTrying else { return }
            open(fault, pause: min(opening.pause * 2, CircuitBreaker.longestPause), at: now)
        }

        mutating func trialNotSent(at now: ContinuousClock.Instant) {
            guard let opening, isTrying else { return }
            open(opening.fault, pause: opening.pause, at: now)
        }

        mutating func open(
            _ fault: FeedError,
            pause: Duration = CircuitBreaker.firstPause,
            at now: ContinuousClock.Instant
        ) {
            opening = Opening(fault: fault, pause: pause, until: now + pause)
        }
    }

    /// Failures in a row that open a circuit; a fault that costs people time, or that a person has to mend, does at
    /// once.
    static let failureThreshold = 3
    /// The first pause and the longest: long enough to spare a person a second wait, short enough that an upstream
    /// that recovers is noticed within five minutes.
    static let firstPause = Duration.seconds(15)
    static let longestPause = Duration.seconds(300)
}

extension FeedError {
    fileprivate var opensAtOnce: Bool { code.traits.breakerEffect == .opens }

    /// Whether it says something of the feed, and not only of the one request.
    var concernsFeed: Bool { isRetryable || opensAtOnce }
}
