import Feeds

/// The codes of everything that can go wrong, as JSON, problem documents and logs show them.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable {
    /// No area bears the name.
    case unknownArea = "unknown_area"
    /// Several areas do.
    case ambiguousArea = "ambiguous_area"
    /// The point is not in Korea.
    case outsideKorea = "outside_korea"
    /// The question itself makes no sense.
    case badInput = "bad_input"
    /// No key is set.
    case keyMissing = "key_missing"
    /// The upstream rejects the key.
    case keyRejected = "key_rejected"
    /// The key is not subscribed to the service.
    case notSubscribed = "not_subscribed"
    /// The day's calls are spent.
    case quotaExceeded = "quota_exceeded"
    /// Too many calls in a short time.
    case rateLimited = "rate_limited"
    /// The upstream refuses the address.
    case blocked = "blocked"
    /// There is nothing to be had yet.
    case noData = "no_data"
    /// The upstream did not answer in time.
    case timeout = "timeout"
    /// The upstream could not be reached.
    case unreachable = "unreachable"
    /// The upstream is broken.
    case upstreamError = "upstream_error"
    /// The upstream's answer makes no sense.
    case malformedResponse = "malformed_response"

    /// The code of a feed's fault.
    public init(_ kind: FeedError.Kind) {
        switch kind {
        case .keyMissing: self = .keyMissing
        case .keyRejected: self = .keyRejected
        case .notSubscribed: self = .notSubscribed
        case .quotaExceeded: self = .quotaExceeded
        case .rateLimited: self = .rateLimited
        case .blocked: self = .blocked
        case .noData: self = .noData
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .upstreamError: self = .upstreamError
        case .malformedResponse: self = .malformedResponse
        }
    }
}
