import Testing

@testable import Watching

@Suite("Addresses of receivers")
struct AddressTests {
    private static let addresses: [(text: String, isPublic: Bool)] = [
        ("127.0.0.1", false), ("127.9.9.9", false), ("10.0.0.1", false), ("172.16.0.1", false),
        ("172.31.255.255", false), ("192.168.1.5", false), ("169.254.169.254", false),
        ("100.64.0.1", false),
        ("0.0.0.0", false), ("224.0.0.1", false), ("255.255.255.255", false), ("198.18.0.1", false),
        ("192.0.0.1", false), ("::1", false), ("::", false), ("fe80::1", false), ("fc00::1", false),
        ("fd12:3456::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false),
        ("::ffff:10.0.0.1", false),
        ("64:ff9b::7f00:1", false), ("2002:7f00:1::", false), ("::7f00:1", false), ("2130706433", false),
        ("0x7f.1", false), ("1.1.1.1", true), ("172.32.0.1", true), ("100.128.0.1", true),
        ("8.8.8.8", true), ("192.0.2.1", false), ("198.51.100.7", false), ("203.0.113.5", false),
        ("192.88.99.1", false), ("198.51.101.1", true), ("203.0.114.1", true), ("192.88.98.1", true),
        ("2001:db8::1", false), ("2001::1", false), ("2001:1::1", false), ("2001:200::1", true),
        ("64:ff9b:1::808:808", false), ("64:ff9b:1::1", false),
        ("2606:4700:4700::1111", true), ("::ffff:8.8.8.8", true), ("64:ff9b::808:808", true),
    ]

    @Test(
        "An address of this machine or of a private network is none of the internet, however it is written",
        arguments: addresses
    )
    func isPublic(text: String, isPublic: Bool) async {
        let addresses = await HostAddress.all(of: text)
        #expect(addresses.count >= 1)
        #expect(addresses.allSatisfy { $0.isPublic == isPublic })
    }

    @Test("localhost leads to this machine, and a name that nobody has to nothing")
    func names() async {
        let addresses = await HostAddress.all(of: "localhost")
        #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.isPublic })
        #expect(await HostAddress.all(of: "no-such-host.invalid").isEmpty)
    }

    @Test(
        "A receiver's address is one of http or https, without a user",
        arguments: [
            ("https://ntfy.sh/topic", "ntfy.sh", 443), ("http://127.0.0.1:8080/x?y=1", "127.0.0.1", 8_080),
            ("HTTPS://[2606:4700::1]:8443/", "2606:4700::1", 8_443),
            ("http://example.com", "example.com", 80),
        ]
    )
    func address(text: String, host: String, port: Int) throws {
        let address = try #require(WebAddress(text))
        #expect(address.host == host && address.port == port && address.text == text)
    }

    @Test(
        "Other texts are refused as addresses",
        arguments: [
            "", "ntfy.sh/topic", "ftp://example.com", "file:///etc/passwd", "https://",
            "https://user:pass@example.com/",
            "https://user@example.com/",
        ]
    )
    func refused(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test("A signature is HMAC-SHA256, as the vectors of RFC 4231 have it")
    func signature() {
        let vectors: [(key: [UInt8], message: String, digest: String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for (key, message, digest) in vectors {
            #expect(Signature.hmac(of: Array(message.utf8), key: key).hexadecimal == digest)
        }
    }

    @Test(
        "A title in Hangul goes in words of RFC 2047, none longer than 75 characters; one in ASCII as it is"
    )
    func encodedWord() {
        #expect("Busan, rain".encodedWord == "Busan, rain")
        #expect("서울 · 내일 비".encodedWord == "=?UTF-8?B?7ISc7Jq4IMK3IOuCtOydvCDruYQ=?=")
        let long = String(repeating: "서울특별시 ", count: 12).encodedWord
        #expect(
            long.utf8.allSatisfy { $0 < 0x80 } && long.split(separator: " ").allSatisfy { $0.count <= 75 }
        )
    }
}
