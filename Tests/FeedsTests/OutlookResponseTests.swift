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
        "The outlook has one line per statement, without padding",
        arguments: [
            ("○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다.", "○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다."),
            ("  ○ (강수)   비가  내리겠습니다.  \n\n\n* (변동성) 있습니다.  \n", "○ (강수) 비가 내리겠습니다.\n* (변동성) 있습니다."),
            ("○ (강수) 비가\n      내리겠습니다.", "○ (강수) 비가 내리겠습니다."),
            ("\r\n○ (강수) 비가\r\n 내리겠습니다.\r\n○ (기온) 높겠습니다.", "○ (강수) 비가 내리겠습니다.\n○ (기온) 높겠습니다."),
            ("이번 예보 기간에는\n맑겠습니다.\n○ (기온) 높겠습니다.", "이번 예보 기간에는 맑겠습니다.\n○ (기온) 높겠습니다."),
            ("○ (기온) 3~5℃,\t최고 12℃", "○ (기온) 3~5℃, 최고 12℃"),
            ("○ (강수) 비<br />○ (기온)&nbsp;높음<BR>※ 변동", "○ (강수) 비\n○ (기온) 높음\n※ 변동"),
            ("○ (강수) 비\\n□ (기온) 높음\\r\\n※ 변동", "○ (강수) 비\n□ (기온) 높음\n※ 변동"),
            ("□ (강수) 비\n   내림\n※ 변동\n※ 더", "□ (강수) 비 내림\n※ 변동\n※ 더"),
            ("<p>○ <b>비</b> &lt;3℃ &amp; 눈</p>", "○ 비 <3℃ & 눈"),
            ("○ 비 &lt;b&gt;강함&lt;/b&gt; 3&#8451; &deg;&middot;&#xB0; &no;", "○ 비 강함 3℃ °·° &no;"),
            ("○ 비&lt;br/&gt;○ 눈 1&#9999999999;", "○ 비\n○ 눈 1&#9999999999;"),
        ]
    )
    func tidying(text: String, tidied: String) throws {
        #expect(try read(text) == tidied)
    }

    @Test("It has nothing that steers a terminal or the direction of text")
    func steering() throws {
        #expect(try read("○ \u{1B}[31m비\u{7}가\u{202E} 내리겠습니다.") == "○ [31m비 가 내리겠습니다.")
    }

    @Test(
        "A text without a word of the weather is no data",
        arguments: [
            "", "  \n \t\n", "-", "없음", "자료 없음", "준비중", "null", ".", "○", "○ 자료 준비 중입니다.", "서비스 점검중", "미제공",
            String(repeating: "-", count: 24),
        ]
    )
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

    @Test("A long text without a word of the weather is none that can be read")
    func unreadable() {
        let texts = [
            "No significant weather. Temperature near normal.",
            "¡Û (°­¼ö) ºñ°¡ ³»¸®°Ú½À´Ï´Ù. ¡Û (±â¿Â)", String(repeating: "-", count: 25),
        ]
        for text in texts {
            #expect(throws: FeedError(.malformedResponse)) { try read(text) }
        }
    }

    @Test("The first item of the office with a text counts; that of another office is malformed")
    func items() throws {
        let good = #"{"stnId":"109","wfSv":"○ (기온) 높음"}"#
        let (other, empty) = (#"{"stnId":"159","wfSv":"○ 부산 비"}"#, #"{"wfSv":null}"#)
        for items in ["\(empty),\(good)", "\(other),\(good)", good.replacing("109", with: " 109 ")] {
            #expect(try Wire.outlook(Wire.service(items: #"{"item":[\#(items)]}"#)).text == "○ (기온) 높음")
        }
        #expect(throws: FeedError(.malformedResponse, "stnId")) {
            try Wire.outlook(Wire.service(items: #"{"item":[\#(other)]}"#))
        }
    }

    @Test("The outlook belongs to the requested issue")
    func issue() throws {
        let body = Wire.service(items: #"{"item":[{"wfSv":"○ (강수) 없음"}]}"#)
        #expect(try Wire.outlook(body).issuedAt == Wire.issue)
    }
}
