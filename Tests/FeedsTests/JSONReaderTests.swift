import Foundation
import Testing

@testable import Feeds

@Suite("Values of a JSON document")
struct JSONReaderTests {
    private func read<Value>(_ json: String, _ value: (inout JSONReader) -> Value?) -> Value? {
        JSONReader.read(Array(json.utf8), value)
    }

    @Test(
        "A number comes as a number or as text; anything else is none",
        arguments: [
            ("0", 0), ("-0.5", -0.5), ("14.25", 14.25), ("1e2", 100), ("1E-2", 0.01),
            ("123456789012345678", 123_456_789_012_345_680),
            ("0.1234567890123456789", 0.123_456_789_012_345_68), (#""14""#, 14), (#""-14.5""#, -14.5),
            (#""\u0031""#, 1),
            (#""05""#, 5), (#""1e2""#, 100), ("1e999", nil), ("-1e99999999999999999999", nil),
            ("1e-999", nil), ("0e-999", 0),
            (#""""#, nil), (#""-""#, nil), (#""1 ""#, 1), (#""0x12""#, nil), (#""\t-1""#, -1),
            (#""nan""#, nil), (#""inf""#, nil), ("null", nil),
            ("true", nil),
            ("[1]", nil), (#"{"a":1}"#, nil),
        ] as [(String, Double?)]
    )
    func number(json: String, value: Double?) {
        #expect(read(json) { $0.number() } == value)
    }

    @Test("Of eight bytes those before the first that ends a text, escapes or is not ASCII are plain")
    func plainBytes() {
        let others: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F]
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                for other in others {
                    var bytes = [UInt8](repeating: other, count: 8)
                    bytes[place] = byte
                    // The rest is of no consequence, also if it is none.
                    if place < 7 { bytes[7] = 0 }
                    let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                    #expect(word.plainBytes == bytes.prefix(while: \.isPlain).count)
                }
            }
        }
    }

    @Test("A short text is the same wherever it stands and however long it is")
    func codes() {
        let text = "0123456789abcdefghijklmnopqrstuvwxyz"
        for count in 0...text.count {
            let expected = ShortText(text.prefix(count).utf8)
            for padding in 0..<9 {
                let spaces = String(repeating: " ", count: padding)
                #expect(read(spaces + "\"\(text.prefix(count))\"") { $0.code() } == expected)
                #expect(read("\"\(text.prefix(count))\"" + spaces) { $0.code() } == expected)
            }
        }
        for (json, value) in [
            (#""0123456\u0037""#, "01234567"), (#""0123맑음4567890""#, "0123맑음4567890"),
            (#""01234567\n""#, "01234567\n"),
        ] {
            #expect(read(json) { $0.code() } == ShortText(value.utf8))
        }
        #expect(read("\"01234567\u{1}\"") { $0.code() } == nil)
        #expect(read("\"01234567") { $0.code() } == nil)
    }

    @Test(
        "A whole number is exact beyond 2^53, whatever its notation",
        arguments: [
            ("9007199254740993", 9_007_199_254_740_993), ("-9223372036854775808", .min),
            ("9223372036854775808", nil),
            ("-0", 0), ("-800", -800), ("800.0", 800), ("8e2", 800), ("800.5", nil),
            ("900719925417749899e0", 900_719_925_417_749_899),
            ("9007199254740993.0", 9_007_199_254_740_993), ("9007199254740993.5", nil),
            ("9.1e15", 9_100_000_000_000_000),
            ("-9.007199254740993e15", -9_007_199_254_740_993), ("1e300", nil), (#""800""#, 800),
            (#""x""#, nil),
            ("null", nil),
        ] as [(String, Int?)]
    )
    func integer(json: String, value: Int?) {
        #expect(read(json) { $0.integer() } == value)
    }

    @Test(
        "A text comes as text or as a number",
        arguments: [
            (#""맑음""#, "맑음"), (#""""#, ""), (#""\ub9d1\uC74C""#, "맑음"),
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
            (#""x\ud83c\udf26\ufe0f""#, "x🌦️"), (#""\u0000""#, "\0"), ("200", "200"), ("-0", "0"),
            ("1.5", "1.5"),
            ("null", nil), ("false", nil), ("[]", nil), ("{}", nil),
        ] as [(String, String?)]
    )
    func text(json: String, value: String?) {
        #expect(read(json) { $0.text() } == value)
    }

    @Test("A short text is compared byte by byte, with its escapes resolved")
    func code() {
        #expect(read(#""TMP""#) { $0.code() } == "TMP")
        #expect(read(#""\u0054MP""#) { $0.code() } == "TMP")
        #expect(read("1200") { $0.code() } == "1200")
        #expect(read(#""TMP\u0000""#) { $0.code() } != "TMP")
        #expect(read(#""OpenAPI_ServiceResponse""#) { $0.code() } == "OpenAPI_ServiceResponse")
        #expect(read(#""OpenAPI_ServiceResponses""#) { $0.code() } != "OpenAPI_ServiceResponse")
        #expect(read("null") { $0.code() } == nil)
    }

    @Test("Values that nobody reads are skipped, and the first of repeated keys counts, whatever it holds")
    func object() {
        let json = #" {"a":{"b":[1,{"c":2}]},"b":1,"\u0063":"x","b":2,"d":null,"d":4,"e":[5],"e":6} "#
        let values = read(json) { json in
            var values: [String: Double?] = [:]
            json.object { json, key in
                switch key {
                case "b": values["b"] = json.number()
                case "c": values["c"] = json.text() == "x" ? 3 : nil
                case "d": values["d"] = json.number()
                case "e": values["e"] = json.number()
                default: break
                }
            }
            return values
        }
        #expect(values == ["b": 1, "c": 3, "d": nil as Double?, "e": nil as Double?])
    }

    @Test("Keys of objects within each other are told apart")
    func nested() {
        let names = read(#"{"a":{"a":"1","b":{"a":"2"}},"b":"3","a":"4"}"#) { json in
            var names: [String] = []
            func walk(_ json: inout JSONReader) {
                let isObject = json.isObject()
                guard isObject else { return names.append(json.text() ?? "") }
                json.object { json, _ in walk(&json) }
            }
            walk(&json)
            return names
        }
        #expect(names == ["1", "2", "3"])
    }

    @Test("The values of an array come in order, and those that nobody reads are stepped over")
    func array() {
        let numbers = read(#"[1, [2], {"a":3}, "4", null, 5]"#) { json in
            var numbers: [Double?] = []
            json.array { json in if !json.isObject() { numbers.append(json.number()) } }
            return numbers
        }
        #expect(numbers == [1, nil, 4, nil, 5])
        #expect(read("{}") { $0.array { _ in } } == false)
        #expect(read("[]") { $0.object { _, _ in } } == false)
    }

    @Test("A null is told from a value of another kind")
    func null() {
        #expect(read("null") { $0.null() } == true)
        #expect(read("0") { $0.null() ? nil : $0.number() } == 0)
    }

    @Test("Arrays and objects are read 512 deep, and no deeper", arguments: ["[", #"{"a":"#])
    func depth(open: String) {
        let close = open == "[" ? "]" : "}"
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth - 1) + open.prefix(1)
                + String(repeating: close, count: depth)
        }
        func walk(_ json: inout JSONReader) -> Bool {
            json.isObject() ? json.object { json, _ in _ = walk(&json) } : json.array { _ = walk(&$0) }
        }
        for depth in [1, 511, 512] {
            #expect(read(nested(depth)) { $0.skip() } != nil)
            #expect(read(nested(depth), walk) != nil)
        }
        for depth in [513, 100_000] {
            #expect(read(nested(depth)) { $0.skip() } == nil)
            #expect(read(nested(depth), walk) == nil)
        }
        let behindAnother = (open == "[" ? "[[]," : #"{"b":{},"a":"#) + nested(512) + close
        #expect(read(behindAnother) { $0.skip() } == nil)
    }

    @Test("UTF-16 and UTF-32 are refused, a byte order mark of UTF-8 is not")
    func encodings() {
        let encodings: [String.Encoding] = [
            .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ]
        for encoding in encodings {
            let body = #"{"a":1}"#.data(using: encoding) ?? Data()
            #expect(!body.isEmpty && JSONReader.read(Array(body)) { $0.skip() } == nil)
        }
        #expect(read("\u{FEFF}[1]") { $0.skip() } != nil)
        #expect(read("\u{FEFF}\u{FEFF}[1]") { $0.skip() } == nil)
        #expect(read(" \u{FEFF}[1]") { $0.skip() } == nil)
    }
}
