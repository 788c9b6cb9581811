/// Areas whose names are a slip of the finger away from a query that means none.
struct NearMisses {
    private let letters: [Unicode.Scalar]
    private var misses: [(area: Area, distance: Int)] = []

    /// The longest name with all it lies in has 22 letters in Hangul, 60 in Latin; beyond this none could be near.
    private static let longest = 80

    /// The areas, nearest first; if none is near, those the query begins with (강남구 for `강남역`).
    static func areas(near query: Query) -> [Area] {
        let finder = AreaFinder(meaning: query)
        guard query.letters.count <= longest else { return [] }
        var search = NearMisses(letters: query.letters)
        search.compareProvinces()
        search.compareDistricts(after: finder)
        search.compareDongs(after: finder)
        let near = search.misses.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element.area)
        if !near.isEmpty { return near }
        let districts = finder.districts.sorted { $0.position > $1.position }.map {
            Area.district($0.district)
        }
        let provinces = finder.provinces.sorted { $0.position > $1.position }.map {
            Area.province($0.province)
        }
        return districts + provinces
    }

    private init(letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    private mutating func compareProvinces() {
        let words = NearMissWords(letters[...])
        for province in Province.all {
            let names =
                [province.name, province.shortName, province.englishName] + Array(province.otherNames)
            note(.province(province), names.compactMap { words.distance(to: [$0]) })
        }
    }

    private mutating func compareDistricts(after finder: AreaFinder) {
        let words = NearMissWords(letters[...])
        let afterProvinces = finder.provinces.map { ($0.province, NearMissWords(letters[$0.position...])) }
        let afterCities = finder.districts.map { ($0.district, NearMissWords(letters[$0.position...])) }
        for district in District.all {
            for name in [district.name, district.englishName] {
                let parts = Array(name.split(at: .space))
                var distances = [words.distance(to: parts), words.distance(to: parts.suffix(1))]
                for province in Province.all where district.code.starts(with: province.code) {
                    distances.append(words.distance(to: [province.name] + parts))
                    distances.append(words.distance(to: [province.shortName] + parts))
                }
                for (province, rest) in afterProvinces where district.code.starts(with: province.code) {
                    distances += [rest.distance(to: parts), rest.distance(to: parts.suffix(1))]
                }
                for (city, rest) in afterCities where city.contains(district) {
                    distances.append(rest.distance(to: parts.suffix(1)))
                }
                note(.district(district), distances.compactMap(\.self))
            }
        }
    }

    private mutating func compareDongs(after finder: AreaFinder) {
        let words = NearMissWords(letters[...])
        let afterDistricts = finder.districts.map {
            ($0.district.code, NearMissWords(letters[$0.position...]))
        }
        for dong in Dong.all {
            let rests = [words] + afterDistricts.filter { $0.0 == dong.districtCode }.map(\.1)
            for rest in rests {
                let name = [rest.isLatin ? dong.englishName : dong.name]
                note(.dong(dong), [rest.distance(to: name)].compactMap(\.self))
                guard name[0].hasNumber else { continue }
                note(
                    .numberedDongs(dong),
                    [rest.distance(to: name, skippingNumbers: true)].compactMap(\.self)
                )
            }
        }
    }

    private mutating func note(_ area: Area, _ distances: [Int]) {
        if let nearest = distances.min() { misses.append((area, nearest)) }
    }
}
