import Forecast

/// Codes of faults in JSON, problem documents and logs.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable {
    case unknownArea = "unknown_area"
    case ambiguousArea = "ambiguous_area"
    case outsideKorea = "outside_korea"
    case badInput = "bad_input"
    case keyMissing = "key_missing"
    case keyRejected = "key_rejected"
    /// Valid key without the 활용신청 that each data.go.kr service needs.
    case notSubscribed = "not_subscribed"
    case quotaExceeded = "quota_exceeded"
    case rateLimited = "rate_limited"
    case blocked = "blocked"
    case noData = "no_data"
    case timeout = "timeout"
    case unreachable = "unreachable"
    case upstreamError = "upstream_error"
    case malformedResponse = "malformed_response"
    case recordUnreadable = "record_unreadable"
}

extension ErrorCode {
    /// Meaning of a code.
    public struct Traits: Sendable {
        /// True if the same call may succeed a moment later.
        public var isRetryable = false
        /// Effect on a circuit breaker.
        public var breakerEffect = BreakerEffect.none
        /// Exit status after `sysexits.h`.
        public var exitStatus: ExitStatus
        /// HTTP status: 4xx for the request, 502 and 504 for the upstream, 503 for faults that pass.
        public var httpStatus: Int
        /// Default seconds for `Retry-After`; `nil` if waiting does not help.
        public var retryAfter: Int?
        /// Rank by what a person can do about it; the lowest of several is reported.
        public var priority = 0
        /// Short name for people.
        public var title: LocalizedText
    }

    /// Effect of a fault on a circuit breaker.
    public enum BreakerEffect: Sendable {
        case none
        case counts
        /// Faults that cost people time, or need a person to act.
        case opens
    }

    /// Table of meanings.
    public var traits: Traits {
        switch self {
        case .unknownArea: Traits(exitStatus: .noInput, httpStatus: 404, title: LocalizedText("모르는 지역입니다", "Unknown area"))
        case .ambiguousArea: Traits(exitStatus: .noInput, httpStatus: 422, title: LocalizedText("같은 이름의 지역이 여럿입니다", "Ambiguous area"))
        case .outsideKorea: Traits(exitStatus: .noInput, httpStatus: 404, title: LocalizedText("예보구역 밖입니다", "Outside Korea"))
        case .badInput: Traits(exitStatus: .usage, httpStatus: 400, title: LocalizedText("요청이 잘못되었습니다", "Bad request"))
        case .keyMissing:
            Traits(exitStatus: .configuration, httpStatus: 503, retryAfter: 3_600, priority: 4, title: LocalizedText("인증키가 없습니다", "Key missing"))
        case .keyRejected: .refused(LocalizedText("인증키가 거절되었습니다", "Key rejected"))
        case .notSubscribed: .refused(LocalizedText("활용신청이 필요합니다", "Not subscribed"))
        case .quotaExceeded:
            Traits(
                exitStatus: .temporaryFailure,
                httpStatus: 503,
                retryAfter: 60,
                priority: 1,
                title: LocalizedText("오늘 호출 한도를 다 썼습니다", "Quota exceeded")
            )
        case .rateLimited:
            Traits(
                isRetryable: true,
                breakerEffect: .counts,
                exitStatus: .temporaryFailure,
                httpStatus: 503,
                retryAfter: 60,
                priority: 1,
                title: LocalizedText("요청이 너무 잦습니다", "Too many requests")
            )
        case .blocked: .refused(LocalizedText("접속이 차단되었습니다", "Blocked by the upstream"))
        case .noData:
            Traits(exitStatus: .unavailable, httpStatus: 503, retryAfter: 300, priority: 3, title: LocalizedText("자료가 아직 없습니다", "No data yet"))
        case .timeout:
            Traits(
                isRetryable: true,
                breakerEffect: .opens,
                exitStatus: .unavailable,
                httpStatus: 504,
                priority: 2,
                title: LocalizedText("응답 시간이 초과되었습니다", "Upstream timed out")
            )
        case .unreachable: .failed(LocalizedText("연결하지 못했습니다", "Upstream unreachable"))
        case .upstreamError: .failed(LocalizedText("기상 자료 제공처에 장애가 있습니다", "Upstream error"))
        case .malformedResponse: .failed(LocalizedText("응답을 해석하지 못했습니다", "Malformed upstream response"))
        case .recordUnreadable:
            Traits(exitStatus: .unavailable, httpStatus: 503, retryAfter: 60, title: LocalizedText("예보 기록을 읽을 수 없습니다", "Record unreadable"))
        }
    }
}

extension ErrorCode.Traits {
    fileprivate static func refused(_ title: LocalizedText) -> Self {
        Self(breakerEffect: .opens, exitStatus: .noPermission, httpStatus: 502, title: title)
    }

    fileprivate static func failed(_ title: LocalizedText) -> Self {
        Self(isRetryable: true, breakerEffect: .counts, exitStatus: .unavailable, httpStatus: 502, priority: 2, title: title)
    }
}

/// Exit statuses of the programs, after `sysexits.h`.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case success = 0
    /// No rain or snow.
    case negative = 1
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case outputError = 74
    case temporaryFailure = 75
    case noPermission = 77
    case configuration = 78
}

/// Fault of a feed.
public struct FeedError: Error, Sendable, Hashable {
    /// Upstream's reason beside the code.
    public enum Reason: String, Sendable {
        /// Approval whose period is over.
        case expired
        /// Redirect, which is not followed, as the key is in the query.
        case redirected
        /// Refusal of the request itself, which waiting does not end.
        case requestRefused = "request_refused"
    }

    /// Kind of fault.
    public var code: ErrorCode
    /// Upstream's own name, of known names and numbers, so that no echoed key stands in it.
    public var detail: String?
    /// Upstream's reason, if it is one of those with a remedy of their own.
    public var reason: Reason?
    /// True if the same call may succeed a moment later.
    public var isRetryable: Bool
    /// False if our own quota or queue refused: no call, and no open circuit.
    public var wasSent = true
    /// Reason of the program's own against a call.
    public var refusal: Refusal?
    /// Time until the next call, if a circuit breaker waits.
    public var retryAfter: Duration?
    /// Time of the next call, by a count or the upstream's pause.
    public var retryAt: Date?

    /// Creates a fault; by default the same call may succeed later if the code says so and there is no reason against it.
    public init(_ code: ErrorCode, _ detail: String? = nil, _ reason: Reason? = nil, isRetryable: Bool? = nil) {
        (self.code, self.detail, self.reason) = (code, detail, reason)
        self.isRetryable = isRetryable ?? (reason == nil && code.traits.isRetryable)
    }
}

extension FeedError {
    /// Converts a transport's fault.
    public init(_ fault: TransportFault) {
        switch fault {
        case .timedOut: self.init(.timeout)
        case .unreachable(let reason): self.init(.unreachable, reason)
        case .malformed(let reason): self.init(.malformedResponse, reason)
        case .oversized: self.init(.malformedResponse, "> \(Transport.maximumBody) B", isRetryable: false)
        }
    }

    init(status: Int) {
        switch status {
        case 401: self.init(.keyRejected, "HTTP 401")
        case 403: self.init(.notSubscribed, "HTTP 403")
        case 429: self.init(.rateLimited, "HTTP 429")
        case 504: self.init(.timeout, "HTTP 504")
        case 200..<300: self.init(.malformedResponse)
        case 301, 302, 303, 307, 308: self.init(.upstreamError, "HTTP \(status)", .redirected)
        case 300..<400: self.init(.upstreamError, "HTTP \(status)", isRetryable: false)
        default: self.init(.upstreamError, "HTTP \(status)", status < 500 ? .requestRefused : nil)
        }
    }
}
