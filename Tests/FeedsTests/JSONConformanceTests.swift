import Foundation
import Testing

@testable import Feeds

/// Cases of github.com/nst/JSONTestSuite that every reader has to accept (`y_`) or refuse (`n_`), rewritten.
@Suite("JSON documents")
struct JSONConformanceTests {
    /// The verdict of every way to read a document, which must be the same.
    private func isDocument(_ bytes: [UInt8]) -> Bool {
        func walk(_ json: inout JSONReader) {
            if json.isObject() {
                json.object { json, _ in walk(&json) }
            } else {
                json.array { walk(&$0) }
            }
        }
        let readers: [(inout JSONReader) -> Void] = [
            { $0.skip() }, { _ = $0.number() }, { _ = $0.integer() }, { _ = $0.text() }, { _ = $0.code() },
            { $0.object { _, _ in } }, { $0.array { _ in } }, walk,
            { $0.array { _ = $0.text() } }, { $0.array { _ = $0.number() } },
            { $0.object { json, _ in _ = json.text() } },
        ]
        let verdicts = Set(readers.map { JSONReader.read(Array(bytes), $0) != nil })
        #expect(verdicts.count == 1, "every reader says the same")
        return verdicts == [true]
    }

    @Test(
        "A document of RFC 8259 is read",
        arguments: [
            // Arrays.
            "[[]   ]", #"[""]"#, "[]", #"["a"]"#, "[false]", #"[null, 1, "1", {}]"#, "[null]", "[1\n]",
            " [1]",
            "[1,null,null,null,2]", "[2] ", "\t\r\n[ ]\n",
            // Numbers.
            "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
            "[-0.000000000000000000000000000000000000000000000000000001]", "[20e1]",
            "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]",
            "[1e+2]", "[123]",
            "[123.456789]", "[0]", "[0.0]",
            // Objects.
            #"{"asd":"sdf", "dfg":"fgh"}"#, #"{"asd":"sdf"}"#, #"{"a":"b","a":"c"}"#, #"{"a":"b","a":"b"}"#,
            "{}",
            #"{"":0}"#, #"{"foo\u0000bar": 42}"#, #"{ "min": -1.0e+28, "max": 1.0e+28 }"#, #"{"a":[]}"#,
            #"{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#,
            #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }"#,
            "{\n\"a\": \"b\"\n}",
            // Strings.
            #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#,
            #"["\"\\\/\b\f\n\r\t"]"#,
            #"["\\u0000"]"#, #"["\""]"#, #"["a/*b*/c/*d//e"]"#, #"["\\a"]"#, #"["\\n"]"#, #"["\u0012"]"#,
            #"["\uFFFF"]"#,
            #"["asd"]"#, #"[ "asd"]"#, #"["\uDBFF\uDFFF"]"#, #"["new\u00A0line"]"#, "[\"\u{10FFFF}\"]",
            "[\"\u{FFFF}\"]",
            #"["\u0000"]"#, #"["\u002c"]"#, #"["π"]"#, "[\"\u{1BFFF}\"]", #"["asd "]"#, #"" ""#,
            #"["\uD834\uDd1e"]"#,
            #"["\u0821"]"#, #"["\u0123"]"#, "[\"\u{2028}\"]", "[\"\u{2029}\"]",
            #"["\u0061\u30af\u30EA\u30b9"]"#,
            #"["new\u000Aline"]"#, "[\"\u{7F}\"]", #"["\uA66D"]"#, #"["\u005C"]"#, #"["⍂㈴⍂"]"#,
            #"["\u0022"]"#,
            #"["\uDBFF\uDFFE"]"#, #"["\uD83F\uDFFE"]"#, #"["\u200B"]"#, #"["\u2064"]"#, #"["\uFDD0"]"#,
            #"["\uFFFE"]"#,
            #"["€𝄞"]"#, "[\"a\u{7F}a\"]",
            // Documents.
            "false", "42", "-0.1", "null", #""asd""#, "true", #""""#, "[\"a\"]\n", "[true]", " [] ",
        ]
    )
    func accepted(json: String) {
        #expect(isDocument(Array(json.utf8)))
    }

    @Test(
        "A text that is no document is refused",
        arguments: [
            // Arrays.
            "[1 true]", #"["": 1]"#, #"[""],"#, "[,1]", "[1,,2]", #"["x",,]"#, #"["x"]]"#, #"["x""#, "[x",
            "[3[4]]", "[1:2]",
            "[,]", "[-]", #"[   , ""]"#, "[\"a\",\n4\n,1,", "[1,,]", "[\"\u{B}a\"\\f]", "[*]", #"[""#, "[1,",
            "[1,\n1\n,1",
            "[{}", "[fals]", "[nul]", "[tru]", "123\0",
            // Numbers.
            "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]",
            "[0.1.2]", "[0.3e+]",
            "[0.3e]", "[0.e1]", "[0e+]", "[0e]", "[0E+]", "[0E]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]",
            "[1eE2]",
            "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[１]", "[1+2]", "[0x1]", "[0x42]",
            "[Infinity]",
            "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]",
            "[1ea]", "[1.]",
            "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "01", "1.", "-",
            // Objects.
            #"["x", truth]"#, #"{[: "x"}"#, #"{"x", null}"#, #"{"x"::"b"}"#, "{🇨🇭}", #"{"a":"a" 123}"#,
            "{key: 'value'}",
            #"{"a" b}"#, #"{:"b"}"#, #"{"a" "b"}"#, #"{"a":"#, #"{"a""#, "{1:1}", "{9999E9999:1}",
            "{null:null,null:null}",
            #"{"id":0,,,,,}"#, "{'a':0}", #"{"a":"b"}/**/"#, #"{"a":"b"}/**//"#, #"{"a":"b"}//"#,
            #"{"a":"b"}/"#,
            #"{"a":"b",,"c":"d"}"#, #"{a: "b"}"#, #"{"a":"a"#, #"{ "foo" : "bar", "a" }"#, #"{"a":"b"}#"#,
            " ",
            // Strings.
            #"["\uD800\"]"#, #"["\uD800\u"]"#, #"["\uD800\u1"]"#, #"["\uD800\u1x"]"#, "[é]", #"["\x00"]"#,
            #"["\\\"]"#,
            "[\"\\\t\"]", #"["\🌀"]"#, #"["\"]"#, #"["\u00A"]"#, #"["\uD834\uDd"]"#, #"["\uD800\uD800\x"]"#,
            #"["\a"]"#,
            #"["\uqqqq"]"#, #"[\u0020"asd"]"#, #"[\n]"#, "\"", "['single quote']", "abc", #"["\"#,
            "[\"new\nline\"]",
            "[\"\t\"]", "[\"a\0a\"]", #""\UA66D""#, #"""x"#, #"["\uD800"]"#, #"["\uDC00"]"#,
            #"["\uDC00\uD800"]"#,
            #"["\uD800\n"]"#, #"["\u+123"]"#,
            // Documents.
            "\u{FEFF}", "<.>", "[<null>]", "[1]x", "[1]]", #"["asd]"#, "aå", "[True]", "1]", #"{"x": true,"#,
            "[][]", "]", "[",
            "", "[\0]", "2@", "{}}", #"{"":"#, #"{"a":/*comment*/"b"}"#, #"{"a": true} "x""#, "['", "[,",
            "[{", #"["a"#,
            #"["a""#, "{", "{]", "{,", "{[", #"{"a"#, "{'a'", #"["\{["\{["\{["\{"#, "*", #"{"a":"b"}#{}"#,
            #"[\u000A""]"#,
            "[1", "[ false, nul", "[ true, fals", "[ false, tru", #"{"asd":"asd""#, "å", "[\u{2060}]",
            "[\u{C}]", "1 2",
            String(repeating: "[", count: 100_000), String(repeating: #"[{"":"#, count: 50_000),
        ]
    )
    func refused(json: String) {
        #expect(!isDocument(Array(json.utf8)))
    }

    @Test(
        "Bytes that are no UTF-8 are refused, inside of strings and outside",
        arguments: [
            [0xFF], [0xE5], [0xC0, 0xAF], [0x80], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0xBF, 0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80], [0xE6, 0x97],
            [0xF0, 0x9F, 0x8C],
            [0xB9], [0x5C, 0xE5], [0x5C, 0x75, 0xE5],
        ] as [[UInt8]]
    )
    func encoding(bytes: [UInt8]) {
        let around: [(String, String)] = [
            (#"[""#, #""]"#), ("[", "]"), ("[a", "]"), ("[123", "]"), ("[1e1", "]"), ("[1e", "]"),
            ("[0", "]"), ("", ""),
            (#"{""#, #"":0}"#), (#"{""#, #"":"0",}"#),
        ]
        for (before, after) in around {
            #expect(!isDocument(Array(before.utf8) + bytes + Array(after.utf8)))
        }
        #expect(!isDocument([0xEF, 0xBB] + Array("{}".utf8)))
    }

    @Test(
        "One comma behind the last value is read, as JSONDecoder reads it, against the suite",
        arguments: [#"["",]"#, "[1,]", #"{"id":0,}"#, #"{"id":[1 , ] , }"#]
    )
    func trailingComma(json: String) throws {
        #expect(isDocument(Array(json.utf8)))
        _ = try JSONSerialization.jsonObject(with: Data(json.utf8))
    }
}
