import Feeds

/// Keeps people from waiting on a feed that does not answer: closed while it does, open once it hangs or keeps
/// failing, and then one try at a time, each failure doubling the pause.
///
/// Events in, actions out; the clock is an argument, and one that never jumps.
struct CircuitBreaker: Sendable {
    enum Event {
        /// Somebody wants an answer of the feed.
        case asked
        /// It answered, whatever it said.
        case answered
        /// It did not.
        case failed(FeedError)
    }

    enum Action: Equatable {
        /// Ask the feed.
        case ask
        /// Ask the feed, but let nobody wait for it who can be given something else; this is what it said last.
        case probe(FeedError)
        /// Do not ask; this is what it said last.
        case refuse(FeedError)
        /// Nothing to do.
        case none
    }

    private enum State {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant, pause: Duration, fault: FeedError)
        case probing(pause: Duration, fault: FeedError)
    }

    /// Failures in a row that open it; a fault that costs people time, or that a person has to mend, does at once.
    static let patience = 3
    /// The first pause and the longest: long enough to spare a person a second wait, short enough that an upstream
    /// which came back is heard within five minutes.
    static let firstPause = Duration.seconds(15)
    static let longestPause = Duration.seconds(300)

    private var state = State.closed(failures: 0)

    /// Whether the feed is left alone at the moment.
    var isOpen: Bool { fault != nil }

    /// What the feed said last, where it is left alone.
    var fault: FeedError? {
        switch state {
        case .closed: nil
        case .open(_, _, let fault), .probing(_, let fault): fault
        }
    }

    mutating func event(_ event: Event, at now: ContinuousClock.Instant) -> Action {
        switch (event, state) {
        case (.asked, .closed):
            return .ask
        case (.asked, .open(let until, let pause, let fault)):
            guard now >= until else { return .refuse(fault) }
            state = .probing(pause: pause, fault: fault)
            return .probe(fault)
        case (.asked, .probing(_, let fault)):
            return .refuse(fault)
        case (.answered, _):
            state = .closed(failures: 0)
        case (.failed(let fault), .closed(let failures)):
            let failures = fault.opensAtOnce ? CircuitBreaker.patience : failures + 1
            state = .closed(failures: failures)
            if failures >= CircuitBreaker.patience { open(fault, pause: CircuitBreaker.firstPause, at: now) }
        case (.failed, .open):
            // Under way since before it opened: not a try, so the pause stays as it is.
            break
        case (.failed(let fault), .probing(let pause, _)):
            open(fault, pause: min(pause * 2, CircuitBreaker.longestPause), at: now)
        }
        return .none
    }

    private mutating func open(_ fault: FeedError, pause: Duration, at now: ContinuousClock.Instant) {
        state = .open(until: now + pause, pause: pause, fault: fault)
    }
}

extension FeedError {
    fileprivate var opensAtOnce: Bool { code.traits.breakerEffect == .opens }

    /// Whether it says something of the feed, and not only of the one request.
    var concernsFeed: Bool { isRetryable || opensAtOnce }
}
