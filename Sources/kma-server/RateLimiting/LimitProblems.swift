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

    /// An event stream that is not opened.
    static func noStream(_ refusal: ClientShares.Refusal) -> Problem {
        switch refusal {
        case .clientHoldsItsShare:
            Problem(
                past: .streams,
                status: .tooManyRequests,
                retryAfter: 60,
                detail: LocalizedText(
                    "한 사용자가 동시에 열 수 있는 스트림은 \(ServerOptions.streamsPerClient)개입니다.",
                    "One client may have at most \(ServerOptions.streamsPerClient) streams open at once."
                )
            )
        case .allAreHeld:
            Problem(
                past: .streams,
                status: .serviceUnavailable,
                retryAfter: 60,
                detail: LocalizedText(
                    "열린 스트림이 너무 많습니다. 잠시 뒤에 다시 해 주세요.",
                    "Too many streams are open. Try again later."
                )
            )
        }
    }

    /// A connection that is not served.
    static func noConnection(_ refusal: ClientShares.Refusal) -> Problem {
        switch refusal {
        case .clientHoldsItsShare:
            Problem(
                past: .connections,
                status: .tooManyRequests,
                retryAfter: 10,
                detail: LocalizedText(
                    "한 사용자가 동시에 열 수 있는 연결은 \(ServerOptions.connectionsPerClient)개입니다.",
                    "One client may have at most \(ServerOptions.connectionsPerClient) connections open at once."
                )
            )
        case .allAreHeld:
            Problem(
                past: .connections,
                status: .serviceUnavailable,
                retryAfter: 10,
                detail: LocalizedText(
                    "열린 연결이 너무 많습니다. 잠시 뒤에 다시 해 주세요.",
                    "Too many connections are open. Try again later."
                )
            )
        }
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
