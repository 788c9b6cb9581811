struct NameMatcher {
    let letters: [Unicode.Scalar]
    let wordStarts: Set<Int>
    /// The last letter may be incomplete; a lone consonant stands for its syllables.
    let isCompleting: Bool
    let isWithinNames: Bool

    var end: Int { letters.count }

    init(_ query: Query, isCompleting: Bool, isWithinNames: Bool = false) {
        letters = query.letters
        wordStarts = query.wordStarts
        (self.isCompleting, self.isWithinNames) = (isCompleting, isWithinNames)
    }

    func isWithinWord(_ position: Int) -> Bool { position > 0 && !wordStarts.isEmpty && !wordStarts.contains(position) }

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

    func isLatin(at position: Int) -> Bool {
        guard position < end else { return false }
        return letters[position...].first { !("0"..."9" ~= $0) }.map { "a"..."z" ~= $0 } ?? false
    }

    func mayBegin(_ name: Field, at position: Int) -> Bool {
        guard !isCompleting, position < end else { return true }
        var letters = NameLetters(name)
        return letters.next() == self.letters[position]
    }

    func isSubstring(of name: Field) -> Bool {
        guard isWithinNames else { return false }
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

struct NameMatch {
    var fullEnd: Int?
    /// Position behind `수원`, of two letters at least.
    var shortEnd: Int?
    var isPrefix = false
}

/// Letters like ``Query/letters``, decoded on demand: most names differ in the first.
struct NameLetters: Sequence, IteratorProtocol {
    private var rest: UnsafeBufferPointer<UInt8>
    private let skipsNumbers: Bool

    init(_ name: Field, skippingNumbers: Bool = false) {
        rest = name.bytes
        skipsNumbers = skippingNumbers
    }

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

    private mutating func drop(_ count: Int) { rest = rest.dropping(count) }

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

extension Field {
    /// `역삼동` of `역삼1동`, `성수동` of `성수1가2동`.
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

    /// Number with 가 and further numbers (`1·2`).
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

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

struct AreaMatch {
    let area: Area
    let rank: MatchRank
}

struct MatchRank: Comparable {
    let quality: MatchQuality
    /// `경기 도일동` is 경기도 and 일동 only without its blank.
    var isWithinWord = false
    let shortNames: Int

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        (left.quality, left.isWithinWord ? 1 : 0, left.shortNames) < (right.quality, right.isWithinWord ? 1 : 0, right.shortNames)
    }
}

extension MatchRank? {
    mutating func improve(to quality: MatchQuality) { improve(to: MatchRank(quality: quality, shortNames: 0)) }

    mutating func improve(to quality: MatchQuality, from start: NameStart, in matcher: NameMatcher) {
        improve(to: MatchRank(quality: quality, isWithinWord: matcher.isWithinWord(start.position), shortNames: start.shortNames))
    }

    private mutating func improve(to rank: MatchRank) { self = self.map { Swift.min($0, rank) } ?? rank }
}

/// Quality of a match, best first: 광주 is 광주광역시 before 경기도 광주시, 제주 the province, 동탄 the district, 판교 the new town.
enum MatchQuality: Int, Comparable {
    case provinceName
    /// District, or another name of a province: 광주시 is both.
    case districtName
    case districtShortName
    case districtFormerName
    case landmarkName
    case dongName
    case dongShortName
    /// 금성 of 금성시, now 나주시.
    case districtFormerShortName

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
