/// Hangul syllables by arithmetic (The Unicode Standard, §3.12).
enum Hangul {
    private static let leads: ClosedRange<UInt32> = 0x1100...0x1112
    private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
    private static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2
    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    static let loneConsonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)

    /// Conjoining jamo (NFD), as in macOS's file names and arguments.
    static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        for scalar in scalars {
            if let last = result.last, let joined = join(last.value, scalar.value) {
                result[result.count - 1] = joined
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    static func syllable(_ lead: Int, _ vowel: Int, tail: Int = 0) -> Unicode.Scalar? {
        Unicode.Scalar(UInt32(0xAC00 + (lead * 21 + vowel) * 28 + tail))
    }

    private static func join(_ last: UInt32, _ next: UInt32) -> Unicode.Scalar? {
        if leads ~= last, vowels ~= next { return Unicode.Scalar(0xAC00 + ((last - 0x1100) * 21 + next - 0x1161) * 28) }
        if syllables ~= last, (last - 0xAC00) % 28 == 0, tails ~= next { return Unicode.Scalar(last + next - 0x11A7) }
        return nil
    }

    /// `ㄴ` or `나` may become `남`.
    static func mayBecome(_ typed: Unicode.Scalar, _ letter: Unicode.Scalar) -> Bool {
        guard syllables ~= letter.value else { return false }
        let whole = letter.value - 0xAC00
        if syllables ~= typed.value {
            let part = typed.value - 0xAC00
            return part % 28 == 0 && part / 28 == whole / 28
        }
        return loneConsonants[Int(whole / 588)] == typed
    }

    /// `나` to `낳` for `나`; all that begin with `ㅅ` for it.
    static func completions(of letter: Unicode.Scalar) -> ClosedRange<UInt32> {
        let value = letter.value
        if syllables ~= value { return (value - 0xAC00) % 28 == 0 ? value...(value + 27) : value...value }
        guard let lead = loneConsonants.firstIndex(of: letter) else { return value...value }
        let first = 0xAC00 + UInt32(lead) * 588
        return first...(first + 587)
    }

    static func isLoneConsonant(_ scalar: Unicode.Scalar) -> Bool { 0x3131...0x314E ~= scalar.value }

    static func jamo(_ letters: some Collection<Unicode.Scalar>) -> [UInt32] {
        var parts: [UInt32] = []
        parts.reserveCapacity(letters.count * 3)
        for letter in letters { decompose(letter) { parts.append($0) } }
        return parts
    }

    static func decompose(_ letter: Unicode.Scalar, _ body: (UInt32) -> Void) {
        guard syllables ~= letter.value else { return body(letter.value) }
        let index = letter.value - 0xAC00
        body(0x1100 + index / 588)
        body(0x1161 + index % 588 / 28)
        if index % 28 != 0 { body(0x11A7 + index % 28) }
    }
}

extension Query {
    private static let mostAskedAbout = 12

    /// Larger kinds first; `nil` for one consonant, or too many areas.
    var initialConsonants: [Area]? {
        guard letters.count > 1, letters.allSatisfy(Hangul.isLoneConsonant) else { return nil }
        let matcher = NameMatcher(self, isCompleting: true)
        func fits(_ name: Field) -> Bool {
            // ㄴㅇ ㅅㅇ is two words, and no 남양산역.
            guard wordStarts.isEmpty || wordStarts == Query(name.text).wordStarts else { return false }
            let match = matcher.match(name, from: 0)
            return match.fullEnd == matcher.end || match.shortEnd == matcher.end
        }
        let provinces = Province.all.filter { fits($0.name) || fits($0.shortName) }.map { Area.province($0) }
        let districts = District.all.filter { district in
            fits(district.name) || Array(district.name.split(at: .space)).last.map(fits) == true || district.otherNames.contains(where: fits)
        }
        let ordered = ["시", "군", "구"].flatMap { kind in districts.filter { $0.name.text.hasSuffix(kind) } }
        var areas = provinces + ordered.map { .district($0) }
        if areas.isEmpty { areas = Landmark.all.filter { fits($0.name) || $0.otherNames.contains(where: fits) }.map { .landmark($0) } }
        if areas.isEmpty { areas = Dong.all.filter { fits($0.name) }.map { .dong($0) } }
        return (1...Query.mostAskedAbout).contains(areas.count) ? areas : nil
    }
}
