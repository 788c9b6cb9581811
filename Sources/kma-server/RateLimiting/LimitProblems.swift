import Forecast
import HTTPTypes

extension Problem {
    /// A client past its requests.
    static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        Problem(
            past: .requests,
            status: .tooManyRequests,
            retryAfter: seconds,
            detail: LocalizedText(
                "짧은 시간에 요청이 너무 많습니다. \(seconds)초 뒤에 다시 해 주세요.",
                "Too many requests in a short time. Try again in \(seconds) s."
            )
        )
    }

    /// A client past its places that nothing is cached of.
    static func tooManyMisses(retryAfter seconds: Int) -> Problem {
        Problem(
            past: .misses,
            status: .tooManyRequests,
            retryAfter: seconds,
            detail: LocalizedText(
                "받아 둔 자료가 없는 곳을 너무 많이 요청했습니다. 받아 둔 곳은 계속 볼 수 있습니다. \(seconds)초 뒤에 다시 해 주세요.",
                "Too many places without cached data. Places with cached data are still served. Try again in \(seconds) s."
            )
        )
    }

    /// A client that has as many open as one may.
    static func shareHeld(_ kind: ClientShares.Kind, _ perClient: Int) -> Problem {
        Problem(
            past: kind.limit,
            status: .tooManyRequests,
            retryAfter: kind.retryAfter,
            detail: LocalizedText(
                "한 사용자가 동시에 열 수 있는 \(kind.name.korean)은 \(perClient)개입니다.",
                "One client may have at most \(perClient) \(kind.name.english) open at once."
            )
        )
    }

    /// All clients together have as many open as there may be.
    static func allHeld(_ kind: ClientShares.Kind) -> Problem {
        Problem(
            past: kind.limit,
            status: .serviceUnavailable,
            retryAfter: kind.retryAfter,
            detail: LocalizedText(
                "열린 \(kind.name.korean)이 너무 많습니다. 잠시 뒤에 다시 해 주세요.",
                "Too many \(kind.name.english) are open. Try again later."
            )
        )
    }

    /// A client past a limit, with the seconds after which asking again is worth it.
    private init(
        past limit: RefusalReason,
        status: HTTPResponse.Status,
        retryAfter: Int,
        detail: LocalizedText
    ) {
        self.init(.rateLimited, status: status, detail: detail)
        refusalReason = limit
        self.retryAfter = retryAfter
    }
}

extension ClientShares.Kind {
    fileprivate var name: LocalizedText {
        self == .streams ? LocalizedText("스트림", "streams") : LocalizedText("연결", "connections")
    }

    fileprivate var limit: Problem.RefusalReason { self == .streams ? .streams : .connections }

    /// Seconds after which asking again is worth it.
    fileprivate var retryAfter: Int { self == .streams ? 60 : 10 }
}
