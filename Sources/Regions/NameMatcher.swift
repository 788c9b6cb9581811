/// Compares the letters of a query with the names in the tables.
struct NameMatcher {
    let letters: [Unicode.Scalar]
    /// The positions at which a word begins, after a blank or a comma.
    let wordStarts: Set<Int>
    /// Whether the query is still being typed.
    ///
    /// Its last letter may then be an incomplete syllable, and a lone consonant stands for any syllable that
    /// begins with it.
    let isCompleting: Bool
    /// Whether a query that is still being typed may stand inside a name as well.
    let isWithinNames: Bool

    var end: Int { letters.count }

    init(_ query: Query, isCompleting: Bool, isWithinNames: Bool = false) {
        letters = query.letters
        wordStarts = query.wordStarts
        self.isCompleting = isCompleting
        self.isWithinNames = isWithinNames
    }

    /// Whether a name that begins at a position begins within a word, though the query has several.
    func isWithinWord(_ position: Int) -> Bool {
        position > 0 && !wordStarts.isEmpty && !wordStarts.contains(position)
    }

    /// Compares a name with the letters from a position on.
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

    /// Whether the first letter from the position on is Latin, so that English names are to be compared.
    func isLatin(at position: Int) -> Bool {
        guard position < end else { return false }
        return letters[position...].first { !("0"..."9" ~= $0) }.map { "a"..."z" ~= $0 } ?? false
    }

    /// Whether the first letter of a name fits the position; rules most names out before anything else is compared.
    func mayBegin(_ name: Field, at position: Int) -> Bool {
        guard !isCompleting, position < end else { return true }
        var letters = NameLetters(name)
        return letters.next() == self.letters[position]
    }

    /// Whether a query that is still being typed occurs in the name after its first letter.
    func isSubstring(of name: Field) -> Bool {
        guard isWithinNames else { return false }
        var rest = NameLetters(name)
        while rest.next() != nil {
            let match = self.match(rest, from: 0)
            if match.isPrefix || match.fullEnd == end { return true }
        }
        return false
    }

    /// Whether a letter of the query equals a letter of a name or, while it is typed, may become it.
    private func fits(_ typed: Unicode.Scalar, _ letter: Unicode.Scalar, at position: Int) -> Bool {
        if typed == letter { return true }
        guard isCompleting, position == end - 1 || Hangul.isLoneConsonant(typed) else { return false }
        return Hangul.mayBecome(typed, letter)
    }
}

/// How much of a name the letters of a query match.
struct NameMatch {
    /// Position in the query after the whole name (`수원시`).
    var fullEnd: Int?
    /// Position in the query after the name without its suffix (`수원`), which must leave at least two letters.
    var shortEnd: Int?
    /// Whether the query, still being typed, ends inside the name.
    var isPrefix = false
}

/// The letters of a name in a table, as in ``Query/letters``: no spaces or marks, Latin in lower case.
///
/// Decodes as it goes: a search compares thousands of names and most differ in the first letter.
struct NameLetters: Sequence, IteratorProtocol {
    private var rest: UnsafeBufferPointer<UInt8>
    private let skipsNumbers: Bool

    init(_ name: Field, skippingNumbers: Bool = false) {
        rest = name.bytes
        skipsNumbers = skippingNumbers
    }

    /// Whether only the suffix for the kind of area is left: 시, 군, 구, 읍, 면, 동, or `-si` and the like.
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
        rest = rest.dropping(count)
    }

    /// The first scalar; the tables hold none of four bytes in UTF-8.
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

// Numbers in names: a dong that grew was split into `역삼1동` and `역삼2동`, or `성수1가1동`, but people still write
// 역삼동 and 성수동, the name without its numbers.

extension Field {
    /// The name without its numbers: `역삼동` of `역삼1동`, `성수동` of `성수1가2동`.
    var withoutNumbers: String {
        var kept: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            let number = Field(rest).leadingNumberLength
            if number == 0 { kept.append(first) }
            rest = rest.dropping(Swift.max(number, 1))
        }
        return String(decoding: kept, as: UTF8.self)
    }

    var hasNumber: Bool { bytes.contains(where: isDigit) }

    /// Bytes of the number the field begins with, with the 가 that may follow it and further numbers (`1·2`).
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

struct AreaMatch {
    let area: Area
    let rank: MatchRank
}

/// How well an area matches: first by its own name, then by the names of the larger areas before it.
struct MatchRank: Comparable {
    let quality: MatchQuality
    /// Whether the name begins within a word of the query: 일동 in `경기 도일동`, which reads as 경기도 and 일동 only without
    /// its blank.
    var isWithinWord = false
    /// How many larger areas were named without their suffix: one, 성남, in `성남 정자동`.
    let shortNames: Int

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        (left.quality, left.isWithinWord ? 1 : 0, left.shortNames)
            < (right.quality, right.isWithinWord ? 1 : 0, right.shortNames)
    }
}

extension MatchRank? {
    mutating func improve(to quality: MatchQuality) {
        improve(to: MatchRank(quality: quality, shortNames: 0))
    }

    /// Replaces the rank if that of a name that begins somewhere in a query is better.
    mutating func improve(to quality: MatchQuality, from start: NameStart, in matcher: NameMatcher) {
        improve(
            to: MatchRank(
                quality: quality,
                isWithinWord: matcher.isWithinWord(start.position),
                shortNames: start.shortNames
            )
        )
    }

    private mutating func improve(to rank: MatchRank) {
        self = self.map { Swift.min($0, rank) } ?? rank
    }
}

/// Which name of an area matched and how completely, best first; a complete query means the best areas alone.
///
/// The order decides what a name means that several areas bear: 광주 is 광주광역시 (a province's name) before 경기도
/// 광주시, 제주 is the province, 동탄 is the district before the dongs, 판교 the new town before the dongs of that
/// name, and a former name counts only where no city or district has it today.
enum MatchQuality: Int, Comparable {
    case provinceName
    /// The full name of a district, or another name of a province: 광주시 is both, and asks.
    case districtName
    case districtShortName
    case districtFormerName
    case landmarkName
    case dongName
    case dongShortName
    /// A former name without its suffix: 금성 of 금성시, now 나주시.
    case districtFormerShortName

    // Only while a query is typed.
    case provincePrefix
    case districtPrefix
    case dongPrefix
    case landmarkPrefix
    case provinceSubstring
    case districtSubstring
    case dongSubstring
    case landmarkSubstring

    var isOfToday: Bool { self != .districtFormerName && self != .districtFormerShortName }

    static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }
}
