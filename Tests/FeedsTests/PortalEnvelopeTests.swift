import Testing

@testable import Feeds

@Suite("KMA's envelope of a successful answer")
struct KMAEnvelopeTests {
    private let item = #"{"regId":"11B20601","taMin4":9,"taMax4":24}"#

    @Test(
        "An answer with any spelling of success is read",
        arguments: [#""00""#, #""0""#, "0"]
    )
    func codes(code: String) throws {
        let body = Wire.service(items: #"{"item":[\#(item)]}"#, code: code)
        #expect(try Wire.midTemperature(body).days.count == 1)
    }

    @Test("A bare object is read as a list of one")
    func bareObject() throws {
        for items in [#"{"item":\#(item)}"#, item] {
            #expect(try Wire.midTemperature(Wire.service(items: items)).days.count == 1)
        }
    }

    @Test(
        "Padding around an answer and markup behind it are none of it",
        arguments: [
            ("\u{FEFF}", ""), ("\n  ", "\r\n"), ("\u{FEFF}\r\n", "\0"), ("\0", "\u{FEFF}\n"),
            (" \u{FEFF}\u{FEFF}", "\0\0\n"), ("", "<!-- 0.12 s -->"), ("", "\n<script>track()</script>\n"),
        ]
    )
    func padding(front: String, end: String) throws {
        let body = front + Wire.service(items: #"{"item":[\#(item)]}"#) + end
        #expect(try Wire.midTemperature(body).days.count == 1)
        let fault = front + #"{"response":{"header":{"resultCode":"22"}}}"# + end
        #expect(throws: FeedError(.quotaExceeded, "22 LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR")) {
            try Wire.midTemperature(fault)
        }
        let current = #"{"dt":1791090000,"main":{"temp":14},"weather":[{"id":800}]}"#
        #expect(try Wire.current(front + current + end).temperature == 14)
    }

    @Test("Two answers in one body are a fault of their own", arguments: ["", "\n", "\0"])
    func twoDocuments(gap: String) {
        let body = Wire.service(items: #"{"item":[\#(item)]}"#)
        for tail in [body, "{}", "[]"] {
            #expect(throws: FeedError(.malformedResponse, "JSON, JSON")) {
                try Wire.midTemperature(body + gap + tail)
            }
        }
        #expect(throws: FeedError(.malformedResponse)) { try Wire.midTemperature(body + gap + "true") }
    }

    @Test("Unknown fields are ignored")
    func unknownFields() throws {
        let body = Wire.service(fields: #""taMin4":9,"taAvg4":15,"taMin11":3,"memo":{"a":[1,null]}"#)
        let days = try Wire.midTemperature(body).days
        #expect(days.count == 1)
    }

    @Test(
        "Success with an empty list, in any of its forms, is no data; anything else than a list is malformed",
        arguments: [
            (#"{"item":[]}"#, .noData), (#"{"item":[{"regId":"11B20601"}]}"#, .noData), (#""""#, .noData),
            (#"" ""#, .noData), ("null", .noData), ("{}", .noData), ("[]", .noData),
            (#"{"item":""}"#, .noData),
            (#"{"item":null}"#, .noData), (#"{"item":"x"}"#, .malformedResponse),
            (#""x""#, .malformedResponse),
            (#"{"item":[1]}"#, .malformedResponse), (#"{"item":[{},1]}"#, .malformedResponse),
            ("7", .malformedResponse),
        ] as [(String, ErrorCode)]
    )
    func noItems(items: String, kind: ErrorCode) {
        let body = Wire.service(items: items).replacing(#""totalCount":1"#, with: #""totalCount":0"#)
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body) }
        #expect(error?.code == kind)
    }

    @Test(
        "Success without a list or a body is no data, unless a count denies it or success is not said",
        arguments: [
            (#"{"response":{"header":{"resultCode":"00"},"body":{"totalCount":0}}}"#, .noData),
            (#"{"response":{"header":{"resultCode":"00"},"body":{}}}"#, .noData),
            (#"{"response":{"header":{"resultCode":"0"},"body":null}}"#, .noData),
            (#"{"response":{"header":{"resultCode":"00"}}}"#, .noData),
            (
                #"{"response":{"header":{"resultCode":"00"},"body":{"items":"","totalCount":3}}}"#,
                .malformedResponse
            ),
            (#"{"response":{"header":{},"body":{"items":""}}}"#, .malformedResponse),
            (#"{"response":{"header":{"resultCode":"00"},"body":""}}"#, .noData),
            (#"{"response":{"header":{"resultCode":"00"},"body":[{"items":{}}]}}"#, .malformedResponse),
            (#"{"response":{"header":{"resultCode":"00"},"body":7}}"#, .malformedResponse),
        ] as [(String, ErrorCode)]
    )
    func noList(body: String, kind: ErrorCode) {
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body) }
        #expect(error?.code == kind)
    }

    @Test("A successful body under a failing HTTP status is not read", arguments: [199, 300, 502])
    func status(status: Int) throws {
        let body = Wire.service(items: #"{"item":[\#(item)]}"#)
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body, status: status) }
        #expect(error?.code == .upstreamError)
        #expect(try Wire.midTemperature(body, status: 299).days.count == 1)
    }

    @Test("An answer cut to one page is malformed", arguments: ["2", #""2""#])
    func page(count: String) {
        let body = Wire.service(items: #"{"item":[\#(item)]}"#)
            .replacing(#""totalCount":1"#, with: #""totalCount":\#(count)"#)
        let error = #expect(throws: FeedError.self) { try Wire.midTemperature(body) }
        #expect(error?.code == .malformedResponse)
    }
}
