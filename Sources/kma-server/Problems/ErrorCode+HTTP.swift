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
    var title: LocalizedText {
        switch self {
        case .unknownArea: LocalizedText("모르는 지역입니다", "Unknown area")
        case .ambiguousArea: LocalizedText("같은 이름의 지역이 여럿입니다", "Several areas bear the name")
        case .outsideKorea: LocalizedText("예보 구역 밖입니다", "Outside of Korea")
        case .badInput: LocalizedText("요청을 이해하지 못했습니다", "The request makes no sense")
        case .keyMissing: LocalizedText("인증키가 없습니다", "A key is missing")
        case .keyRejected: LocalizedText("인증키가 거절되었습니다", "The key is rejected")
        case .notSubscribed: LocalizedText("활용신청이 필요합니다", "The key is not subscribed")
        case .quotaExceeded: LocalizedText("오늘의 호출 한도를 다 썼습니다", "The calls of the day are spent")
        case .rateLimited: LocalizedText("요청이 너무 잦습니다", "Too many requests")
        case .blocked: LocalizedText("접속이 막혔습니다", "The upstream refuses the address")
        case .noData: LocalizedText("자료가 아직 없습니다", "There is nothing yet")
        case .timeout: LocalizedText("제때 답이 오지 않았습니다", "The upstream did not answer in time")
        case .unreachable: LocalizedText("연결하지 못했습니다", "The upstream cannot be reached")
        case .upstreamError: LocalizedText("기상 자료 제공처에 장애가 있습니다", "The upstream is broken")
        case .malformedResponse: LocalizedText("알아볼 수 없는 답이 왔습니다", "The upstream's answer makes no sense")
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
