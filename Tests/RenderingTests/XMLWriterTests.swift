import Testing

@testable import AlertFeeds

@Suite("XML")
struct XMLWriterTests {
    @Test("Markup in a text is escaped, and what XML cannot hold is left out")
    func escaping() {
        var xml = XMLWriter()
        xml.element("a", [("b", "\"<&>'")]) { xml in
            xml.element("c", "1 < 2 & 3\u{0}\u{1B}\u{FFFE}\n\t끝")
            xml.element("d", nil)
            xml.element("h", "<\u{338}b>\"\u{301}")
            xml.empty("e", [("f", "g")])
        }
        let text = String(decoding: xml.bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[1] == "<a b=\"&quot;&lt;&amp;&gt;&#39;\">")
        #expect(lines[2...3].joined(separator: "\n") == "  <c>1 &lt; 2 &amp; 3\n\t끝</c>")
        #expect(lines[4] == "  <h>&lt;\u{338}b&gt;&quot;\u{301}</h>")
        #expect(lines[5...6] == ["  <e f=\"g\"/>", "</a>"])
    }
}
