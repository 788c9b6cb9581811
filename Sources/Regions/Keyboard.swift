/// What is typed while a keyboard is set to the other language, by the Korean keyboard of two sets (두벌식, KS X 5002): `tjdnf`
/// for 서울, and `ㄴㄷㅐㅕㅣ` for Seoul.
package enum Keyboard {
    /// The text that the keys of a Latin text give on a Korean keyboard; `nil` where they do not give whole syllables alone.
    package static func hangul(_ text: String) -> String? {
        guard text.contains(where: \.isLetter), text.count <= maximumLength else { return nil }
        var syllables = Syllables()
        for letter in text.unicodeScalars {
            if letter == " " {
                syllables.end()
                syllables.text.unicodeScalars.append(" ")
            } else if let jamo = jamo(of: letter) {
                syllables.add(jamo)
            } else {
                return nil
            }
        }
        syllables.end()
        return syllables.isWhole ? syllables.text : nil
    }

    /// The Latin text whose keys gave a Hangul text; `nil` for a text without a jamo that stands alone, as one that was meant
    /// has none.
    package static func latin(_ text: String) -> String? {
        let scalars = Hangul.composed(Array(text.unicodeScalars))
        guard text.count <= maximumLength, scalars.contains(where: { 0x3131...0x3163 ~= $0.value }) else {
            return nil
        }
        var keys = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar == " " {
                keys.append(scalar)
            } else if let typed = keysOfSyllable(scalar) {
                keys.append(contentsOf: typed)
            } else {
                return nil
            }
        }
        return String(keys)
    }

    private static let maximumLength = 60

    /// The jamo of the keys, as compatibility jamo, of the three rows; those with shift where they differ.
    private static let keys: [Unicode.Scalar: Unicode.Scalar] = {
        let letters = "qwertyuiopasdfghjklzxcvbnmQWERTOP".unicodeScalars
        let jamo = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ".unicodeScalars
        return Dictionary(zip(letters, jamo)) { first, _ in first }
    }()

    private static let letters = Dictionary(keys.map { ($0.value, $0.key) }) { first, _ in first }

    /// Jamo of two keys.
    static let pairs: [Unicode.Scalar: [Unicode.Scalar]] = {
        let texts = [
            "ㅘㅗㅏ", "ㅙㅗㅐ", "ㅚㅗㅣ", "ㅝㅜㅓ", "ㅞㅜㅔ", "ㅟㅜㅣ", "ㅢㅡㅣ", "ㄳㄱㅅ", "ㄵㄴㅈ", "ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ", "ㄼㄹㅂ",
            "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ",
        ]
        return Dictionary(
            texts.map { text in
                let jamo = Array(text.unicodeScalars)
                return (jamo[0], Array(jamo[1...]))
            }
        ) { first, _ in first }
    }()

    private static func jamo(of key: Unicode.Scalar) -> Unicode.Scalar? {
        keys[key] ?? Unicode.Scalar(key.value | 0x20).flatMap { keys[$0] }
    }

    private static func keysOfSyllable(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard 0xAC00...0xD7A3 ~= scalar.value else { return keys(of: scalar) }
        let index = Int(scalar.value - 0xAC00)
        let parts = [Syllables.leads[index / 588], Syllables.vowels[index % 588 / 28]]
        let tail = index % 28 == 0 ? [] : [Syllables.tails[index % 28 - 1]]
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

/// Puts jamo together as an input method does: a consonant between two vowels begins the second syllable.
private struct Syllables {
    static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    static let tails = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    var text = ""
    /// Whether there is no jamo outside a syllable.
    private(set) var isWhole = true
    private var lead: Unicode.Scalar?
    private var vowel: Unicode.Scalar?
    private var tail: Unicode.Scalar?

    mutating func add(_ jamo: Unicode.Scalar) {
        if Syllables.vowels.contains(jamo) { add(vowel: jamo) } else { add(consonant: jamo) }
    }

    /// Ends the syllable.
    mutating func end() {
        defer { (lead, vowel, tail) = (nil, nil, nil) }
        guard lead != nil || vowel != nil else { return }
        guard let lead, let vowel, let first = Syllables.leads.firstIndex(of: lead),
            let second = Syllables.vowels.firstIndex(of: vowel),
            let third = tail.map({ Syllables.tails.firstIndex(of: $0) }) ?? -1,
            let syllable = Unicode.Scalar(UInt32(0xAC00 + (first * 21 + second) * 28 + third + 1))
        else {
            isWhole = false
            return
        }
        text.unicodeScalars.append(syllable)
    }

    private mutating func add(vowel next: Unicode.Scalar) {
        if let tail {
            // Of two consonants the second begins the next syllable.
            let parts = Keyboard.pairs[tail] ?? [tail]
            self.tail = parts.count == 2 ? parts[0] : nil
            end()
            (lead, vowel) = (parts.last, next)
        } else if let last = vowel {
            if let pair = Syllables.pair(last, next) {
                vowel = pair
            } else {
                end()
                vowel = next
            }
        } else {
            vowel = next
        }
    }

    private mutating func add(consonant next: Unicode.Scalar) {
        if vowel == nil {
            if lead != nil { end() }
            lead = next
        } else if let tail {
            if let pair = Syllables.pair(tail, next) {
                self.tail = pair
            } else {
                end()
                lead = next
            }
        } else if Syllables.tails.contains(next) {
            tail = next
        } else {
            end()
            lead = next
        }
    }

    private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        Keyboard.pairs.first { $0.value == [first, second] }?.key
    }
}
