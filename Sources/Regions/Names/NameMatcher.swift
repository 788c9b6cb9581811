/// How far the letters of a query, from some position on, agree with a name.
struct Agreement {
    /// Position after the whole name (`수원시`).
    var whole: Int?
    /// Position after the name without the word for its kind (`수원`), at least two letters.
    var short: Int?
    /// The query, still being typed, ended inside the name.
    var isBegun = false
}

/// Compares a query with names in the tables.
struct NameMatcher {
    let letters: [Unicode.Scalar]
    /// Typing is under way: the last letter may be half a syllable, a lone consonant stands for any that begins so.
    let isTyping: Bool

    var end: Int { letters.count }

    func agreement(with name: Field, skippingNumbers: Bool = false, from start: Int) -> Agreement {
        agreement(with: NameLetters(name, skippingNumbers: skippingNumbers), from: start)
    }

    private func agreement(with name: NameLetters, from start: Int) -> Agreement {
        var result = Agreement()
        var (name, position) = (name, start)
        while true {
            if position >= start + 2, name.isBeforeSuffix { result.short = position }
            guard let letter = name.next() else { break }
            guard position < end else {
                result.isBegun = isTyping && position > start
                return result
            }
            guard fits(letters[position], letter, at: position) else { return result }
            position += 1
        }
        result.whole = position > start ? position : nil
        return result
    }

    /// Whether the words go on in Latin letters, and so in a table's English names.
    func isLatin(at position: Int) -> Bool {
        position < end && letters[position].isASCII && letters[position].properties.isAlphabetic
    }

    /// Whether the name holds the query, still being typed, somewhere after its first letter.
    func isInside(_ name: Field) -> Bool {
        guard isTyping else { return false }
        var rest = NameLetters(name)
        while rest.next() != nil {
            let found = agreement(with: rest, from: 0)
            if found.isBegun || found.whole == end { return true }
        }
        return false
    }

    private func fits(_ typed: Unicode.Scalar, _ letter: Unicode.Scalar, at position: Int) -> Bool {
        if typed == letter { return true }
        guard isTyping, position == end - 1 || Hangul.isLoneConsonant(typed) else { return false }
        return Hangul.mayBecome(typed, letter)
    }
}
