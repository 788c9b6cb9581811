/// Reason of the program's own for making no call. The upstream has nothing to do with it.
public enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// The client has caused as many calls as one client may.
    case clientBudget
    /// What is left of the calls is for places of which something is stored.
    case reservedForKnown
    /// What is left of the day's calls is for what is fetched ahead.
    case reservedForKept
    /// The calls of the day have been made.
    case daySpent
    /// The calls of the minute have been made.
    case minuteSpent
    /// No lane became free in time.
    case ownQueue
    /// The count that machines share cannot be reached.
    case sharedCount
    /// Stored answers alone were asked for.
    case offline

    /// The code in outputs, unless it holds for the whole day.
    var code: ErrorCode {
        switch self {
        case .daySpent, .reservedForKept: .quotaExceeded
        case .offline: .unreachable
        case .clientBudget, .reservedForKnown, .minuteSpent, .ownQueue, .sharedCount: .rateLimited
        }
    }
}

extension FeedError {
    /// A call that the program itself did not make, with the moment from which it makes it, if one is known.
    public static func refused(_ refusal: Refusal, _ code: ErrorCode? = nil, until: Date? = nil) -> FeedError
    {
        var fault = FeedError.unsent(code ?? refusal.code)
        (fault.refusal, fault.retryAt) = (refusal, until)
        return fault
    }

    /// The fault of a call that was not sent, so that it says nothing new of the upstream.
    public static func unsent(_ code: ErrorCode, _ detail: String? = nil) -> FeedError {
        var fault = FeedError(code, detail, isRetryable: false)
        fault.wasSent = false
        return fault
    }

    /// The fault of a feed that was not called, because stored answers alone were asked for.
    public static let offline = refused(.offline)

    /// Seconds until the feed is called again; `nil` if no time is known.
    public func pause(at now: Date) -> Double? {
        retryAt.map { $0.timeIntervalSince(now) }
            ?? retryAfter.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    }
}
