extension Fault {
    /// The answer the fault consists of; `nil` where it is a matter of how an answer is sent.
    public var answer: StubAnswer? {
        switch self {
        case .header(let code):
            .json(#"{"response":{"header":{"resultCode":"\#(code.code)","resultMsg":"\#(code.message)"}}}"#)
        case .gateway(let code, let form): Fault.gatewayAnswer(code, form)
        case .flat(let code):
            .json(
                #"{"responseTime":"2026-10-04T15:00:00.000","resultCode":"\#(code.code)","resultMsg":"\#(code.message)"}"#
            )
        case .plain(let text): .text(text.text, status: text.status)
        case .hub(let code): Fault.hubAnswer(code)
        case .openWeather(let code, let form): Fault.openWeatherAnswer(code, form)
        case .html(let status):
            .html(
                "<!DOCTYPE html>\n<html><head><title>\(status == 200 ? "서비스 점검 안내" : "\(status) Bad Gateway")</title></head>"
                    + "<body><h1>{\"response\"}</h1></body></html>\n",
                status: status
            )
        case .empty(let status): StubAnswer(status: status, type: "application/json", body: "")
        case .oversized:
            .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"\#(String(repeating: "x", count: 5 << 20))"}}}"#
            )
        case .redirect(let address):
            StubAnswer(status: 302, headers: [("Location", address)])
        case .newestIssueEmpty, .wrongContentType, .cutJSON, .hangUpMidBody, .hangUpMidHead, .reset, .slow,
            .late,
            .hang:
            nil
        }
    }

    private static func gatewayAnswer(_ code: GatewayCode, _ form: GatewayForm) -> StubAnswer {
        switch form {
        case .legacyXML:
            .xml(
                """
                <OpenAPI_ServiceResponse>
                <cmmMsgHeader>
                <errMsg>SERVICE ERROR</errMsg>
                <returnAuthMsg>\(code.name)</returnAuthMsg>
                <returnReasonCode>\(code.code)</returnReasonCode>
                </cmmMsgHeader>
                </OpenAPI_ServiceResponse>
                """
            )
        case .xml:
            .xml(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <OpenAPI_ServiceResponse>
                <cmmMsgHeader>
                  <errMsg>\(code.name)</errMsg>
                  <returnAuthMsg>\(code.sentence)</returnAuthMsg>
                  <returnReasonCode>\(code.code)</returnReasonCode>
                </cmmMsgHeader>
                </OpenAPI_ServiceResponse>
                """,
                status: code.status
            )
        case .json:
            .json(
                #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"\#(code.name)","#
                    + #""returnAuthMsg":"\#(code.sentence)","returnReasonCode":"\#(code.code)"}}}"#,
                status: code.status
            )
        }
    }

    private static func hubAnswer(_ code: HubCode) -> StubAnswer {
        func envelope(_ status: Int, _ message: String, http: Int? = nil) -> StubAnswer {
            .json(
                """
                {
                  "result" : {
                    "status" : \(status),
                    "message" : "\(message)"
                  }
                }
                """,
                status: http ?? status
            )
        }
        return switch code {
        case .badKey: envelope(401, "유효한 인증키가 아닙니다.")
        case .notSubscribed: envelope(403, "활용신청이 필요한 API 입니다.")
        case .notAllowed: envelope(403, "허용되지 않은 API 입니다.")
        case .quota: envelope(403, "API 호출 한도를 초과했습니다.")
        case .quotaUnder200: envelope(403, "API 호출 한도를 초과했습니다.", http: 200)
        case .busy: .text("현재 요청을 처리할 수 없습니다. 잠시 후 다시 시도해주십시오.", status: 429)
        }
    }

    private static func openWeatherAnswer(_ code: OpenWeatherCode, _ form: CodForm) -> StubAnswer {
        let cod = form == .number ? "\(code.status)" : "\"\(code.status)\""
        return .json(#"{"cod":\#(cod), "message": "\#(code.message)"}"#, status: code.status)
    }
}
