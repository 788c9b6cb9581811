import Foundation
import Testing

@testable import Feeds

@Suite("The mid-term text")
struct OutlookReadingTests {
    private func read(_ text: String) throws -> String {
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        return try Wire.outlook(Wire.service(items: #"{"item":[{"wfSv":\#(json)}]}"#)).text
    }

    @Test(
        "It has a line a statement, without the padding it comes with",
        arguments: [
            ("○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다.", "○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다."),
            ("  ○ (강수)   비가  내리겠습니다.  \n\n\n* (변동성) 있습니다.  \n", "○ (강수) 비가 내리겠습니다.\n* (변동성) 있습니다."),
            ("○ (강수) 비가\n      내리겠습니다.", "○ (강수) 비가 내리겠습니다."),
            ("\r\n○ (강수) 비가\r\n 내리겠습니다.\r\n○ (기온) 높겠습니다.", "○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다."),
            ("이번 예보 기간에는\n맑겠습니다.\n○ (기온) 높겠습니다.", "이번 예보 기간에는 맑겠습니다.\n○ (기온) 높겠습니다."),
            ("○ (기온) 3~5℃,\t최고 12℃", "○ (기온) 3~5℃, 최고 12℃"),
        ]
    )
    func tidying(text: String, tidied: String) throws {
        #expect(try read(text) == tidied)
    }

    @Test("A text of nothing is no data", arguments: ["", "  \n \t\n"])
    func empty(text: String) {
        #expect(throws: FeedError(.noData)) { try read(text) }
    }

    @Test(
        "An item without a text is no data",
        arguments: [#"{"item":[]}"#, #"{"item":[{}]}"#, #"{"item":[{"wfSv":null}]}"#]
    )
    func missing(items: String) {
        let body = Wire.service(items: items).replacing(#""totalCount":1"#, with: #""totalCount":0"#)
        #expect(throws: FeedError(.noData)) { try Wire.outlook(body) }
    }

    @Test("It belongs to the issue that was asked for")
    func issue() throws {
        let body = Wire.service(items: #"{"item":[{"wfSv":"○ (강수) 없음"}]}"#)
        #expect(try Wire.outlook(body).issuedAt == Wire.issue)
    }
}
