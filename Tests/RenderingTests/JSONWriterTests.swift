import Foundation
import Testing

@testable import Rendering

@Suite("The JSON writer")
struct JSONWriterTests {
    private func json(pretty: Bool = false, _ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(pretty: pretty)
        writer.object(members)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("Members keep the order in which they are written, and an absent value is null")
    func order() {
        let text = json { json in
            json.field("b", "x")
            json.field("a", nil as String?)
            json.field("number", nil as Double?)
            json.field("whole", nil as Int?)
            json.field("flag", nil as Bool?)
            json.object("object", nil as Int?) { _, _ in }
            json.array("list", [Int]()) { _, _ in }
        }
        #expect(text == #"{"b":"x","a":null,"number":null,"whole":null,"flag":null,"object":null,"list":[]}"#)
    }

    @Test("Objects and arrays nest, with commas between and none at the ends")
    func nesting() {
        let text = json { json in
            json.object("a", 1) { json, value in
                json.field("x", value)
                json.object("y", 2) { json, _ in json.field("z", true) }
            }
            json.array("b", [1, 2]) { json, value in json.object { $0.field("n", value) } }
            json.array("c", ["p", "q"]) { $0.element($1) }
            json.field("d", false)
        }
        #expect(text == #"{"a":{"x":1,"y":{"z":true}},"b":[{"n":1},{"n":2}],"c":["p","q"],"d":false}"#)
    }

    @Test(
        "A number is rounded to its decimals, and -0.0 is 0.0",
        arguments: [
            (21.0, "21.0"), (21.456, "21.46"), (-3.004, "-3.0"), (-0.0, "0.0"), (-0.001, "0.0"), (0, "0.0"),
            (0.1 + 0.2, "0.3"), (10_000, "10000.0"), (.nan, "null"), (.infinity, "null"),
            (-.infinity, "null"),
        ]
    )
    func numbers(value: Double, written: String) {
        #expect(json { $0.field("n", value) } == #"{"n":\#(written)}"#)
    }

    @Test(
        "A number of any size gives valid JSON",
        arguments: [1e15, 1e16, 1e300, 1e307, -1e308]
    )
    func largeNumbers(value: Double) throws {
        let text = json { $0.field("n", value) }
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test("Decimals are as many as asked for", arguments: [(0, "38.0"), (1, "37.5"), (6, "37.543211")])
    func decimals(decimals: Int, written: String) {
        #expect(json { $0.field("n", 37.543_210_9, decimals: decimals) } == #"{"n":\#(written)}"#)
    }

    @Test(
        "Characters that JSON does not allow in a text are escaped",
        arguments: [
            ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\r\n", #"\r\n"#), ("\t", #"\t"#),
            ("\u{0}", #"\u0000"#),
            ("\u{1b}", #"\u001b"#), ("\u{1f}", #"\u001f"#), ("/", "/"), ("서울 ☔️", "서울 ☔️"), ("", ""),
        ]
    )
    func escapes(text: String, written: String) {
        #expect(json { $0.field("t", text) } == #"{"t":"\#(written)"}"#)
    }

    @Test("Every character of Unicode comes back unchanged from a JSON parser")
    func readBack() throws {
        let all = String(String.UnicodeScalarView((0...0x3000).compactMap(Unicode.Scalar.init)))
        let text = json { json in json.array("t", [all, "👩‍👩‍👧‍👦"]) { $0.element($1) } }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String]]
        #expect(
            object?["t"]?.map { Array($0.unicodeScalars) } == [
                Array(all.unicodeScalars), Array("👩‍👩‍👧‍👦".unicodeScalars),
            ]
        )
    }

    @Test("Pretty JSON has a line a value and the same values")
    func pretty() {
        let text = json(pretty: true) { json in
            json.field("a", 1)
            json.array("b", ["x"]) { $0.element($1) }
            json.object("c", 1) { json, _ in json.field("d", nil as String?) }
        }
        #expect(
            text == """
                {
                  "a": 1,
                  "b": [
                    "x"
                  ],
                  "c": {
                    "d": null
                  }
                }
                """
        )
    }

    @Test("Empty objects and arrays stay on one line in pretty JSON as well")
    func prettyEmpty() {
        #expect(json(pretty: true) { _ in } == "{}")
        #expect(json(pretty: true) { json in json.array("a", [Int]()) { _, _ in } } == "{\n  \"a\": []\n}")
    }
}
