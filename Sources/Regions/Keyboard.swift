/// Text of the other keyboard (두벌식, KS X 5002): `tjdnf` for 서울, `ㄴㄷㅐㅕㅣ` for Seoul.
package enum Keyboard {
    /// `nil` unless the keys give whole syllables alone.
    package static func hangul(_ text: String) -> String? {
        guard text.contains(where: \.isLetter), text.count <= maximumLength else { return nil }
        var jamo: [Unicode.Scalar] = []
        for key in text.unicodeScalars {
            guard let typed = key == " " ? key : self.jamo(of: key) else { return nil }
            jamo.append(typed)
        }
        var syllables = String.UnicodeScalarView()
        var rest = jamo[...]
        while let first = rest.first {
            if first == " " {
                syllables.append(rest.removeFirst())
            } else if let syllable = takeSyllable(from: &rest) {
                syllables.append(syllable)
            } else {
                return nil
            }
        }
        return String(syllables)
    }

    /// A consonant between two vowels begins the second syllable.
    private static func takeSyllable(from rest: inout ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
        guard let lead = rest.popFirst().flatMap(leads.firstIndex(of:)), var vowel = rest.popFirst() else { return nil }
        if let second = rest.first, let pair = pair([vowel, second]) {
            vowel = pair
            rest.removeFirst()
        }
        guard let vowel = vowels.firstIndex(of: vowel) else { return nil }
        let consonants = rest.prefix { $0 != " " && !vowels.contains($0) }
        let isBeforeVowel = consonants.endIndex < rest.endIndex && rest[consonants.endIndex] != " "
        let own = isBeforeVowel ? consonants.dropLast() : consonants
        rest = rest.dropFirst(own.count)
        guard let last = own.first else { return Hangul.syllable(lead, vowel) }
        let tail = own.count == 1 ? last : pair(Array(own))
        return tail.flatMap(tails.firstIndex(of:)).flatMap { Hangul.syllable(lead, vowel, tail: $0 + 1) }
    }

    private static func pair(_ jamo: [Unicode.Scalar]) -> Unicode.Scalar? { pairs.first { $0.value == jamo }?.key }

    /// Hangul of Latin keys, or of jamo that were typed apart (`ㅅㅓ울`), else Latin letters.
    package static func meant(_ text: String) -> String? {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return hangul(text) }
        return latin(text).map { hangul($0) ?? $0 }
    }

    /// `nil` without a lone jamo: a meant text has none.
    static func latin(_ text: String) -> String? {
        let scalars = Hangul.composed(Array(text.unicodeScalars))
        guard text.count <= maximumLength, scalars.contains(where: { 0x3131...0x3163 ~= $0.value }) else { return nil }
        var keys = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar == " " { keys.append(scalar) } else if let typed = keysOfSyllable(scalar) { keys.append(contentsOf: typed) } else { return nil }
        }
        return String(keys)
    }

    private static let maximumLength = 60

    private static let keys: [Unicode.Scalar: Unicode.Scalar] = {
        let letters = "qwertyuiopasdfghjklzxcvbnmQWERTOP".unicodeScalars
        let jamo = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ".unicodeScalars
        return Dictionary(zip(letters, jamo)) { first, _ in first }
    }()

    private static let letters = Dictionary(keys.map { ($0.value, $0.key) }) { first, _ in first }

    private static let leads = Hangul.loneConsonants
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    private static let tails = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    private static let pairs: [Unicode.Scalar: [Unicode.Scalar]] = {
        let texts = ["ㅘㅗㅏ", "ㅙㅗㅐ", "ㅚㅗㅣ", "ㅝㅜㅓ", "ㅞㅜㅔ", "ㅟㅜㅣ", "ㅢㅡㅣ", "ㄳㄱㅅ", "ㄵㄴㅈ", "ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ", "ㄼㄹㅂ", "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ"]
        return Dictionary(
            texts.map { text in
                let jamo = Array(text.unicodeScalars)
                return (jamo[0], Array(jamo[1...]))
            }
        ) { first, _ in first }
    }()

    private static func jamo(of key: Unicode.Scalar) -> Unicode.Scalar? { keys[key] ?? Unicode.Scalar(key.value | 0x20).flatMap { keys[$0] } }

    private static func keysOfSyllable(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard 0xAC00...0xD7A3 ~= scalar.value else { return keys(of: scalar) }
        let index = Int(scalar.value - 0xAC00)
        let parts = [leads[index / 588], vowels[index % 588 / 28]]
        let tail = index % 28 == 0 ? [] : [tails[index % 28 - 1]]
        return (parts + tail).reduce(into: [] as [Unicode.Scalar]?) { keys, jamo in
            keys = keys.flatMap { keys in self.keys(of: jamo).map { keys + $0 } }
        }
    }

    private static func keys(of jamo: Unicode.Scalar) -> [Unicode.Scalar]? {
        let parts = pairs[jamo] ?? [jamo]
        let keys = parts.compactMap { letters[$0] }
        return keys.count == parts.count ? keys : nil
    }
}
