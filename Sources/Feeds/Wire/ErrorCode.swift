import Forecast

/// The codes of everything that can go wrong, as JSON, problem documents and logs name them.
///
/// One table, ``traits``, decides what a code means everywhere: whether to try again, what the circuit breaker makes of
/// it, the exit status, the HTTP status and title. Nothing else decides that.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable {
    /// No area has the name.
    case unknownArea = "unknown_area"
    /// Several areas have the name.
    case ambiguousArea = "ambiguous_area"
    /// The point is not in Korea.
    case outsideKorea = "outside_korea"
    /// The request or a setting cannot be understood.
    case badInput = "bad_input"
    /// No key is set for the feed.
    case keyMissing = "key_missing"
    /// The upstream does not know the key, or it has expired.
    case keyRejected = "key_rejected"
    /// The key is valid but not for this service: each data.go.kr service needs its own 활용신청.
    case notSubscribed = "not_subscribed"
    /// The calls of the day are used up.
    case quotaExceeded = "quota_exceeded"
    /// Too many calls in a short time.
    case rateLimited = "rate_limited"
    /// The upstream refuses this address or this client.
    case blocked = "blocked"
    /// The upstream has no data for the issue or the zone.
    case noData = "no_data"
    /// No complete answer came in time.
    case timeout = "timeout"
    /// No connection.
    case unreachable = "unreachable"
    /// The upstream reports a fault of its own.
    case upstreamError = "upstream_error"
    /// The answer has none of the forms that the upstream is known for.
    case malformedResponse = "malformed_response"
    /// The record of issues cannot be read, or cannot be written.
    case recordUnreadable = "record_unreadable"
}

extension ErrorCode {
    /// What a code means to everybody who handles it.
    public struct Traits: Sendable {
        /// Whether the same call may succeed a moment later.
        public var isRetryable = false
        /// What a circuit breaker makes of it.
        public var breakerEffect = BreakerEffect.none
        /// The exit status of a program, after `sysexits.h`.
        public var exitStatus: ExitStatus
        /// The status of an HTTP response: 4xx for what is wrong with the request, 502 and 504 for what an upstream
        /// did, 503 for what passes by itself or waits for the owner of the service.
        public var httpStatus: Int
        /// Seconds for `Retry-After`, where the upstream has named no time; `nil` where waiting does not help.
        public var retryAfter: Int?
        /// How much a person can do about it, from 0; of several faults the lowest is told.
        public var priority = 0
        /// A short name for people.
        public var title: LocalizedText
    }

    /// What a circuit breaker makes of a fault.
    public enum BreakerEffect: Sendable {
        /// The service works; the fault is of the one request.
        case none
        /// Several in a row open the breaker.
        case counts
        /// One opens the breaker: it costs people time, or a person has to act first.
        case opens
    }

    /// The one table of what each code means.
    public var traits: Traits {
        switch self {
        case .unknownArea:
            Traits(exitStatus: .noInput, httpStatus: 404, title: LocalizedText("모르는 지역입니다", "Unknown area"))
        case .ambiguousArea:
            Traits(
                exitStatus: .noInput,
                httpStatus: 422,
                title: LocalizedText("같은 이름의 지역이 여럿입니다", "Ambiguous area")
            )
        case .outsideKorea:
            Traits(exitStatus: .noInput, httpStatus: 404, title: LocalizedText("예보구역 밖입니다", "Outside Korea"))
        case .badInput:
            Traits(exitStatus: .usage, httpStatus: 400, title: LocalizedText("요청이 잘못되었습니다", "Bad request"))
        case .keyMissing:
            Traits(
                exitStatus: .configuration,
                httpStatus: 503,
                retryAfter: 3_600,
                priority: 4,
                title: LocalizedText("인증키가 없습니다", "Key missing")
            )
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
            Traits(
                exitStatus: .unavailable,
                httpStatus: 503,
                retryAfter: 300,
                priority: 3,
                title: LocalizedText("자료가 아직 없습니다", "No data yet")
            )
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
            Traits(
                exitStatus: .unavailable,
                httpStatus: 503,
                retryAfter: 60,
                title: LocalizedText("예보 기록을 읽을 수 없습니다", "Record unreadable")
            )
        }
    }
}

extension ErrorCode.Traits {
    /// The upstream lets nobody in with this key, or from this address, until a person has acted.
    fileprivate static func refused(_ title: LocalizedText) -> Self {
        Self(breakerEffect: .opens, exitStatus: .noPermission, httpStatus: 502, title: title)
    }

    /// The upstream gave no answer that can be used.
    fileprivate static func failed(_ title: LocalizedText) -> Self {
        Self(
            isRetryable: true,
            breakerEffect: .counts,
            exitStatus: .unavailable,
            httpStatus: 502,
            priority: 2,
            title: title
        )
    }
}

/// The exit statuses of the programs, after `sysexits.h`.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Something useful was printed.
    case success = 0
    /// The answer is no, where the status is the answer: no rain or snow.
    case negative = 1
    /// Wrong usage.
    case usage = 64
    /// No such place, or several.
    case noInput = 66
    /// The upstream is down, late, or its answer cannot be read.
    case unavailable = 69
    /// Standard output could not be written.
    case outputError = 74
    /// A quota is used up, or calls came too fast.
    case temporaryFailure = 75
    /// The upstream rejected the key.
    case noPermission = 77
    /// A needed key is missing, or a setting is malformed.
    case configuration = 78
}

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
        case .malformed(let reason): self.init(.malformedResponse, reason)
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
