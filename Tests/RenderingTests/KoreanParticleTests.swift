import Testing

@testable import Rendering

@Suite("Korean particles")
struct KoreanParticleTests {
    @Test(
        "A particle fits the final sound before it: Hangul, a number, a Latin word, or a mark",
        arguments: [
            ("서울", "서울이"), ("부산시", "부산시가"), ("내일", "내일이"), ("xml", "xml이"), ("x", "x가"), ("127.0", "127.0이"),
            ("37.5", "37.5가"), ("12", "12가"), ("9", "9가"), ("Busan", "Busan이"), ("일산동…", "일산동…이"), ("", "가"),
            ("…", "…가"),
        ]
    )
    func particles(text: String, expected: String) {
        #expect(text + text.particle("이", "가") == expected)
    }

    @Test(
        "Before 로, a text that ends in ㄹ is as one that ends in a vowel",
        arguments: [
            ("서울", "서울로"), ("부산", "부산으로"), ("제주", "제주로"), ("500", "500으로"), ("403", "403으로"), ("301", "301로"),
            ("1", "1로"), ("127", "127로"), ("cache.db", "cache.db로"), ("xml", "xml로"), ("Busan", "Busan으로"),
        ]
    )
    func directions(text: String, expected: String) {
        #expect(text + text.particle("으로", "로") == expected)
    }
}
