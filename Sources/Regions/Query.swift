/// What a person typed, as the letters that count: Hangul composed, Latin in lower case, no spaces or marks.
struct Query {
    let letters: [Unicode.Scalar]

    /// Bytes beyond which words name no place: the longest address takes 200 of them decomposed.
    private static let maximumLength = 600

    /// How the words may be meant, likeliest first.
    ///
    /// English addresses run from the smallest part up (`Bundang-gu, Seongnam-si`), so Latin words are also read
    /// backwards; 제 before a number may be left out of the table's name (`창신제1동`).
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

    /// The scalar as a letter that counts, or `nil` for a space or a mark.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39, 0xAC00...0xD7A3: scalar
        case 0x41...0x5A: Unicode.Scalar(scalar.value + 0x20)
        case 0...0x7F: nil
        default: scalar.properties.isAlphabetic ? scalar : nil
        }
    }

    private var withoutOrdinalMarks: Query? {
        let kept = letters.indices.filter { index in
            let next = index + 1
            return !(letters[index] == "제" && next < letters.count && "0"..."9" ~= letters[next])
        }
        return kept.count == letters.count ? nil : Query(kept.map { letters[$0] })
    }
}
