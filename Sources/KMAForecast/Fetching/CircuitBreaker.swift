import Feeds
import Forecast

/// Circuit breaker: after hangs and repeated failures one trial call at a time, each failure doubling the pause. Faults count by feed; once two
/// have failed without an answer in between, the fault is the service's, and one feed tries for all.
struct CircuitBreaker: Sendable {
    enum Event {
        case asked
        case answered
        case failed(FeedError)
        case trialNotSent
    }

    enum Action: Equatable {
        case ask
        case trial(FeedError)
        case refuse(FeedError)
        case none
    }

    private var service = Circuit()
    private var feeds: [Feed: Circuit] = [:]
    private var failing: Set<Feed> = []

    func fault(of feed: Feed) -> FeedError? { service.fault ?? feeds[feed]?.fault }

    func pause(of feed: Feed, at now: ContinuousClock.Instant) -> Duration? {
        [service.pause(at: now), feeds[feed]?.pause(at: now)].compactMap { $0 }.max()
    }

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
    private struct Circuit: Sendable {
        private struct Opening {
            var fault: FeedError
            var pause: Duration
            var until: ContinuousClock.Instant?
        }

        private var failures = 0
        private var opening: Opening?

        var fault: FeedError? { opening?.fault }

        var isTrying: Bool { opening.map { $0.until == nil } ?? false }

        func pause(at now: ContinuousClock.Instant) -> Duration? { opening.map { opening in opening.until.map { max(.zero, $0 - now) } ?? .zero } }

        mutating func asked(at now: ContinuousClock.Instant) -> Action {
            guard let opening else { return .ask }
            guard let until = opening.until, now >= until else { return .refuse(opening.fault) }
            self.opening?.until = nil
            return .trial(opening.fault)
        }

        mutating func failed(_ fault: FeedError, at now: ContinuousClock.Instant) {
            trialFailed(fault, at: now)
            // A call from before it opened adds no pause.
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

        mutating func open(_ fault: FeedError, pause: Duration = CircuitBreaker.firstPause, at now: ContinuousClock.Instant) {
            opening = Opening(fault: fault, pause: pause, until: now + pause)
        }
    }

    /// Failures in a row; one that costs people time, or needs a person, opens at once.
    static let failureThreshold = 3
    static let firstPause = Duration.seconds(15)
    static let longestPause = Duration.seconds(300)
}

extension FeedError { fileprivate var opensAtOnce: Bool { code.traits.breakerEffect == .opens } }
