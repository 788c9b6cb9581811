struct Suggestions {
    private let letters: [Unicode.Scalar]
    private let codes: Set<Int>?
    private var candidates: [(area: Area, distance: Int)] = []

    /// The longest full name has 22 letters in Hangul and 60 in Latin.
    private static let maximumLength = 80

    /// Closest first; else areas at the start of the query: 강남구 for `강남역`.
    static func areas(after search: AreaSearch, within known: Area? = nil) -> [Area] {
        let letters = search.matcher.letters
        guard 2...maximumLength ~= letters.count else { return [] }
        var suggestions = Suggestions(letters, within: known)
        suggestions.compare(Spelling.provinces)
        suggestions.compare(Spelling.districts)
        suggestions.compareDistricts(after: search)
        suggestions.compare(Spelling.landmarks)
        suggestions.compareDongs(after: search)
        let near = suggestions.candidates.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(
            \.element.area
        )
        if !near.isEmpty { return near }
        let districts = search.leadingDistricts.sorted { $0.position > $1.position }.map { Area.district($0.district) }
        let provinces = search.leadingProvinces.sorted { $0.position > $1.position }.map { Area.province($0.province) }
        return (districts + provinces).filter { known?.encloses($0) != false }
    }

    private init(_ letters: [Unicode.Scalar], within known: Area?) {
        self.letters = letters
        codes = known.map { known in Set(District.all.filter { known.encloses(.district($0)) }.map(\.code.integer)) }
    }

    private func isWithin(_ code: Field) -> Bool { codes?.contains(code.integer) != false }

    static func isNear(_ letters: [Unicode.Scalar]) -> Bool {
        let matcher = FuzzyMatcher(letters[...])
        if Spelling.provinces.contains(where: { matcher.distance(to: $0) != nil }) { return true }
        if District.all.contains(where: { matcher.distance(to: matcher.isLatin ? $0.englishName : $0.name) != nil }) { return true }
        let isLong = letters.count >= (matcher.isLatin ? 6 : 3)
        return isLong && Spelling.landmarks.contains { !$0.isOther && matcher.distance(to: $0) != nil }
    }

    private mutating func compare(_ spellings: [Spelling]) {
        let matcher = FuzzyMatcher(letters[...])
        for spelling in spellings where isWithin(spelling.code) { add(spelling.area, matcher.distance(to: spelling)) }
    }

    /// Districts behind their province or city.
    private mutating func compareDistricts(after search: AreaSearch) {
        let areas = search.leadingProvinces.map { (Area.province($0.province), $0.position) }
        for (area, position) in areas + search.leadingDistricts.map({ (Area.district($0.district), $0.position) }) {
            let rest = FuzzyMatcher(letters[position...])
            for district in District.all where isWithin(district.code) && area.districtCode != district.code && area.encloses(.district(district)) {
                let names = [district.name, district.englishName].map { Array($0.split(at: .space)) }
                add(.district(district), names.flatMap { [rest.distance(to: $0), rest.distance(to: $0.suffix(1))] }.compactMap(\.self).min())
            }
        }
    }

    private mutating func compareDongs(after search: AreaSearch) {
        let matchers = PartMatchers(letters, after: search)
        for dong in Dong.all where isWithin(dong.districtCode) {
            for matcher in matchers[dong.districtCode] {
                let name = matcher.isLatin ? dong.englishName : dong.name
                add(.dong(dong), matcher.distance(to: name))
                guard name.hasNumber else { continue }
                add(.dong(dong, withoutNumbers: true), matcher.distance(to: name, skippingNumbers: true))
            }
        }
        for group in LegalDongGroup.all where isWithin(group.districtCode) {
            let matchers = matchers[group.districtCode]
            for dong in group.dongs {
                for matcher in matchers { add(.legalDong(dong), matcher.distance(to: matcher.isLatin ? dong.englishName : dong.name)) }
            }
        }
    }

    private mutating func add(_ area: Area, _ distance: Int?) { if let distance { candidates.append((area, distance)) } }
}

/// Name of an area with its jamo, which are compared first: counted once for all. Those of all 동 would take 4 MB.
struct Spelling {
    let area: Area
    let code: Field
    let words: [Field]
    let isOther: Bool
    fileprivate let counts: JamoCounts

    private init(_ area: Area, _ code: Field, _ words: [Field], isOther: Bool = false) {
        (self.area, self.code, self.words, self.isOther) = (area, code, words, isOther)
        counts = JamoCounts(of: words)
    }

    static let provinces = Province.all.flatMap { province in
        ([province.name, province.shortName, province.englishName] + province.otherNames).map { Spelling(.province(province), province.code, [$0]) }
    }

    /// Alone, without their city, and behind the province.
    static let districts = District.all.flatMap { district in
        let provinces = Province.all.filter { district.code.starts(with: $0.code) }.flatMap { [$0.name, $0.shortName] }
        return [district.name, district.englishName].map { Array($0.split(at: .space)) }.flatMap { words in
            ([words, words.suffix(1)] + provinces.map { [$0] + words }).map { Spelling(.district(district), district.code, $0) }
        }
    }

    static let landmarks = Landmark.all.flatMap { landmark in
        [landmark.name, landmark.englishName].map { Spelling(.landmark(landmark), landmark.districtCode, [$0]) }
            + landmark.otherNames.map { Spelling(.landmark(landmark), landmark.districtCode, [$0], isOther: true) }
    }
}

private struct PartMatchers {
    private let whole: [FuzzyMatcher]
    private let ofDistricts: [Int: [FuzzyMatcher]]

    init(_ letters: [Unicode.Scalar], after search: AreaSearch) {
        let whole = [FuzzyMatcher(letters[...])]
        self.whole = whole
        ofDistricts = Dictionary(grouping: search.leadingDistricts) { $0.district.code.integer }.mapValues {
            whole + $0.map { FuzzyMatcher(letters[$0.position...]) }
        }
    }

    subscript(_ code: Field) -> [FuzzyMatcher] { ofDistricts.isEmpty ? whole : ofDistricts[code.integer] ?? whole }
}

/// Distance in jamo, not syllables: `경기됴` is one keystroke from 경기도.
struct FuzzyMatcher {
    let isLatin: Bool
    private let jamo: [UInt32]
    private let counts: JamoCounts
    /// One error, two from twelve jamo on, one more with every six.
    private let maximumDistance: Int

    init(_ letters: ArraySlice<Unicode.Scalar>) {
        jamo = Hangul.jamo(letters)
        counts = JamoCounts(jamo)
        maximumDistance = max(1, jamo.count / 6)
        isLatin = letters.first?.isASCII == true
    }

    func distance(to name: Field, skippingNumbers: Bool = false) -> Int? { distance(to: CollectionOfOne(name), skippingNumbers: skippingNumbers) }

    func distance(to spelling: Spelling) -> Int? { canBeClose(spelling.words, spelling.counts) ? closest(to: spelling.words) : nil }

    func distance(to name: some BidirectionalCollection<Field>, skippingNumbers: Bool = false) -> Int? {
        canBeClose(name, JamoCounts(of: name)) ? closest(to: name, skippingNumbers: skippingNumbers) : nil
    }

    private func closest(to name: some BidirectionalCollection<Field>, skippingNumbers: Bool = false) -> Int? {
        guard let last = name.last else { return nil }
        var letters = name.dropLast().flatMap { Array(NameLetters($0)) }
        var rest = NameLetters(last, skippingNumbers: skippingNumbers)
        var shortDistance: Int?
        while true {
            if rest.isBeforeSuffix, letters.count > 1 { shortDistance = distance(to: letters) }
            guard let letter = rest.next() else { break }
            letters.append(letter)
        }
        return [distance(to: letters), shortDistance].compactMap(\.self).min()
    }

    private func distance(to letters: [Unicode.Scalar]) -> Int? {
        let name = Hangul.jamo(letters)
        guard abs(name.count - jamo.count) <= maximumDistance else { return nil }
        return editDistance(from: name, to: jamo, atMost: maximumDistance)
    }

    /// Compares scripts and lengths, so that made-up names take little time: a syllable has two or three jamo and three bytes; eight are for `-myeon`.
    private func canBeClose(_ name: some Collection<Field>, _ countsOfName: @autoclosure () -> JamoCounts) -> Bool {
        guard jamo.count > 2, let first = name.first?.bytes.first, isLatin == (first < 0x80) else { return false }
        let bytes = name.reduce(0) { $0 + $1.bytes.count }
        let fewest = isLatin ? bytes - 8 : (bytes - 3) * 2 / 3 - 8
        guard fewest <= jamo.count + maximumDistance, bytes + maximumDistance >= jamo.count else { return false }
        return counts.count(missingIn: countsOfName()) <= maximumDistance
    }
}

/// Jamo and Latin letters that a name has, and those it has twice, some shared.
private struct JamoCounts {
    private var (once, twice): (UInt64, UInt64) = (0, 0)

    init(_ jamo: [UInt32]) { for part in jamo { insert(part) } }
    init(of name: some Collection<Field>) { for field in name { for letter in NameLetters(field) { Hangul.decompose(letter) { insert($0) } } } }

    mutating func insert(_ jamo: UInt32) {
        let bit: UInt64 = 1 << UInt64(jamo & 63)
        (once, twice) = (once | bit, twice | once & bit)
    }

    func count(missingIn other: JamoCounts) -> Int { (once & ~other.once).nonzeroBitCount + (twice & ~other.twice).nonzeroBitCount }
}

/// Damerau–Levenshtein by three rows; stops once two in a row exceed the limit.
func editDistance(from first: [UInt32], to second: [UInt32], atMost limit: Int) -> Int? {
    var (before, last) = ([Int](), Array(0...second.count))
    var wasExceeded = false
    for (i, letter) in first.enumerated() {
        var row = [i + 1]
        row.reserveCapacity(last.count)
        var nearest = i + 1
        for (j, other) in second.enumerated() {
            var best = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other { best = min(best, before[j - 1] + 1) }
            row.append(best)
            nearest = min(nearest, best)
        }
        if nearest > limit, wasExceeded { return nil }
        wasExceeded = nearest > limit
        (before, last) = (last, row)
    }
    return last[second.count] <= limit ? last[second.count] : nil
}
