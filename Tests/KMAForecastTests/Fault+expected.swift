import Feeds
import StubUpstream

extension Fault {
    /// Code reported when every request meets this fault, and the number of requests.
    ///
    /// Written by hand from the upstreams' guides, apart from the program's own tables. A second request goes
    /// out only if it may be answered: not for a refused key, quota, address or question.
    var expected: (kind: ErrorCode, calls: Int) {
        switch self {
        case .header(let code), .flat(let code): code.expected
        case .gateway(let code, _): code.expected
        case .plain(let text): text.expected
        case .hub(let code): code.expected
        case .openWeather(let code, _): code.expected
        case .html(status: 200), .empty(status: 200), .cutJSON: (.malformedResponse, 2)
        case .html, .empty: (.upstreamError, 2)
        case .hangUpMidBody, .hangUpMidHead, .reset: (.unreachable, 2)
        case .oversized: (.malformedResponse, 1)
        // The time is up, so there is none for a second request.
        case .slow, .late, .hang: (.timeout, 1)
        case .redirect: (.upstreamError, 1)
        case .newestIssueEmpty, .wrongContentType: (.noData, 1)
        }
    }
}

extension [Fault] {
    /// The first of each form and the first of each outcome. What a code means is the same in every form and on every
    /// feed (PortalFaultTests, OpenWeatherErrorTests), so that these are all the ways in which a feed can fare.
    var oneOfEachKind: [Fault] {
        var seen: Set<String> = []
        return filter { fault in
            let (kind, calls) = fault.expected
            return [seen.insert(fault.form).inserted, seen.insert("\(kind) \(calls)").inserted].contains(true)
        }
    }

    /// The first of each code: what a fault of one service costs the others depends on no more.
    var oneOfEachCode: [Fault] {
        var seen: Set<ErrorCode> = []
        return filter { seen.insert($0.expected.kind).inserted }
    }
}

extension Fault {
    /// Its case, and the generation of a gateway or the spelling of a number.
    fileprivate var form: String {
        switch self {
        case .gateway(_, let form): "gateway \(form)"
        case .openWeather(_, let form): "openWeather \(form)"
        default: String("\(self)".prefix { $0 != "(" })
        }
    }
}

extension Fault.HeaderCode {
    fileprivate var expected: (ErrorCode, Int) {
        switch self {
        case .application, .database, .http, .unknown, .tooFarBack: (.upstreamError, 2)
        case .timeOut: (.timeout, 2)
        case .noData: (.noData, 1)
        case .invalidParameter, .tooOld, .missingParameter, .noService: (.upstreamError, 1)
        case .accessDenied: (.notSubscribed, 1)
        case .keyDisabled, .keyNotRegistered, .keyExpired, .unsigned: (.keyRejected, 1)
        case .quota: (.quotaExceeded, 1)
        case .addressNotRegistered: (.blocked, 1)
        }
    }
}

extension Fault.GatewayCode {
    fileprivate var expected: (ErrorCode, Int) {
        switch self {
        case .application, .http: (.upstreamError, 2)
        case .timeOut: (.timeout, 2)
        case .invalidParameter, .noService: (.upstreamError, 1)
        case .keyIsNull, .keyNotRegistered, .keyExpired: (.keyRejected, 1)
        case .permissionDenied, .accessDenied: (.notSubscribed, 1)
        case .quota: (.quotaExceeded, 1)
        case .perSecond: (.rateLimited, 2)
        case .blacklisted, .addressNotRegistered: (.blocked, 1)
        }
    }
}

extension Fault.PlainText {
    fileprivate var expected: (ErrorCode, Int) {
        switch self {
        case .unauthorized: (.keyRejected, 1)
        case .forbidden: (.notSubscribed, 1)
        case .notFound, .forwarding, .receiving, .unexpected: (.upstreamError, 2)
        case .rateLimit: (.rateLimited, 2)
        case .quota: (.quotaExceeded, 1)
        }
    }
}

extension Fault.HubCode {
    fileprivate var expected: (ErrorCode, Int) {
        switch self {
        case .badKey: (.keyRejected, 1)
        case .notSubscribed, .notAllowed: (.notSubscribed, 1)
        case .quota, .quotaUnder200: (.quotaExceeded, 1)
        case .busy: (.rateLimited, 2)
        }
    }
}

extension Fault.OpenWeatherCode {
    fileprivate var expected: (ErrorCode, Int) {
        switch self {
        case .wrongLatitude, .wrongLongitude, .noPoint, .notFound: (.upstreamError, 1)
        case .badKey, .notSubscribed: (.keyRejected, 1)
        // Its ten minutes of silence begin at once.
        case .blocked: (.rateLimited, 1)
        case .internalError, .badGateway, .unavailable: (.upstreamError, 2)
        case .timeOut: (.timeout, 2)
        }
    }
}
