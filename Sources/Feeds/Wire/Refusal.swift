/// Reason of the program's own against a call.
public enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// Calls of one client used up.
    case clientBudget
    /// Rest of the calls reserved for places with stored answers.
    case reservedForKnown
    /// Rest of the day's calls reserved for prefetching.
    case reservedForKept
    case daySpent
    case minuteSpent
    case ownQueue
    case sharedCount
    case offline

    var code: ErrorCode {
        switch self {
        case .daySpent, .reservedForKept: .quotaExceeded
        case .offline: .unreachable
        case .clientBudget, .reservedForKnown, .minuteSpent, .ownQueue, .sharedCount: .rateLimited
        }
    }
}

extension FeedError {
    /// Fault of a call not made, with the time of the next.
    public static func refused(_ refusal: Refusal, _ code: ErrorCode? = nil, until: Date? = nil) -> FeedError {
        var fault = FeedError.unsent(code ?? refusal.code)
        (fault.refusal, fault.retryAt) = (refusal, until)
        return fault
    }

    /// Fault of a call not sent.
    public static func unsent(_ code: ErrorCode, _ detail: String? = nil) -> FeedError {
        var fault = FeedError(code, detail, isRetryable: false)
        fault.wasSent = false
        return fault
    }

    /// Fault of a feed when stored answers alone were requested.
    public static let offline = refused(.offline)

    /// Seconds until the next call, if known.
    public func pause(at now: Date) -> Double? {
        retryAt.map { $0.timeIntervalSince(now) } ?? retryAfter.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    }
}
