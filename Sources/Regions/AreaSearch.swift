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

    /// Reads the table of dongs, from the start of the query and from after each district it begins with.
    mutating func readDongs() {
        var code: Field?
        var openings: [Opening] = []
        for dong in Dong.all {
            if code.map({ $0 == dong.districtCode }) != true {
                code = dong.districtCode
                openings = [Opening(position: 0)] + dongOpenings[dong.districtCode.integer, default: []]
            }
            read(dong, from: openings)
        }
    }

    private mutating func read(_ dong: Dong, from openings: [Opening]) {
        var best: Fit?
        var bestNumbered: Fit?
        for opening in openings {
            if matcher.isTyping, opening.position == matcher.end { best.improve(to: .dongBeginning) }
            let isLatin = matcher.isLatin(at: opening.position)
            let name = isLatin ? dong.englishName : dong.name
            read(name, from: opening, best: &best)
            if name.hasNumber { read(name, skippingNumbers: true, from: opening, best: &bestNumbered) }
            if isLatin { continue }
            for name in dong.otherNames { read(name, from: opening, best: &best) }
        }
        if matcher.isInside(dong.name) { best.improve(to: .dongPart) }
        if matcher.isTyping {
            if let fit = [best, bestNumbered].compactMap(\.self).min() {
                finds.append(Find(area: .dong(dong), fit: fit))
            }
        } else if let best {
            finds.append(Find(area: .dong(dong), fit: best))
        } else if let bestNumbered {
            finds.append(Find(area: .numberedDongs(dong), fit: bestNumbered))
        }
    }

    private func read(_ name: Field, skippingNumbers: Bool = false, from opening: Opening, best: inout Fit?) {
        let agreement = matcher.agreement(
            with: name,
            skippingNumbers: skippingNumbers,
            from: opening.position
        )
        if agreement.isBegun { best.improve(to: .dongBeginning) }
        if agreement.whole == matcher.end { best.improve(to: .dongName, detours: opening.detours) }
        if agreement.short == matcher.end, !matcher.isTyping {
            best.improve(to: .dongShortName, detours: opening.detours)
        }
    }

    /// Keeps one of the numbered dongs of a district that fit alike, and none beside a dong that bears the very name.
    mutating func joinNumberedDongs() {
        var taken = Set(
            finds.compactMap { find -> Int? in
                if case .dong(let dong) = find.area { dong.districtCode.integer } else { nil }
            }
        )
        finds.removeAll { find in
            guard case .numberedDongs(let dong) = find.area else { return false }
            return !taken.insert(dong.districtCode.integer).inserted
        }
    }
}

/// An area that fits a query, and how well.
struct Find {
    let area: Area
    let fit: Fit
}

/// How well an area fits: the likeness of its own name, then that of the areas named on the way to it.
struct Fit: Comparable {
    let likeness: Likeness
    /// Names on the way that were said short (`성남 정자동`).
    let detours: Int

    static func < (left: Fit, right: Fit) -> Bool {
        (left.likeness, left.detours) < (right.likeness, right.detours)
    }
}

extension Fit? {
    /// Keeps the better of two.
    mutating func improve(to likeness: Likeness, detours: Int = 0) {
        let fit = Fit(likeness: likeness, detours: detours)
        self = self.map { Swift.min($0, fit) } ?? fit
    }
}

/// How well an area fits the words, best first. Where areas of different likeness fit, the best alone are meant.
///
/// So 광주 is 광주광역시 (a province's short name) before 경기도 광주시, 광주시 is the city that bears the name in full,
/// 제주 the province, 동탄 the district before the 동, and a former name counts only where no present one fits.
enum Likeness: Int, Comparable {
    case provinceName
    case districtName
    case provinceOtherName
    case districtShortName
    case districtFormerName
    case dongName
    case dongShortName

    case provinceBeginning
    case districtBeginning
    case dongBeginning
    case provincePart
    case districtPart
    case dongPart

    static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
}
