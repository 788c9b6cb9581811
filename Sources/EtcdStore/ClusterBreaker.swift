/// Decides whether the cluster is asked: after one failure not until a reconnect has succeeded. One is tried after a second
/// and then, each pause twice the one before, up to a quarter of a minute: a replica is back within half a minute of the
/// cluster, the time for an election and one reconnect in vain included. A value; the clock is an argument.
struct ClusterBreaker: Sendable {
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(15)

    private enum State {
        case closed
        case open(until: ContinuousClock.Instant, pause: Duration)
    }

    /// Open until the first connection: nothing is known of the cluster before.
    private var state = State.open(until: .now, pause: firstPause)

    /// Whether operations are sent.
    var isClosed: Bool { if case .closed = state { true } else { false } }

    /// Whether it is time to reconnect.
    func wantsReconnect(at now: ContinuousClock.Instant) -> Bool {
        if case .open(let until, _) = state { now >= until } else { false }
    }

    /// The cluster answered a reconnect.
    mutating func reconnected() {
        state = .closed
    }

    /// It did not.
    mutating func reconnectFailed(at now: ContinuousClock.Instant) {
        guard case .open(_, let pause) = state else { return }
        state = .open(until: now + pause, pause: min(pause * 2, ClusterBreaker.longestPause))
    }

    /// An operation failed. One that was under way since before changes nothing.
    mutating func failed(at now: ContinuousClock.Instant) {
        guard isClosed else { return }
        state = .open(until: now + ClusterBreaker.firstPause, pause: ClusterBreaker.firstPause * 2)
    }
}
