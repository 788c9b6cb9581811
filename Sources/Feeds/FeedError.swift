import Forecast

/// Why a feed gave no answer, whatever shape the fault came in.
public struct FeedError: Error, Sendable, Hashable {
    /// The kinds of fault, by the codes people and programs see.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No key is set for the feed.
        case keyMissing = "key_missing"
        /// The upstream does not know the key, or it has run out.
        case keyRejected = "key_rejected"
        /// The key is good but not for this service: each data.go.kr service needs its own 활용신청.
        case notSubscribed = "not_subscribed"
        /// The day's calls are spent.
        case quotaExceeded = "quota_exceeded"
        /// Too many calls in a short time.
        case rateLimited = "rate_limited"
        /// The upstream refuses this address or this client.
        case blocked = "blocked"
        /// The upstream has nothing for the issue or the zone.
        case noData = "no_data"
        /// No whole answer came in time.
        case timeout = "timeout"
        /// No connection.
        case unreachable = "unreachable"
        /// The upstream says that something on its side is broken.
        case upstreamError = "upstream_error"
        /// The answer is not of any form the upstream is known for.
        case malformedResponse = "malformed_response"
    }

    /// What kind of fault it is.
    public var kind: Kind
    /// The upstream's own name for it, such as `30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR`. Made of known names and
    /// numbers only, so that nothing an upstream echoes (a key, an address) can stand in it.
    public var detail: String?
    /// Whether the same call may well be answered a moment later.
    public var mayPass: Bool

    /// A fault of a kind, with the upstream's own name for it where it has one. Whether it may pass goes by its
    /// kind unless it is said: a request refused as wrong stays wrong.
    public init(_ kind: Kind, _ detail: String? = nil, mayPass: Bool? = nil) {
        self.kind = kind
        self.detail = detail
        self.mayPass = mayPass ?? kind.mayPass
    }
}

extension FeedError.Kind {
    fileprivate var mayPass: Bool {
        switch self {
        case .rateLimited, .timeout, .unreachable, .upstreamError, .malformedResponse: true
        case .keyMissing, .keyRejected, .notSubscribed, .quotaExceeded, .blocked, .noData: false
        }
    }
}

extension FeedError {
    /// A transport's fault as the feed's.
    public init(_ fault: TransportFault) {
        switch fault {
        case .timedOut: self.init(.timeout)
        case .unreachable(let reason): self.init(.unreachable, reason)
        case .oversized: self.init(.malformedResponse, "> \(Transport.maximumBody) B", mayPass: false)
        }
    }

    /// The fault of an HTTP status alone, where the body says nothing more.
    init(status: Int) {
        switch status {
        case 401: self.init(.keyRejected, "HTTP 401")
        case 403: self.init(.notSubscribed, "HTTP 403")
        case 429: self.init(.rateLimited, "HTTP 429")
        case 504: self.init(.timeout, "HTTP 504")
        case 200..<300: self.init(.malformedResponse)
        default: self.init(.upstreamError, "HTTP \(status)", mayPass: status >= 500)
        }
    }
}
