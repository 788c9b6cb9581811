import Testing

@testable import Feeds

@Suite("KMA's faults without a code")
struct KMAFaultTests {
    @Test(
        "The portal's proxy is understood by its words, whatever its status",
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
        "The API hub's own envelope goes by its status, but a limit by its words",
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

    @Test("The hub's plea to wait is a rate limit in plain Korean too")
    func hubPlainText() {
        let error = #expect(throws: FeedError.self) {
            try Wire.midTemperature("현재 요청을 처리할 수 없습니다. 잠시 후 다시 시도해주십시오.", status: 429)
        }
        #expect(error?.code == .rateLimited)
    }

    @Test(
        "A body that is of no known form goes by its status, and under 200 makes no sense",
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
            (#"{"response":{"header":{"resultCode":"00"}}}"#, 200, .malformedResponse),
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

    @Test("Bytes that are no text make no sense, and do no harm")
    func noText() throws {
        for first in UInt8.min...UInt8.max {
            let answer = HTTPAnswer(status: 200, body: .init([first, 0xFF, 0x00, 0xFE]))
            let query = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway())
            let error = #expect(throws: FeedError.self) { try query.read(answer, Wire.issue) }
            #expect(error?.code == .malformedResponse)
        }
    }

    @Test(
        "What a transport could not bring is the feed's fault of the same kind",
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
