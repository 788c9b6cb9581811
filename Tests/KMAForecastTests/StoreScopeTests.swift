import Feeds
import Testing

@testable import KMAForecast

@Suite("Separation of stores by key")
struct StoreScopeTests {
    @Test("A key, and a gateway, has a scope of its own, in either spelling of the key")
    func distinct() throws {
        let decoding = try #require(ServiceKey("Ab+Cd/Ef=="))
        let encoding = try #require(ServiceKey("Ab%2BCd%2FEf%3D%3D"))
        let other = try #require(ServiceKey("Ab+Cd/Eg=="))
        let scope = StoreScope(gateway: "data.go.kr", key: decoding)
        #expect(StoreScope(gateway: "data.go.kr", key: encoding) == scope)
        #expect(StoreScope(gateway: "data.go.kr", key: other) != scope)
        #expect(StoreScope(gateway: "apihub", key: decoding) != scope)
        #expect(StoreScope.isName(scope.name))
    }

    @Test(
        "Names of feeds and files are no scopes",
        arguments: ["kma.mid_land", "calls", "openweather.current", ".swept"]
    )
    func names(name: String) {
        #expect(!StoreScope.isName(name))
    }

    @Test(
        "The digest is SHA-256 as FIPS 180-4 has it",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func digest(message: String, digest: String) {
        let bytes = SHA256.digest(of: Array(message.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }
}
