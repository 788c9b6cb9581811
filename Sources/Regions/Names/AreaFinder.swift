/// Finds the areas that fit a query by reading the tables once each, from the provinces down.
struct AreaFinder {
    let matcher: NameMatcher
    var finds: [Find] = []
    /// Provinces the query begins with, and the position after each.
    var provinces: [(province: Province, position: Int)] = []
    /// Districts the query begins with, and the position after each.
    var districts: [(district: District, position: Int)] = []
    /// Where a dong may begin, by the code of its district.
    var dongOpenings: [Int: [Opening]] = [:]

    /// The areas a finished query means: none, one, or several that fit equally well.
    ///
    /// A table is read only if those above it leave a question.
    init(meaning query: Query) {
        matcher = NameMatcher(letters: query.letters, isTyping: false)
        guard !query.letters.isEmpty else { return }
        readProvinces()
        if !finds.contains(where: { $0.fit.likeness == .provinceName }) { readDistricts() }
        if finds.isEmpty { readDongs() }
        let best = finds.map(\.fit).min()
        finds.removeAll { $0.fit != best }
        joinNumberedDongs()
    }

    /// Every area a query may become as it is typed on, best first.
    init(completing query: Query) {
        matcher = NameMatcher(letters: query.letters, isTyping: true)
        guard !query.letters.isEmpty else { return }
        readProvinces()
        readDistricts()
        readDongs()
        finds = finds.enumerated()
            .sorted { ($0.element.fit, $0.offset) < ($1.element.fit, $1.offset) }
            .map(\.element)
    }

    private mutating func readProvinces() {
        for province in Province.all {
            var best: Fit?
            for name in [province.name, province.shortName, province.englishName] {
                read(name, of: province, as: .provinceName, best: &best)
            }
            for name in province.otherNames {
                read(name, of: province, as: .provinceOtherName, best: &best)
            }
            if matcher.isInside(province.name) { best.improve(to: .provincePart) }
            if let best { finds.append(Find(area: .province(province), fit: best)) }
        }
    }

    private mutating func read(_ name: Field, of province: Province, as likeness: Likeness, best: inout Fit?)
    {
        let agreement = matcher.agreement(with: name, from: 0)
        if agreement.isBegun { best.improve(to: .provinceBeginning) }
        if let position = agreement.whole {
            provinces.append((province, position))
            if position == matcher.end { best.improve(to: likeness) }
        }
    }

    private mutating func readDistricts() {
        for district in District.all {
            let reading = DistrictReading(district, by: matcher, after: provinces)
            districts += reading.ends.map { (district, $0.position) }
            if !reading.openings.isEmpty { dongOpenings[district.code.integer] = reading.openings }
            // 세종's row has no name of its own; its province stands for it, unless its former name was said.
            guard let fit = reading.fit, !district.name.isEmpty || fit.likeness == .districtFormerName else {
                continue
            }
            finds.append(Find(area: .district(district), fit: fit))
        }
    }
}
