import Testing

@testable import Feeds

@Suite("A service key")
struct ServiceKeyTests {
    /// A key of the portal's old form: base64, with all three characters that need encoding.
    private static let decoding = "aB3+dE/6gH9+jK/2=="
    private static let encoding = "aB3%2BdE%2F6gH9%2BjK%2F2%3D%3D"

    @Test(
        "Both spellings of the portal, however pasted, are the same key",
        arguments: [
            (decoding, 0), (encoding, 1), (encoding.replacing("%", with: "%25"), 2),
            (encoding.lowercasedEscapes, 1),
            (decoding + "\n", 0), (encoding + "\r\n", 1), ("  \(encoding)\t", 1), ("\"\(decoding)\"", 0),
            ("'\(encoding)'\n", 1), ("\u{FEFF}\(decoding)", 0),
        ]
    )
    func spellings(given: String, encodings: Int) throws {
        let key = try #require(ServiceKey(given))
        #expect(key.plain == Self.decoding)
        #expect(key.encodings == encodings)
        #expect(key.plain.percentEncoded == Self.encoding)
    }

    @Test("A key of letters and digits is unchanged")
    func lettersAndDigits() {
        let given = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
        #expect(ServiceKey(given)?.plain == given)
        #expect(ServiceKey(given)?.encodings == 0)
    }

    @Test("A percent sign that encodes nothing is kept", arguments: ["ab%", "ab%2", "ab%zz", "%"])
    func strayPercent(given: String) {
        #expect(ServiceKey(given)?.plain == given)
    }

    @Test(
        "White space and quotes alone are no key",
        arguments: ["", " ", "\n", "\"\"", "''", " \" ' \n", "\u{FEFF}"]
    )
    func noKey(given: String) {
        #expect(ServiceKey(given) == nil)
    }

    @Test("Printing a key, or a value that contains one, does not show it")
    func hidden() throws {
        let key = try #require(ServiceKey(Self.decoding))
        let gateway = KMAGateway(kind: .hub, baseURL: "https://example.org", key: key)
        let openWeather = OpenWeatherGateway(key: key)
        let query = FeedRequest.midTemperature(zone: "11B20601", gateway: gateway)
        var texts = [
            "\(key)", String(describing: key), String(reflecting: key), "\([key])", "\(Optional(key) as Any)",
            "\(gateway)", String(reflecting: gateway), "\(openWeather)", String(reflecting: openWeather),
            "\(query)",
            String(reflecting: query),
        ]
        for value in [key, gateway, openWeather, query, ["key": key]] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            texts.append(dumped)
        }
        for text in texts {
            #expect(!text.contains("aB3") && !text.contains("gH9"), "\(text)")
        }
        #expect("\(key)" == "••••")
    }
}

extension String {
    /// `%2b` for `%2B`.
    fileprivate var lowercasedEscapes: String {
        replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
    }
}

@Suite("Percent-encoding of a query value")
struct PercentEncodingTests {
    @Test(
        "Every character but RFC 3986's unreserved ones is encoded, the plus sign too",
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

    @Test("Lower-case hexadecimal digits are decoded, and a plus sign is not a space")
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
