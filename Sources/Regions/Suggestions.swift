/// Areas whose names are a slip of the finger away from a query that means none.
struct Suggestions {
    private let letters: [Unicode.Scalar]
    private var candidates: [(area: Area, distance: Int)] = []

    /// The longest name with all it lies in has 22 letters in Hangul, 60 in Latin; beyond this none could be near.
    private static let maximumLength = 80

    /// The areas, nearest first; if none is near, those the query begins with (강남구 for `강남역`).
    static func areas(near query: Query) -> [Area] {
        let search = AreaSearch(resolving: query)
        guard query.letters.count <= maximumLength else { return [] }
        var suggestions = Suggestions(letters: query.letters)
        suggestions.compareProvinces()
        suggestions.compareDistricts(after: search)
        suggestions.compareDongs(after: search)
        let near = suggestions.candidates.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element.area)
        if !near.isEmpty { return near }
        let districts = search.leadingDistricts.sorted { $0.position > $1.position }.map {
            Area.district($0.district)
        }
        let provinces = search.leadingProvinces.sorted { $0.position > $1.position }.map {
            Area.province($0.province)
        }
        return districts + provinces
    }

    private init(letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    private mutating func compareProvinces() {
        let matcher = FuzzyMatcher(letters[...])
        for province in Province.all {
            let names =
                [province.name, province.shortName, province.englishName] + Array(province.otherNames)
            add(.province(province), names.compactMap { matcher.distance(to: [$0]) })
        }
    }

    private mutating func compareDistricts(after search: AreaSearch) {
        let matcher = FuzzyMatcher(letters[...])
        let afterProvinces = search.leadingProvinces.map {
            ($0.province, FuzzyMatcher(letters[$0.position...]))
        }
        let afterCities = search.leadingDistricts.map { ($0.district, FuzzyMatcher(letters[$0.position...])) }
        for district in District.all {
            for name in [district.name, district.englishName] {
                let parts = Array(name.split(at: .space))
                var distances = [matcher.distance(to: parts), matcher.distance(to: parts.suffix(1))]
                for province in Province.all where district.code.starts(with: province.code) {
                    distances.append(matcher.distance(to: [province.name] + parts))
                    distances.append(matcher.distance(to: [province.shortName] + parts))
                }
                for (province, rest) in afterProvinces where district.code.starts(with: province.code) {
                    distances += [rest.distance(to: parts), rest.distance(to: parts.suffix(1))]
                }
                for (city, rest) in afterCities where city.contains(district) {
                    distances.append(rest.distance(to: parts.suffix(1)))
                }
                add(.district(district), distances.compactMap(\.self))
            }
        }
    }

    private mutating func compareDongs(after search: AreaSearch) {
        let matcher = FuzzyMatcher(letters[...])
        let afterDistricts = search.leadingDistricts.map {
            ($0.district.code, FuzzyMatcher(letters[$0.position...]))
        }
        for dong in Dong.all {
            let matchers = [matcher] + afterDistricts.filter { $0.0 == dong.districtCode }.map(\.1)
            for matcher in matchers {
                let name = [matcher.isLatin ? dong.englishName : dong.name]
                add(.dong(dong), [matcher.distance(to: name)].compactMap(\.self))
                guard name[0].hasNumber else { continue }
                add(
                    .numberedDongs(dong),
                    [matcher.distance(to: name, skippingNumbers: true)].compactMap(\.self)
                )
            }
        }
    }

    private mutating func add(_ area: Area, _ distances: [Int]) {
        if let nearest = distances.min() { candidates.append((area, nearest)) }
    }
}

/// Part of a query to measure names against, in jamo, so that `경기됴` is one slip from 경기도.
struct FuzzyMatcher {
    let isLatin: Bool
    private let jamo: [UInt32]
    /// One slip is forgiven always, a further one for every six jamo.
    private let maximumDistance: Int

    init(_ letters: ArraySlice<Unicode.Scalar>) {
        jamo = Hangul.jamo(letters)
        maximumDistance = max(1, jamo.count / 6)
        isLatin = letters.first?.isASCII == true
    }

    /// Slips between the words and a name, in full or without the word for its kind of area; `nil` when there are too
    /// many, or the words too short to tell.
    func distance(to name: some BidirectionalCollection<Field>, skippingNumbers: Bool = false) -> Int? {
        guard jamo.count > 2, let last = name.last, isWithinReach(name) else { return nil }
        var letters = name.dropLast().flatMap { Array(NameLetters($0)) }
        var rest = NameLetters(last, skippingNumbers: skippingNumbers)
        var short: Int?
        while true {
            if rest.isBeforeSuffix, letters.count > 1 { short = distance(to: letters) }
            guard let letter = rest.next() else { break }
            letters.append(letter)
        }
        return [distance(to: letters), short].compactMap(\.self).min()
    }

    private func distance(to letters: [Unicode.Scalar]) -> Int? {
        let name = Hangul.jamo(letters)
        guard abs(name.count - jamo.count) <= maximumDistance else { return nil }
        return editDistance(from: name, to: jamo, atMost: maximumDistance)
    }

    /// A look at the lengths alone spares most of the work: a syllable is two or three jamo and three bytes, and the
    /// word for the kind of area, which may be left out, at most six letters.
    private func isWithinReach(_ name: some Collection<Field>) -> Bool {
        let bytes = name.reduce(0) { $0 + $1.bytes.count }
        let fewest = isLatin ? bytes - 8 : (bytes - 3) * 2 / 3 - 8
        return fewest <= jamo.count + maximumDistance && bytes + maximumDistance >= jamo.count
    }
}

/// Letters to add, drop, change or swap with a neighbour (Damerau's distance, optimal string alignment), three rows of
/// its table at a time; `nil` as soon as two rows show that it takes more.
private func editDistance(from first: [UInt32], to second: [UInt32], atMost limit: Int) -> Int? {
    var (before, last) = ([Int](), Array(0...second.count))
    var isLost = false
    for (i, letter) in first.enumerated() {
        var row = [i + 1]
        row.reserveCapacity(last.count)
        var nearest = i + 1
        for (j, other) in second.enumerated() {
            var best = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
                best = min(best, before[j - 1] + 1)
            }
            row.append(best)
            nearest = min(nearest, best)
        }
        if nearest > limit, isLost { return nil }
        isLost = nearest > limit
        (before, last) = (last, row)
    }
    return last[second.count] <= limit ? last[second.count] : nil
}
