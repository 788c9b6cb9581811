import Feeds

/// Keeps people from waiting on a feed that does not answer: closed while it does, open after it failed, and then
/// one try at a time, each failure doubling the pause.
///
/// Events in, actions out; the clock is an argument. It counts in a clock that never jumps.
struct Breaker: Sendable {
    enum Event {
        /// Somebody wants an answer of the feed.
        case asked
        /// It answered, whatever it said.
        case answered
        /// It failed in a way that a moment's wait may mend.
        case failed(FeedError)
    }

    enum Action: Equatable {
        /// Ask the feed.
        case ask
        /// Ask the feed, but let nobody wait for it who can be given something else.
        case probe
        /// Do not ask; this is what it said last.
        case refuse(FeedError)
        /// Nothing to do.
        case none
    }

    private enum State {
        case closed
        case open(until: ContinuousClock.Instant, pause: Duration, fault: FeedError)
        case probing(pause: Duration, fault: FeedError)
    }

    /// The pause after a first failure and the longest one: long enough to spare a person a second wait, short
    /// enough that an upstream which came back is heard within five minutes.
    static let firstPause = Duration.seconds(15)
    static let longestPause = Duration.seconds(300)

    private var state = State.closed

    /// Whether the feed is left alone at the moment.
    var isOpen: Bool {
        if case .closed = state { false } else { true }
    }

    mutating func event(_ event: Event, at now: ContinuousClock.Instant) -> Action {
        switch (event, state) {
        case (.asked, .closed):
            return .ask
        case (.asked, .open(let until, let pause, let fault)):
            guard now >= until else { return .refuse(fault) }
            state = .probing(pause: pause, fault: fault)
            return .probe
        case (.asked, .probing(_, let fault)):
            return .refuse(fault)
        case (.answered, _):
            state = .closed
            return .none
        case (.failed(let fault), .closed):
            state = .open(until: now + Breaker.firstPause, pause: Breaker.firstPause, fault: fault)
            return .none
        case (.failed(let fault), .open(_, let pause, _)), (.failed(let fault), .probing(let pause, _)):
            let longer = min(pause * 2, Breaker.longestPause)
            state = .open(until: now + longer, pause: longer, fault: fault)
            return .none
        }
    }
}
