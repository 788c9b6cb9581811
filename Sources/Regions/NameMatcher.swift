/// How far the letters of a query, from some position on, agree with a name.
struct NameMatch {
    /// Position after the whole name (`수원시`).
    var fullEnd: Int?
    /// Position after the name without the word for its kind (`수원`), at least two letters.
    var shortEnd: Int?
    /// The query, still being typed, ended inside the name.
    var isPrefix = false
}

/// Compares a query with names in the tables.
struct NameMatcher {
    let letters: [Unicode.Scalar]
    /// Typing is under way: the last letter may be half a syllable, a lone consonant stands for any that begins so.
    let isCompleting: Bool

    var end: Int { letters.count }

    func match(_ name: Field, skippingNumbers: Bool = false, from start: Int) -> NameMatch {
        match(NameLetters(name, skippingNumbers: skippingNumbers), from: start)
    }

    private func match(_ name: NameLetters, from start: Int) -> NameMatch {
        var result = NameMatch()
        var (name, position) = (name, start)
        while true {
            if position >= start + 2, name.isBeforeSuffix { result.shortEnd = position }
            guard let letter = name.next() else { break }
            guard position < end else {
                result.isPrefix = isCompleting && position > start
                return result
            }
            guard fits(letters[position], letter, at: position) else { return result }
            position += 1
        }
        result.fullEnd = position > start ? position : nil
        return result
    }

    /// Whether the words go on in Latin letters, and so in a table's English names.
    func isLatin(at position: Int) -> Bool {
        position < end && letters[position].isASCII && letters[position].properties.isAlphabetic
    }

    /// Whether the name holds the query, still being typed, somewhere after its first letter.
    func isSubstring(of name: Field) -> Bool {
        guard isCompleting else { return false }
        var rest = NameLetters(name)
        while rest.next() != nil {
            let match = self.match(rest, from: 0)
            if match.isPrefix || match.fullEnd == end { return true }
        }
        return false
    }

    private func fits(_ typed: Unicode.Scalar, _ letter: Unicode.Scalar, at position: Int) -> Bool {
        if typed == letter { return true }
        guard isCompleting, position == end - 1 || Hangul.isLoneConsonant(typed) else { return false }
        return Hangul.mayBecome(typed, letter)
    }
}

/// The letters of a name as it stands in a table, in the form of ``Query/letters``: marks between words skipped,
/// Latin in lower case.
struct NameLetters: Sequence, IteratorProtocol {
    private var rest: UnsafeBufferPointer<UInt8>
    private let skipsNumbers: Bool

    init(_ name: Field, skippingNumbers: Bool = false) {
        rest = name.bytes
        skipsNumbers = skippingNumbers
    }

    /// Whether only the word for the kind of area is left: 시, 군, 구, 읍, 면, 동, or `-si` and the like.
    var isBeforeSuffix: Bool {
        if rest.first == UInt8(ascii: "-") { return true }
        guard rest.count == 3 else { return false }
        return "시군구읍면동".unicodeScalars.contains { $0 == decode() }
    }

    mutating func next() -> Unicode.Scalar? {
        while let first = rest.first {
            let scalar = decode()
            drop(first < 0x80 ? 1 : first < 0xE0 ? 2 : 3)
            if skipsNumbers { drop(Field(rest).leadingNumberLength) }
            if let letter = Query.letter(scalar) { return letter }
        }
        return nil
    }

    private mutating func drop(_ count: Int) {
        rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
    }

    /// The scalar that stands first. Tables hold nothing beyond three bytes of UTF-8.
    private func decode() -> Unicode.Scalar {
        let first = UInt32(rest[0])
        let value: UInt32 =
            switch first {
            case ..<0x80: first
            case ..<0xE0: (first & 0x1F) << 6 | UInt32(rest[1] & 0x3F)
            default: (first & 0x0F) << 12 | UInt32(rest[1] & 0x3F) << 6 | UInt32(rest[2] & 0x3F)
            }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

// A neighbourhood that outgrew itself became `역삼1동` and `역삼2동`, or `성수1가1동`; people go on saying 역삼동 and
// 성수동. Leaving the numbers out of a table's name gives what they say.

extension Field {
    /// The name without its numbers: `역삼동` of `역삼1동`, `성수동` of `성수1가2동`.
    var withoutNumbers: String {
        var kept: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            let number = Field(rest).leadingNumberLength
            if number == 0 { kept.append(first) }
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Swift.max(number, 1)))
        }
        return String(decoding: kept, as: UTF8.self)
    }

    var hasNumber: Bool { bytes.contains(where: isDigit) }

    /// Bytes of the number the field begins with, the 가 that may follow it and further numbers (`1·2`) included.
    var leadingNumberLength: Int {
        guard let first = bytes.first, isDigit(first) else { return 0 }
        var length = 0
        while length < bytes.count {
            let rest = bytes[length...]
            if isDigit(bytes[length]) {
                length += 1
            } else if let mark = ["·", "가", "ga"].first(where: { rest.starts(with: $0.utf8) }) {
                length += mark.utf8.count
            } else {
                break
            }
        }
        return length
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte
}
