import Testing

@testable import Feeds

@Suite("Percent-encoding of a query value")
struct PercentEncodingTests {
    @Test(
        "All but RFC 3986's unreserved characters is encoded, the plus sign too",
        arguments: [
            ("AZaz09-._~", "AZaz09-._~"), ("+", "%2B"), ("/", "%2F"), ("=", "%3D"), (" ", "%20"),
            ("&", "%26"),
            ("%", "%25"), ("?#:;,@!$'()*[]", "%3F%23%3A%3B%2C%40%21%24%27%28%29%2A%5B%5D"), ("\n", "%0A"),
            ("서울", "%EC%84%9C%EC%9A%B8"), ("", ""),
        ]
    )
    func encoding(plain: String, encoded: String) {
        #expect(plain.percentEncoded == encoded)
        #expect(encoded.percentDecoded == plain)
    }

    @Test("Small hexadecimal digits are read as well, and a plus sign is no space")
    func decoding() {
        #expect("a%2bb%2fc".percentDecoded == "a+b/c")
        #expect("a+b".percentDecoded == "a+b")
    }

    @Test(
        "A percent sign without two hexadecimal digits cannot be decoded",
        arguments: ["%", "a%2", "%g0", "%0g", "%%20"]
    )
    func undecodable(text: String) {
        #expect(text.percentDecoded == nil)
    }
}
