/// Areas whose names are a slip of the finger away from a query that means none.
struct NearMisses {
    private let letters: [Unicode.Scalar]
    private var misses: [(area: Area, distance: Int)] = []

    /// Beyond this many letters no name could be near.
    private static let longest = 40

    /// The areas, nearest first; then those the query begins with (강남구 for `강남역`).
    static func areas(near query: Query) -> [Area] {
        let finder = AreaFinder(meaning: query)
        let districts = finder.districts.sorted { $0.position > $1.position }.map {
            Area.district($0.district)
        }
        let provinces = finder.provinces.sorted { $0.position > $1.position }.map {
            Area.province($0.province)
        }
        guard query.letters.count <= longest else { return districts + provinces }
        var search = NearMisses(letters: query.letters)
        search.compare(from: finder)
        let near = search.misses.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element.area)
        return near + districts + provinces
    }

    private init(letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    private mutating func compare(from finder: AreaFinder) {
        let whole = Target(letters[...])
        for province in Province.all {
            let names =
                [province.name, province.shortName, province.englishName] + Array(province.otherNames)
            note(.province(province), names.compactMap { whole.distance(to: [$0]) })
        }
        let afterProvinces = finder.provinces.map { ($0.province.code, Target(letters[$0.position...])) }
        for district in District.all where !district.name.isEmpty {
            let province = district.province
            let words = Array(district.name.split(at: " "))
            let english = Array(district.englishName.split(at: " "))
            var distances = [words, english, [words[words.count - 1]], [english[english.count - 1]]]
                .compactMap(whole.distance)
            distances += [province.name, province.shortName].compactMap { whole.distance(to: [$0] + words) }
            for (code, target) in afterProvinces where district.code.starts(with: code) {
                distances += [words, [words[words.count - 1]]].compactMap(target.distance)
            }
            note(.district(district), distances)
        }
        let afterDistricts = finder.districts.map { ($0.district.code, Target(letters[$0.position...])) }
        for dong in Dong.all {
            var distances = [dong.name, dong.englishName].compactMap { whole.distance(to: [$0]) }
            for (code, target) in afterDistricts where dong.districtCode == code {
                distances += [dong.name, dong.englishName].compactMap { target.distance(to: [$0]) }
            }
            note(.dong(dong), distances)
        }
    }

    private mutating func note(_ area: Area, _ distances: [Int]) {
        if let nearest = distances.min() { misses.append((area, nearest)) }
    }
}

/// Words to measure names against.
private struct Target {
    private let jamo: [UInt32]
    private let reach: Int

    init(_ letters: ArraySlice<Unicode.Scalar>) {
        jamo = Hangul.jamo(letters)
        reach = max(1, jamo.count / 6)
    }

    /// Jamo to add, drop or change between the words and a name; `nil` when too many to be a slip.
    func distance(to words: [Field]) -> Int? {
        guard jamo.count > 2 else { return nil }
        let name = Hangul.jamo(words.flatMap { Array(NameLetters($0)) })
        guard abs(name.count - jamo.count) <= reach else { return nil }
        let distance = editDistance(jamo, name)
        return distance <= reach ? distance : nil
    }
}

/// Levenshtein's distance, one row of the table at a time.
private func editDistance(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var row = Array(0...second.count)
    for (i, left) in first.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, right) in second.enumerated() {
            let substitution = diagonal + (left == right ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
        }
    }
    return row[second.count]
}
