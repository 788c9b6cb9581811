/// A name as typed, in the letters that are compared: composed Hangul, lower-case Latin, no spaces or marks.
struct Query {
    let letters: [Unicode.Scalar]

    /// Bytes beyond which a text names no place; the longest address takes 200 in decomposed Hangul.
    private static let maximumLength = 600

    /// The queries a text may stand for, likeliest first.
    ///
    /// English addresses begin with the smallest part (`Bundang-gu, Seongnam-si`), so Latin words are also
    /// tried in reverse. The tables leave out the 제 before a number (`창신제1동`), so it is also left out here.
    static func interpretations(of text: String) -> [Query] {
        guard text.utf8.count <= maximumLength else { return [] }
        let scalars = Array(text.unicodeScalars)
        let forward = Query(scalars)
        var interpretations = [forward]
        if scalars.contains(where: { $0.properties.isAlphabetic && $0.isASCII }) {
            let separator: Unicode.Scalar = scalars.contains(",") ? "," : " "
            let parts = scalars.split(separator: separator)
            if parts.count > 1 { interpretations.append(Query(Array(parts.reversed().joined()))) }
        }
        if let ordinal = forward.withoutOrdinalMarks { interpretations.append(ordinal) }
        return interpretations
    }

    init(_ scalars: [Unicode.Scalar]) {
        letters = Hangul.composed(scalars).compactMap(Query.letter)
    }

    /// The scalar as it is compared, or `nil` for a space or a mark, which are not.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39, 0xAC00...0xD7A3: scalar
        case 0x41...0x5A: Unicode.Scalar(scalar.value + 0x20)
        case 0...0x7F: nil
        // Full-width letters and digits, as Korean and Japanese keyboards type them: Ａ for A, １ for 1.
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).flatMap(letter)
        default: scalar.properties.isAlphabetic ? scalar : nil
        }
    }

    /// The query without each 제 before a number; `nil` if it has none.
    private var withoutOrdinalMarks: Query? {
        let kept = letters.indices.filter { index in
            let next = index + 1
            return !(letters[index] == "제" && next < letters.count && "0"..."9" ~= letters[next])
        }
        return kept.count == letters.count ? nil : Query(kept.map { letters[$0] })
    }
}
