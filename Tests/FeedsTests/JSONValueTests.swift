import Testing

@testable import Feeds

@Suite("A JSON value of whatever kind")
struct JSONValueTests {
    private static let documents: [(document: String, value: JSONValue?)] = [
        ("null", .null), ("true", .truth(true)), ("false", .truth(false)), (#""a""#, .text("a")),
        ("7", .integer(7)), ("7.0", .integer(7)), ("-7e1", .integer(-70)), ("7.5", .number(7.5)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("9007199254740991.0", .integer(9_007_199_254_740_991)),
        ("9007199254740992.0", .number(9_007_199_254_740_992)), ("1e300", .number(1e300)),
        ("[1,[],{}]", .array([.integer(1), .array([]), .object([:])])),
        (#"{"a":1,"b":null,"a":2,"b":3}"#, .object(["a": .integer(1), "b": .null])),
        (#""\ud83c\udf27\u00b0""#, .text("🌧°")), (#""\ud83c""#, nil), (#""\ud83cudf27xx""#, nil),
        (#""\ud83c\u00b0""#, nil), (#""\udf27""#, nil), (#""\u00b""#, nil), (#""\u00g0""#, nil),
        ("1e999", nil), ("[1", nil), (#"{"a"}"#, nil), (#"{1:2}"#, nil), (#"{"a" 1}"#, nil), ("", nil),
    ]

    @Test(
        "A document is read whole, the first of repeated keys counts, and a whole number keeps its digits",
        arguments: documents
    )
    func reading(document: String, value: JSONValue?) {
        #expect(JSONValue(Array(document.utf8), depth: 3) == value)
    }

    @Test("Objects and arrays deeper within each other than is wanted are refused")
    func depth() {
        for document in ["[[1]]", #"{"a":{}}"#, #"[{"a":1}]"#] {
            #expect(JSONValue(Array(document.utf8), depth: 2) != nil)
            #expect(JSONValue(Array(document.utf8), depth: 1) == nil)
        }
    }

    @Test("A text holds a number if it is written as JSON writes numbers")
    func numerals() {
        #expect(JSONValue(numeral: "7") == .integer(7) && JSONValue(numeral: "-0.5")?.number == -0.5)
        for text in ["", "x", "07", "+7", "null", "true", "[]", #""7""#, "7 8"] {
            #expect(JSONValue(numeral: text) == nil, "\(text)")
        }
    }

    @Test("A value is of one kind and of no other")
    func kinds() {
        #expect(JSONValue.text("7").text == "7" && JSONValue.text("7").number == nil)
        #expect(JSONValue.integer(7).number == 7 && JSONValue.integer(7).text == nil)
        #expect(JSONValue.object([:]).object == [:] && JSONValue.array([]).object == nil)
    }

    @Test("A short text is its bytes, the first 23 of a longer one, and equals the same text alone")
    func shortTexts() {
        let text = Array("0123456789abcdefghijklmnop".utf8)
        for count in 0...text.count {
            let bytes = Array(text.prefix(count))
            let short = ShortText(bytes)
            #expect(Array(short) == Array(bytes.prefix(23)))
            #expect(ShortText(count: count) { bytes[$0] } == short)
            for other in 0...text.count where other <= 23 || count <= 23 {
                #expect((ShortText(text.prefix(other)) == short) == (other == count))
            }
            var changed = bytes
            for index in bytes.indices.prefix(23) {
                changed[index] += 1
                #expect(ShortText(changed) != short)
                changed[index] -= 1
            }
        }
        #expect(ShortText([]) == "" && ShortText("0123456789abcdefghijklm".utf8) == "0123456789abcdefghijklm")
    }
}
