import Testing

@testable import Feeds

@Suite("OpenWeather's errors")
struct OpenWeatherErrorTests {
    @Test(
        "The status decides the code, whatever the body; under 200 the status in the body does",
        arguments: [
            (400, #"{"cod":"400","message":"wrong latitude"}"#, .upstreamError, false),
            (
                401,
                #"{"cod":401, "message": "Invalid API key. Please see https://openweathermap.org/faq#error401"}"#,
                .keyRejected, false
            ),
            (401, "", .keyRejected, false),
            (403, "<html>Forbidden</html>", .blocked, false),
            (404, #"{"cod":"404","message":"city not found"}"#, .upstreamError, false),
            (
                429,
                #"{"cod":429, "message": "Your account is temporary blocked due to exceeding of requests"}"#,
                .rateLimited, false
            ),
            (429, "Too Many Requests", .rateLimited, false),
            (500, #"{"cod":"500","message":"Internal error: 500000"}"#, .upstreamError, true),
            (502, "", .upstreamError, true),
            (503, "<html>", .upstreamError, true),
            (504, "failed to connect", .timeout, true),
            (302, "", .upstreamError, false),
            (204, "", .malformedResponse, true),
            (200, "", .malformedResponse, true),
            (200, "failed to connect", .malformedResponse, true),
            (200, "<html><body>Bad gateway</body></html>", .malformedResponse, true),
            (200, #"{"cod":401,"message":"Invalid API key"}"#, .keyRejected, false),
            (200, #"{"cod":"429","message":"blocked"}"#, .rateLimited, false),
        ] as [(Int, String, ErrorCode, Bool)]
    )
    func statuses(status: Int, body: String, kind: ErrorCode, isRetryable: Bool) {
        for read in [
            { _ = try Wire.current(body, status: status) }, { _ = try Wire.forecast(body, status: status) },
        ] {
            let error = #expect(throws: FeedError.self) { try read() }
            #expect(error?.code == kind)
            #expect(error?.isRetryable == isRetryable)
        }
    }

    @Test(
        "A fault in `cod` counts under status 200, written as a number or a text",
        arguments: [
            ("401", .keyRejected), (#""401""#, .keyRejected), ("429", .rateLimited),
            (#""429""#, .rateLimited),
            ("403", .blocked), (#""404""#, .upstreamError), ("500", .upstreamError),
        ] as [(String, ErrorCode)]
    )
    func fault(code: String, kind: ErrorCode) throws {
        for read in [{ _ = try Wire.current($0) }, { _ = try Wire.forecast($0) }] as [(String) throws -> Void]
        {
            for name in ["cod", "code"] {
                let error = #expect(throws: FeedError.self) {
                    try read(#"{"\#(name)":\#(code),"message":"no"}"#)
                }
                #expect(error?.code == kind)
            }
        }
    }
}
