/// Name in compared letters: composed Hangul, lower-case Latin, no spaces or marks.
struct Query {
    let letters: [Unicode.Scalar]
    let wordStarts: Set<Int>

    /// Bytes; the longest address takes 200 in decomposed Hangul.
    private static let maximumLength = 600

    /// Readings, likeliest first: Latin words also reversed (`Bundang-gu, Seongnam-si`), and without 제 (`창신제1동`), as in the tables.
    static func interpretations(of text: String) -> [Query] {
        guard text.utf8.count <= maximumLength else { return [] }
        let scalars = Hangul.composed(Array(text.unicodeScalars))
        return interpretations(of: scalars[...]) + (withoutCountry(scalars).map(interpretations) ?? [])
    }

    private static func interpretations(of scalars: ArraySlice<Unicode.Scalar>) -> [Query] {
        let forward = Query(Array(scalars))
        var interpretations = [forward]
        if let korean = forward.withKoreanEnding { interpretations.append(korean) }
        if scalars.contains(where: { $0.isASCII && Query.letter($0)?.isDigit == false }) {
            let separator: Unicode.Scalar = scalars.contains(",") ? "," : " "
            let parts = scalars.split(separator: separator)
            if parts.count > 1 { interpretations.append(Query(Array(parts.reversed().joined(separator: [separator])))) }
        }
        if let ordinal = forward.withoutOrdinalMarks { interpretations.append(ordinal) }
        return interpretations
    }

    private static let countries = ["republicofkorea", "southkorea", "korea", "대한민국", "한국", "남한"].map { Array($0.unicodeScalars) }
    static func isCountry(_ text: String) -> Bool { countries.contains(text.unicodeScalars.compactMap(letter)) }

    private static func withoutCountry(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
        let words = scalars.split { $0 == "," || $0.isBlank }
        for count in [3, 2, 1] where words.count > count {
            let (last, first) = (words.suffix(count), words.prefix(count))
            if countries.contains(last.flatMap { $0.compactMap(letter) }) { return scalars[..<words[words.count - count - 1].endIndex] }
            if countries.contains(first.flatMap { $0.compactMap(letter) }) { return scalars[words[count].startIndex...] }
        }
        return nil
    }

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    init(_ scalars: [Unicode.Scalar]) {
        var letters: [Unicode.Scalar] = []
        var wordStarts: Set<Int> = []
        for scalar in Hangul.composed(scalars) {
            if let letter = Query.letter(scalar) {
                letters.append(letter)
            } else if !letters.isEmpty, scalar == "," || scalar.isBlank {
                wordStarts.insert(letters.count)
            }
        }
        self.init(letters: letters, wordStarts: wordStarts)
    }

    init(letters: [Unicode.Scalar], wordStarts: Set<Int>) {
        self.letters = letters
        self.wordStarts = wordStarts.filter { $0 < letters.count }
    }

    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        // 한자 and kana too, whose properties are looked up in tables, a twentieth of a search.
        case 0x61...0x7A, 0x30...0x39, 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x30A1...0x30FA: scalar
        case 0x41...0x5A: Unicode.Scalar(scalar.value + 0x20)
        case 0...0x7F: nil
        // Full-width letters and digits: Ａ for A, １ for 1.
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).flatMap(letter)
        // McCune–Reischauer's ŏ and ŭ, without marks as in the tables; ö stands for ŏ.
        case 0x14E, 0x14F, 0xD6, 0xF6: "o"
        case 0x16C, 0x16D, 0xDC, 0xFC: "u"
        default: scalar.properties.isAlphabetic ? scalar : nil
        }
    }

    /// Jirisan of `Mt. Jiri` and `Jiri Mountain`.
    private var withKoreanEnding: Query? {
        for (word, ending) in [("mt", "san"), ("mount", "san"), ("mountain", "san"), ("temple", "sa"), ("island", "do")] {
            let (count, start) = (word.unicodeScalars.count, letters.count - word.unicodeScalars.count)
            let isFirst = letters.starts(with: word.unicodeScalars) && wordStarts.contains(count)
            guard isFirst || wordStarts.contains(start) && letters[start...].elementsEqual(word.unicodeScalars) else { continue }
            let rest = isFirst ? dropping(count) : prefix(start)
            return rest.letters.suffix(ending.count).elementsEqual(ending.unicodeScalars) ? rest : rest.appending(ending)
        }
        return nil
    }

    func appending(_ word: String) -> Query { Query(letters: letters + Array(word.unicodeScalars), wordStarts: wordStarts) }
    func prefix(_ count: Int) -> Query { Query(letters: Array(letters.prefix(count)), wordStarts: wordStarts) }

    func dropping(_ count: Int) -> Query {
        Query(letters: Array(letters.dropFirst(count)), wordStarts: Set(wordStarts.compactMap { $0 > count ? $0 - count : nil }))
    }

    private var withoutOrdinalMarks: Query? {
        let kept = letters.indices.filter { index in
            let next = index + 1
            return !(letters[index] == "제" && next < letters.count && "0"..."9" ~= letters[next])
        }
        guard kept.count < letters.count else { return nil }
        let starts = wordStarts.compactMap { start in kept.firstIndex { $0 >= start } }
        return Query(letters: kept.map { letters[$0] }, wordStarts: Set(starts))
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { "0"..."9" ~= self }

    /// Properties are looked up in tables, a tenth of a search.
    fileprivate var isBlank: Bool { value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : !("가"..."힣" ~= self) && properties.isWhitespace }
}
