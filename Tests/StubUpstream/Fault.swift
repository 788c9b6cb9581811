/// Every way an upstream has been seen to fail.
public enum Fault: Sendable, Hashable {
    /// KMA's own envelope with a code and no body, HTTP 200.
    case header(HeaderCode)
    /// data.go.kr's gateway envelope, in one of its generations.
    case gateway(GatewayCode, GatewayForm)
    /// The code and message without any envelope, seen on the portal.
    case flat(HeaderCode)
    /// The portal's proxy, in plain text.
    case plain(PlainText)
    /// The API hub's own envelope.
    case hub(HubCode)
    /// OpenWeather's error, with `cod` as a number or a string.
    case openWeather(OpenWeatherCode, cod: CodForm)
    /// A page instead of data: 200 from a maintenance notice, 502 from a proxy.
    case html(status: Int)
    /// No body at all.
    case empty(status: Int)
    /// `03` for the newest issue only, as right after 06:00 and 18:00.
    case newestIssueEmpty
    /// The right body under the wrong `Content-Type`.
    case wrongContentType
    /// JSON that stops in the middle under a `Content-Length` that fits.
    case cutJSON
    /// A connection that ends in the middle of the body.
    case hangUpMidBody
    /// A connection that ends in the middle of the head.
    case hangUpMidHead
    /// A body past 4 MiB.
    case oversized
    /// A connection reset before any answer.
    case reset
    /// The right answer, its body a byte at a time, with so many milliseconds between.
    case slow(milliseconds: Int)
    /// The right answer after so many milliseconds.
    case late(milliseconds: Int)
    /// A connection that is taken and never answered.
    case hang
    /// 302 to another address.
    case redirect(to: String)

    /// Faults of KMA and its gateways, each once.
    public static let kma: [Fault] =
        HeaderCode.allCases.map(Fault.header)
        + GatewayCode.allCases.flatMap { code in GatewayForm.allCases.map { Fault.gateway(code, $0) } }
        + [.flat(.invalidParameter), .flat(.quota)]
        + PlainText.allCases.map(Fault.plain)
        + HubCode.allCases.map(Fault.hub)

    /// Faults of OpenWeather, each with both forms of `cod`.
    public static let openWeather: [Fault] =
        OpenWeatherCode.allCases.flatMap { code in CodForm.allCases.map { Fault.openWeather(code, cod: $0) } }

    /// Faults of any server on the way, without ``redirect(to:)`` and ``late(milliseconds:)``, which need a
    /// figure.
    public static let anyone: [Fault] = [
        .html(status: 200), .html(status: 502), .empty(status: 200), .empty(status: 502), .cutJSON,
        .hangUpMidBody, .hangUpMidHead,
        .oversized, .reset, .slow(milliseconds: 50), .hang,
    ]
}

extension Fault {
    /// `resultCode` of KMA's own envelope.
    public enum HeaderCode: String, Sendable, CaseIterable {
        case application = "01 APPLICATION_ERROR"
        case database = "02 DB_ERROR"
        case noData = "03 NO_DATA"
        case http = "04 HTTP_ERROR"
        case timeOut = "05 SERVICETIME_OUT"
        case invalidParameter = "10 INVALID_REQUEST_PARAMETER_ERROR"
        case tooOld = "10 최근 3일 간의 자료만 제공합니다."
        case missingParameter = "11 NO_MANDATORY_REQUEST_PARAMETERS_ERROR"
        case noService = "12 NO_OPENAPI_SERVICE_ERROR"
        case accessDenied = "20 SERVICE_ACCESS_DENIED_ERROR"
        case keyDisabled = "21 TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR"
        case quota = "22 LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"
        case keyNotRegistered = "30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR"
        case keyExpired = "31 DEADLINE_HAS_EXPIRED_ERROR"
        case addressNotRegistered = "32 UNREGISTERED_IP_ERROR"
        case unsigned = "33 UNSIGNED_CALL_ERROR"
        case unknown = "99 UNKNOWN_ERROR"
        /// Of the warnings' lists, which reach back six days.
        case tooFarBack = "99 최대 조회 기간은 오늘 기준으로 6일 전까지입니다."

        var code: Substring { rawValue.prefix(2) }
        var message: Substring { rawValue.dropFirst(3) }
    }

    /// `returnReasonCode` of data.go.kr's gateway, its name and its Korean sentence.
    public enum GatewayCode: String, Sendable, CaseIterable {
        case application = "01 APPLICATION_ERROR 어플리케이션 에러"
        case http = "04 HTTP_ERROR HTTP 에러"
        case timeOut = "05 SERVICETIMEOUT_ERROR 서비스 연결실패 에러"
        case invalidParameter = "10 INVALID_REQUEST_PARAMETER_ERROR 잘못된 요청 파라메터 에러"
        case noService = "12 NO_OPENAPI_SERVICE_ERROR 해당 오픈 API 서비스가 없거나 폐기됨"
        case keyIsNull = "20 SERVICE_KEY_IS_NULL 서비스키 없음"
        case permissionDenied = "20 PERMISSION_DENIED 접근 권한 없음"
        case accessDenied = "20 SERVICE_ACCESS_DENIED_ERROR 서비스 접근거부"
        case quota = "22 LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR 일일 호출 허용량 초과"
        case perSecond =
            "23 LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR 초당 서비스 요청제한 횟수 초과 에러"
        case blacklisted = "29 BLACKLIST_IP_ACCESS_ERROR 차단된 IP"
        case keyNotRegistered = "30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR 등록되지 않은 서비스키"
        case keyExpired = "31 DEADLINE_HAS_EXPIRED_ERROR 활용기간 만료"
        case addressNotRegistered = "32 UNREGISTERED_IP_ERROR 등록되지 않은 IP"

        var code: Substring { rawValue.prefix(2) }
        var name: Substring { rawValue.dropFirst(3).prefix { $0 != " " } }
        var sentence: Substring { rawValue.dropFirst(4 + name.count) }

        /// The status the gateway of 2026 gives it: 10 and 12 (400), 20 SERVICE_KEY_IS_NULL (401) and 30 (403) are
        /// known, the others go by their meaning.
        var status: Int {
            switch self {
            case .invalidParameter, .noService: 400
            case .keyIsNull: 401
            case .permissionDenied, .accessDenied, .blacklisted, .keyNotRegistered, .keyExpired,
                .addressNotRegistered:
                403
            case .quota, .perSecond: 429
            case .application, .http: 500
            case .timeOut: 504
            }
        }
    }

    /// Forms of the gateway's envelope.
    public enum GatewayForm: Sendable, CaseIterable {
        /// Up to 2025: XML whatever was asked for, HTTP 200, the name in `returnAuthMsg`.
        case legacyXML
        /// 2026: a true HTTP status, the name in `errMsg`.
        case xml
        /// 2026, in JSON.
        case json
    }

    /// Bodies of the portal's proxy, with the status they come under.
    public enum PlainText: String, Sendable, CaseIterable {
        case unauthorized = "401 Unauthorized"
        case forbidden = "403 Forbidden"
        case notFound = "404 API not found"
        case forwarding = "502 Error forwarding request to backend server"
        case receiving = "502 Error receiving response from backend server"
        case rateLimit = "429 API rate limit exceeded"
        case quota = "429 API token quota exceeded"
        case unexpected = "500 Unexpected errors"

        var status: Int { Int(rawValue.prefix(3)) ?? 500 }
        var text: String { String(rawValue.dropFirst(4)) }
    }

    /// Refusals of the API hub.
    public enum HubCode: Sendable, CaseIterable {
        /// 401.
        case badKey
        /// 403: this API needs its own application.
        case notSubscribed
        /// 403: this API is not for this key.
        case notAllowed
        /// 403: the day's calls are spent.
        case quota
        /// The same under HTTP 200.
        case quotaUnder200
        /// 429: two calls within half a second.
        case busy
    }

    /// Refusals of OpenWeather, with their status.
    public enum OpenWeatherCode: String, Sendable, CaseIterable {
        case wrongLatitude = "400 wrong latitude"
        case wrongLongitude = "400 wrong longitude"
        case noPoint = "400 Nothing to geocode"
        case badKey =
            "401 Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."
        case notSubscribed =
            "401 Please note that using One Call 3.0 requires a separate subscription to the One Call by Call plan."
        case notFound = "404 city not found"
        case blocked =
            "429 Your account is temporary blocked due to exceeding of requests limitation of your subscription type. Please choose the proper subscription https://openweathermap.org/price"
        case internalError = "500 Internal error: 500000"
        case badGateway = "502 Bad Gateway"
        case unavailable = "503 Service Unavailable"
        case timeOut = "504 Gateway Timeout"

        var status: Int { Int(rawValue.prefix(3)) ?? 500 }
        var message: Substring { rawValue.dropFirst(4) }
    }

    /// Forms of OpenWeather's `cod`, which differ from error to error.
    public enum CodForm: Sendable, CaseIterable {
        /// `401`.
        case number
        /// `"404"`.
        case string
    }
}
