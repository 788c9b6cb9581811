import Testing

@testable import Feeds

/// The envelopes a code of KMA's services or their gateways travels in.
enum CodeEnvelope: CaseIterable {
    case serviceJSON
    case serviceJSONWithEmptyItems
    case serviceJSONWithNumber
    case serviceXML
    case legacyGatewayXML
    case gatewayXML
    case gatewayJSON
    case gatewayJSONWithNumber
    case flat

    /// The body of a fault, with its code and its name.
    func body(_ code: String, _ name: String) -> String {
        switch self {
        case .serviceJSON:
            #"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(name)"}}}"#
        case .serviceJSONWithEmptyItems:
            #"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(name)"},"body":{"dataType":"JSON","#
                + #""items":"","pageNo":1,"numOfRows":10,"totalCount":0}}}"#
        case .serviceJSONWithNumber:
            #"{"response":{"header":{"resultCode":\#(Int(code) ?? -1),"resultMsg":"\#(name)"}}}"#
        case .serviceXML:
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <response><header><resultCode>\(code)</resultCode><resultMsg>\(name)</resultMsg></header></response>
            """
        case .legacyGatewayXML:
            """
            <OpenAPI_ServiceResponse>
            <cmmMsgHeader>
            <errMsg>SERVICE ERROR</errMsg>
            <returnAuthMsg>\(name)</returnAuthMsg>
            <returnReasonCode>\(code)</returnReasonCode>
            </cmmMsgHeader>
            </OpenAPI_ServiceResponse>
            """
        case .gatewayXML:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <OpenAPI_ServiceResponse>
            <cmmMsgHeader>
              <errMsg>\(name)</errMsg>
              <returnAuthMsg>요청을 처리하지 못했습니다</returnAuthMsg>
              <returnReasonCode>
                \(code)
              </returnReasonCode>
            </cmmMsgHeader>
            </OpenAPI_ServiceResponse>
            """
        case .gatewayJSON:
            #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"\#(name)","#
                + #""returnAuthMsg":"요청을 처리하지 못했습니다","returnReasonCode":"\#(code)"}}}"#
        case .gatewayJSONWithNumber:
            #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"\#(name)","returnReasonCode":\#(Int(code) ?? -1)}}}"#
        case .flat:
            #"{"responseTime":"2026-10-04T15:00:00","resultCode":"\#(code)","resultMsg":"\#(name)"}"#
        }
    }
}

@Suite("Codes of KMA's services and gateways")
struct KMACodeTests {
    /// Code, name, what it means for us, and whether a second call may be answered.
    private static let codes: [(String, String, ErrorCode, Bool)] = [
        ("01", "APPLICATION_ERROR", .upstreamError, true),
        ("02", "DB_ERROR", .upstreamError, true),
        ("03", "NO_DATA", .noData, false),
        ("04", "HTTP_ERROR", .upstreamError, true),
        ("05", "SERVICETIME_OUT", .timeout, true),
        ("10", "INVALID_REQUEST_PARAMETER_ERROR", .upstreamError, false),
        ("10", "최근 1일 간의 자료만 제공합니다.", .upstreamError, false),
        ("11", "NO_MANDATORY_REQUEST_PARAMETERS_ERROR", .upstreamError, false),
        ("12", "NO_OPENAPI_SERVICE_ERROR", .upstreamError, false),
        ("20", "SERVICE_ACCESS_DENIED_ERROR", .notSubscribed, false),
        ("20", "PERMISSION_DENIED", .notSubscribed, false),
        ("20", "활용신청이 필요합니다.", .notSubscribed, false),
        ("21", "TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR", .keyRejected, false),
        ("22", "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR", .quotaExceeded, false),
        ("23", "LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR", .rateLimited, true),
        ("29", "BLACKLIST_IP_ACCESS_ERROR", .blocked, false),
        ("30", "SERVICE_KEY_IS_NOT_REGISTERED_ERROR", .keyRejected, false),
        ("31", "DEADLINE_HAS_EXPIRED_ERROR", .keyRejected, false),
        ("32", "UNREGISTERED_IP_ERROR", .blocked, false),
        ("33", "UNSIGNED_CALL_ERROR", .keyRejected, false),
        ("99", "UNKNOWN_ERROR", .upstreamError, true),
        ("77", "A_CODE_NOBODY_HAS_SEEN", .upstreamError, true),
    ]

    @Test(
        "A code means the same in every envelope and under every status",
        arguments: codes,
        CodeEnvelope.allCases
    )
    func meaning(_ known: (String, String, ErrorCode, Bool), envelope: CodeEnvelope) throws {
        let (code, name, kind, isRetryable) = known
        for status in [200, 400, 403, 500] {
            let error = #expect(throws: FeedError.self) {
                try Wire.midTemperature(envelope.body(code, name), status: status)
            }
            #expect(error?.code == kind)
            #expect(error?.isRetryable == isRetryable)
            #expect(error?.detail?.hasPrefix(code) == true)
            #expect((error?.reason == .requestRefused) == ["10", "11", "12"].contains(code))
            #expect((error?.reason == .expired) == (code == "31"))
        }
    }

    @Test("The name of code 20 distinguishes a missing key from a missing application")
    func missingKey() {
        let gateways: [CodeEnvelope] = [.legacyGatewayXML, .gatewayXML, .gatewayJSON, .gatewayJSONWithNumber]
        for envelope in gateways {
            let error = #expect(throws: FeedError.self) {
                try Wire.midTemperature(envelope.body("20", "SERVICE_KEY_IS_NULL"), status: 401)
            }
            #expect(error == FeedError(.keyRejected, "20 SERVICE_KEY_IS_NULL"))
        }
    }

    /// The envelopes of a gateway that has a name and no code. `%` stands for the field and the name.
    private static let namesAlone: [String] = [
        #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{%}}}"#, #"{"response":{"cmmMsgHeader":{%}}}"#,
        #"{"cmmMsgHeader":{%}}"#,
        "<OpenAPI_ServiceResponse><cmmMsgHeader>%</cmmMsgHeader></OpenAPI_ServiceResponse>",
        "<response><cmmMsgHeader>%</cmmMsgHeader></response>", "<cmmMsgHeader>%</cmmMsgHeader>",
    ]

    @Test(
        "A name without a code means the same as the code, in every envelope, field and status",
        arguments: [
            ("SERVICE_KEY_IS_NOT_REGISTERED_ERROR", .keyRejected, "30"),
            ("DEADLINE_HAS_EXPIRED_ERROR", .keyRejected, "31"),
            ("SERVICE_KEY_IS_NULL", .keyRejected, "20"), ("PERMISSION_DENIED", .notSubscribed, "20"),
            ("SERVICE_ACCESS_DENIED_ERROR", .notSubscribed, "20"),
            ("LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR", .quotaExceeded, "22"),
            ("LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR", .rateLimited, "23"),
            ("SERVICE KEY IS NOT REGISTERED ERROR.", .keyRejected, "30"),
            ("SERVICETIMEOUT_ERROR", .timeout, "05"),
            ("NODATA_ERROR", .noData, "03"), ("SERVICE ERROR", .upstreamError, nil),
        ] as [(String, ErrorCode, String?)]
    )
    func names(name: String, kind: ErrorCode, code: String?) {
        for envelope in Self.namesAlone {
            for (field, other) in [("errMsg", "returnAuthMsg"), ("returnAuthMsg", "errMsg")] {
                let isJSON = envelope.hasPrefix("{")
                let forms =
                    isJSON
                    ? [
                        #""\#(field)":"\#(name)""#,
                        #""\#(other)":"등록되지 않은 서비스키","\#(field)":" \#(name) ","returnReasonCode":"""#,
                    ]
                    : [
                        "<\(field)>\(name)</\(field)>",
                        "<\(other)>SERVICE ERROR</\(other)><\(field)><![CDATA[ \(name) ]]></\(field)>",
                    ]
                for form in forms {
                    for status in [200, 403] {
                        let error = #expect(throws: FeedError.self) {
                            try Wire.midTemperature(envelope.replacing("%", with: form), status: status)
                        }
                        #expect(error?.code == kind, "\(envelope) \(form) \(status)")
                        #expect(error?.detail?.prefix(2).description == code, "\(form)")
                    }
                }
            }
        }
    }

    @Test("No text that an upstream echoes is in the error", arguments: CodeEnvelope.allCases)
    func noEcho(envelope: CodeEnvelope) throws {
        for code in ["30", "77", "seCretKey"] {
            let body = envelope.body(code, "serviceKey=seCretKey 10.1.2.3")
            let error = try #require(throws: FeedError.self) {
                try Wire.midTemperature(body, status: 403)
            }
            let told = [error.detail ?? "", "\(error)"]
            #expect(told.allSatisfy { !$0.contains("seCretKey") && !$0.contains("10.1.2.3") })
        }
    }
}

@Suite("Faults of KMA's services without a code")
struct PortalFaultTests {
    @Test(
        "A plain text of the portal's proxy decides the code, whatever the status",
        arguments: [
            ("Unauthorized", 401, .keyRejected),
            ("Unauthorized\n", 200, .keyRejected),
            ("Forbidden", 403, .notSubscribed),
            ("API not found", 404, .upstreamError),
            ("Error forwarding request to backend server", 500, .upstreamError),
            ("Error receiving response from backend server", 502, .upstreamError),
            ("API rate limit exceeded", 429, .rateLimited),
            ("API token quota exceeded", 429, .quotaExceeded),
            ("API token quota exceeded", 200, .quotaExceeded),
            ("Unexpected errors", 500, .upstreamError),
            ("Unexpected error", 500, .upstreamError),
            ("\u{FEFF}  API token quota exceeded", 429, .quotaExceeded),
        ] as [(String, Int, ErrorCode)]
    )
    func plainText(body: String, status: Int, kind: ErrorCode) {
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body, status: status) }
        #expect(error?.code == kind)
    }

    @Test(
        "The status in the API hub's envelope decides the code, but the message that of a used-up limit",
        arguments: [
            (401, "유효한 인증키가 아닙니다.", 401, .keyRejected),
            (401, "유효한 인증키가 아닙니다.", 200, .keyRejected),
            (403, "활용신청이 필요한 API 입니다. 활용신청 후 사용해 주십시오.", 403, .notSubscribed),
            (403, "허용되지 않은 API 입니다.", 403, .notSubscribed),
            (403, "API 호출 한도를 초과했습니다.", 403, .quotaExceeded),
            (403, "API 호출 한도를 초과했습니다.", 200, .quotaExceeded),
            (429, "현재 요청을 처리할 수 없습니다. 잠시 후 다시 시도해주십시오.", 429, .rateLimited),
            (500, "서버 오류", 500, .upstreamError),
        ] as [(Int, String, Int, ErrorCode)]
    )
    func hub(stated: Int, message: String, status: Int, kind: ErrorCode) {
        let body = #"{ "result" : { "status" : \#(stated), "message" : "\#(message)" } }"#
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body, status: status) }
        #expect(error?.code == kind)
    }

    @Test(
        "A request that the API hub refuses is not retried, a fault of its own is",
        arguments: [(400, false), (404, false), (429, true), (500, true), (503, true)]
    )
    func hubRetry(stated: Int, isRetryable: Bool) {
        let body = #"{"result":{"status":\#(stated),"message":"요청하신 API를 찾을 수 없습니다."}}"#
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body, status: stated) }
        #expect(error?.isRetryable == isRetryable)
        #expect((error?.reason == .requestRefused) == !isRetryable)
        #expect(error?.detail == "apihub \(stated)")
    }

    @Test("The hub's envelope without a status, and a code that no table has, are faults with what is known")
    func unknown() {
        for (body, detail) in [
            (#"{"result":{"message":"서버 오류"}}"#, "apihub 0"),
            (CodeEnvelope.serviceJSON.body("98", "X"), "98"), (CodeEnvelope.serviceJSON.body("ab", "X"), nil),
            (CodeEnvelope.serviceJSON.body("123", "X"), nil),
        ] as [(String, String?)] {
            let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body) }
            #expect(error?.code == .upstreamError && error?.detail == detail, "\(body)")
        }
    }

    @Test("The hub's request to wait is a rate limit as plain text too")
    func hubPlainText() {
        let error = #expect(throws: FeedError.self) {
            try Wire.midTemperature("현재 요청을 처리할 수 없습니다. 잠시 후 다시 시도해주십시오.", status: 429)
        }
        #expect(error?.code == .rateLimited)
    }

    @Test(
        "The status decides the code of a body of no known form, and under 200 it is malformed",
        arguments: [
            ("<html><body>서비스 점검 중입니다</body></html>", 200, .malformedResponse),
            ("<!DOCTYPE html><title>502 Bad Gateway</title>", 502, .upstreamError),
            ("<html><h1>504 Gateway Time-out</h1></html>", 504, .timeout),
            ("", 200, .malformedResponse),
            ("", 204, .malformedResponse),
            ("", 502, .upstreamError),
            ("", 401, .keyRejected),
            (" \r\n\t", 200, .malformedResponse),
            ("\u{FEFF}", 200, .malformedResponse),
            (#"{"response":{"header":{"resultCode":"00","resul"#, 200, .malformedResponse),
            (#"{"response":{}}"#, 200, .malformedResponse),
            ("{}", 200, .malformedResponse),
            ("{", 200, .malformedResponse),
            ("[]", 200, .malformedResponse),
            ("null", 200, .malformedResponse),
            ("<", 200, .malformedResponse),
            ("<response><header><resultCode>00</resultCode></header></response>", 200, .malformedResponse),
            ("<a><returnReasonCode>30", 200, .malformedResponse),
            ("Moved", 301, .upstreamError),
            ("Bad Request", 400, .upstreamError),
            ("무슨 말인지 모를 답", 200, .malformedResponse),
        ] as [(String, Int, ErrorCode)]
    )
    func strangeBodies(body: String, status: Int, kind: ErrorCode) {
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body, status: status) }
        #expect(error?.code == kind)
    }

    @Test("A code that no table has is named if it has two digits, and nothing else of an answer is")
    func unknownCodes() {
        #expect(PortalFault.error(code: "77", names: []) == FeedError(.upstreamError, "77"))
        for code in ["7", "777", "AB", "k3"] {
            #expect(PortalFault.error(code: code, names: []) == FeedError(.upstreamError), "\(code)")
        }
        #expect(PortalFault.error(code: nil, names: []) == nil)
    }

    @Test(
        "A fault in a list, with attributes and a namespace, or in EUC-KR is that fault",
        arguments: [
            (#"[{"resultCode":"30","resultMsg":"SERVICE_KEY_IS_NOT_REGISTERED_ERROR"}]"#, .keyRejected),
            (
                "<n:OpenAPI><cmmMsgHeader><n:returnReasonCode type=\"s\">22</n:returnReasonCode></cmmMsgHeader></n:OpenAPI>",
                .quotaExceeded
            ),
            (
                "{\"response\":{\"header\":{\"resultCode\":\"22\",\"resultMsg\":\"\u{BC}\u{AD}\"}}}",
                .quotaExceeded
            ),
            ("{\"result\":{\"status\":403,\"message\":\"\u{C7}\u{D1}\u{B5}\u{B5}\"}}", .quotaExceeded),
            (
                "{\"response\":{\"header\":{\"resultCode\":\"00\",\"resultMsg\":\"\u{BC}\u{AD}\"}}}",
                .malformedResponse
            ),
        ] as [(String, ErrorCode)]
    )
    func otherForms(body: String, kind: ErrorCode) throws {
        // One byte a letter, as EUC-KR stands for itself here.
        let answer = HTTPAnswer(status: 200, body: body.unicodeScalars.map { UInt8($0.value) })
        let query = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway())
        #expect(#expect(throws: FeedError.self) { try query.read(answer, Wire.issue) }?.code == kind)
    }

    @Test("Bytes that are no text are a malformed response")
    func noText() throws {
        for first in UInt8.min...UInt8.max {
            let answer = HTTPAnswer(status: 200, body: .init([first, 0xFF, 0x00, 0xFE]))
            let query = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway())
            let error = #expect(throws: FeedError.self) { try query.read(answer, Wire.issue) }
            #expect(error?.code == .malformedResponse)
        }
    }

    @Test(
        "A transport's fault becomes the feed error of the same kind",
        arguments: [
            (.timedOut, FeedError(.timeout)),
            (.unreachable(reason: "refused"), FeedError(.unreachable, "refused")),
            (.oversized, FeedError(.malformedResponse, "> 4194304 B", isRetryable: false)),
        ] as [(TransportFault, FeedError)]
    )
    func transport(fault: TransportFault, error: FeedError) {
        #expect(FeedError(fault) == error)
    }
}
