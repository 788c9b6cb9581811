extension StringProtocol {
    /// Particle by the final consonant of Hangul, a digit (영 일 이 삼 사 오 육 칠 팔 구) or l, m, n, ng: `"서울".particle("이", "가")` is 이. ㄹ is a vowel before 로.
    package func particle(_ afterConsonant: String, _ afterVowel: String) -> String {
        guard let last = unicodeScalars.last(where: { $0.properties.isAlphabetic || "0"..."9" ~= $0 }) else { return afterVowel }
        let (endsInConsonant, endsInL) =
            switch last.value {
            case 0xAC00...0xD7A3: ((last.value - 0xAC00) % 28 != 0, (last.value - 0xAC00) % 28 == 8)
            default: ("013678lmnLMN".unicodeScalars.contains(last) || lowercased().hasSuffix("ng"), "178lL".unicodeScalars.contains(last))
            }
        return endsInConsonant && !(endsInL && afterVowel == "로") ? afterConsonant : afterVowel
    }
}
