import Feeds

/// The tries at one call: two at most, both within one deadline, the second only where it can help.
struct RetryPolicy: Sendable {
    enum Action: Equatable {
        case again(after: Duration)
        case giveUp
    }

    private var made = 1

    /// What to do after a try failed with so much of the deadline left. `jitter`, 0…1, keeps many callers that
    /// failed together from coming back together.
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
