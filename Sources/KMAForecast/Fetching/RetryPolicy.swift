import Feeds

/// Decides whether a call is tried a second time: where the fault may pass and the timeout leaves room for it.
struct RetryPolicy: Sendable {
    enum Action: Equatable {
        case again(after: Duration)
        case giveUp
    }

    private var made = 1

    /// What to do after a try failed with so much of the timeout left. `jitter`, 0…1, spreads the second tries of calls
    /// that failed together.
    mutating func failed(_ fault: FeedError, remaining: Duration, jitter: Double) -> Action {
        guard made < 2, fault.isRetryable else { return .giveUp }
        // Code 23 counts calls within a second, so the second try waits for the next one.
        let pause: Duration =
            fault.code == .rateLimited
            ? .milliseconds(1_000 + Int(500 * jitter)) : .milliseconds(100 + Int(300 * jitter))
        guard remaining > pause + .milliseconds(200) else { return .giveUp }
        made += 1
        return .again(after: pause)
    }
}
