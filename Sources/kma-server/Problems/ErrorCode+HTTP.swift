import Forecast
import HTTPTypes
import KMAForecast

extension ErrorCode {
    /// The status a code is answered with. What is wrong with the question is 4xx; what an upstream did is 502 or
    /// 504; what will pass, or waits for the owner of the service, is 503.
    var status: HTTPResponse.Status {
        switch self {
        case .badInput: .badRequest
        // A point outside of Korea is a place that is not there, like a name nobody bears.
        case .unknownArea, .outsideKorea: .notFound
        case .ambiguousArea: .unprocessableContent
        case .keyMissing, .quotaExceeded, .rateLimited, .noData: .serviceUnavailable
        case .keyRejected, .notSubscribed, .blocked, .unreachable, .upstreamError, .malformedResponse:
            .badGateway
        case .timeout: .gatewayTimeout
        }
    }

    /// The kind of problem in a few words.
    var title: Words {
        switch self {
        case .unknownArea: Words("모르는 지역입니다", "Unknown area")
        case .ambiguousArea: Words("같은 이름의 지역이 여럿입니다", "Several areas bear the name")
        case .outsideKorea: Words("예보 구역 밖입니다", "Outside of Korea")
        case .badInput: Words("요청을 이해하지 못했습니다", "The request makes no sense")
        case .keyMissing: Words("인증키가 없습니다", "A key is missing")
        case .keyRejected: Words("인증키가 거절되었습니다", "The key is rejected")
        case .notSubscribed: Words("활용신청이 필요합니다", "The key is not subscribed")
        case .quotaExceeded: Words("오늘의 호출 한도를 다 썼습니다", "The calls of the day are spent")
        case .rateLimited: Words("요청이 너무 잦습니다", "Too many requests")
        case .blocked: Words("접속이 막혔습니다", "The upstream refuses the address")
        case .noData: Words("자료가 아직 없습니다", "There is nothing yet")
        case .timeout: Words("제때 답이 오지 않았습니다", "The upstream did not answer in time")
        case .unreachable: Words("연결하지 못했습니다", "The upstream cannot be reached")
        case .upstreamError: Words("기상 자료 제공처에 장애가 있습니다", "The upstream is broken")
        case .malformedResponse: Words("알아볼 수 없는 답이 왔습니다", "The upstream's answer makes no sense")
        }
    }

    /// Seconds after which asking again is worth it, for a fault that passes by itself or by its owner's hand.
    var usualRetry: Int? {
        switch self {
        case .keyMissing: 3_600
        case .noData: 300
        case .quotaExceeded, .rateLimited: 60
        case .unknownArea, .ambiguousArea, .outsideKorea, .badInput, .keyRejected, .notSubscribed, .blocked,
            .timeout, .unreachable, .upstreamError, .malformedResponse:
            nil
        }
    }
}
