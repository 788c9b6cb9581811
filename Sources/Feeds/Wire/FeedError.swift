import Forecast

/// Why a feed gave no answer, whatever shape the fault came in.
public struct FeedError: Error, Sendable, Hashable {
    /// What went wrong.
    public var code: ErrorCode
    /// The upstream's own name for it, such as `30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR`. Made of known names and
    /// numbers only, so that nothing an upstream echoes (a key, an address) can stand in it.
    public var detail: String?
    /// Whether the same call may succeed a moment later.
    public var isRetryable: Bool
    /// Whether the upstream was called at all. False for our own quota and our own queue, whose refusals say nothing of
    /// the upstream: they open no circuit and count as no call.
    public var wasSent = true
    /// Time until the feed is called again, where a circuit breaker keeps it from being called; else `nil`.
    public var retryAfter: Duration?

    /// A fault with its code and the upstream's own name for it, where it has one. Whether it is retryable follows
    /// from the code unless it is given: a request refused as wrong stays wrong.
    public init(_ code: ErrorCode, _ detail: String? = nil, isRetryable: Bool? = nil) {
        self.code = code
        self.detail = detail
        self.isRetryable = isRetryable ?? code.traits.isRetryable
    }
}

extension FeedError {
    /// The fault of a feed that was not called, because only what is stored was asked for.
    public static let offline: FeedError = {
        var fault = FeedError(.unreachable, "offline")
        fault.wasSent = false
        return fault
    }()

    /// A transport's fault as the feed's.
    public init(_ fault: TransportFault) {
        switch fault {
        case .timedOut: self.init(.timeout)
        case .unreachable(let reason): self.init(.unreachable, reason)
        case .oversized: self.init(.malformedResponse, "> \(Transport.maximumBody) B", isRetryable: false)
        }
    }

    /// The fault of an HTTP status alone, where the body does not specify it.
    init(status: Int) {
        switch status {
        case 401: self.init(.keyRejected, "HTTP 401")
        case 403: self.init(.notSubscribed, "HTTP 403")
        case 429: self.init(.rateLimited, "HTTP 429")
        case 504: self.init(.timeout, "HTTP 504")
        case 200..<300: self.init(.malformedResponse)
        default: self.init(.upstreamError, "HTTP \(status)", isRetryable: status >= 500)
        }
    }
}
