/// Finds the areas that fit a query by reading the tables once each, from the provinces down.
struct AreaSearch {
    let matcher: NameMatcher
    var matches: [AreaMatch] = []
    /// Provinces the query begins with, and the position after each.
    var leadingProvinces: [(province: Province, position: Int)] = []
    /// Districts the query begins with, and the position after each.
    var leadingDistricts: [(district: District, position: Int)] = []
    /// Where a dong may begin, by the code of its district.
    var dongStarts: [Int: [NameStart]] = [:]

    /// The areas a finished query means: none, one, or several that fit equally well.
    ///
    /// A table is read only if those above it leave a question.
    init(resolving query: Query) {
        matcher = NameMatcher(letters: query.letters, isCompleting: false)
        guard !query.letters.isEmpty else { return }
        matchProvinces()
        if !matches.contains(where: { $0.rank.quality == .provinceName }) { matchDistricts() }
        if matches.isEmpty { matchDongs() }
        let best = matches.map(\.rank).min()
        matches.removeAll { $0.rank != best }
        mergeNumberedDongs()
    }

    /// Every area a query may become as it is typed on, best first.
    init(completing query: Query) {
        matcher = NameMatcher(letters: query.letters, isCompleting: true)
        guard !query.letters.isEmpty else { return }
        matchProvinces()
        matchDistricts()
        matchDongs()
        matches = matches.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    private mutating func matchProvinces() {
        for province in Province.all {
            var best: MatchRank?
            for name in [province.name, province.shortName, province.englishName] {
                match(name, of: province, as: .provinceName, best: &best)
            }
            for name in province.otherNames {
                match(name, of: province, as: .provinceOtherName, best: &best)
            }
            if matcher.isSubstring(of: province.name) { best.improve(to: .provinceSubstring) }
            if let best { matches.append(AreaMatch(area: .province(province), rank: best)) }
        }
    }

    private mutating func match(
        _ name: Field,
        of province: Province,
        as quality: MatchQuality,
        best: inout MatchRank?
    ) {
        let match = matcher.match(name, from: 0)
        if match.isPrefix { best.improve(to: .provincePrefix) }
        if let position = match.fullEnd {
            leadingProvinces.append((province, position))
            if position == matcher.end { best.improve(to: quality) }
        }
    }

    private mutating func matchDistricts() {
        for district in District.all {
            let match = DistrictMatch(district, by: matcher, after: leadingProvinces)
            leadingDistricts += match.ends.map { (district, $0.position) }
            if !match.dongStarts.isEmpty { dongStarts[district.code.integer] = match.dongStarts }
            // 세종's row has no name of its own; its province stands for it, unless its former name was said.
            guard let rank = match.rank, !district.name.isEmpty || rank.quality == .districtFormerName else {
                continue
            }
            matches.append(AreaMatch(area: .district(district), rank: rank))
        }
    }

    /// Reads the table of dongs, from the start of the query and from after each district it begins with.
    private mutating func matchDongs() {
        var code: Field?
        var starts: [NameStart] = []
        for dong in Dong.all {
            if code.map({ $0 == dong.districtCode }) != true {
                code = dong.districtCode
                starts = [NameStart(position: 0)] + dongStarts[dong.districtCode.integer, default: []]
            }
            match(dong, from: starts)
        }
    }

    private mutating func match(_ dong: Dong, from starts: [NameStart]) {
        var best: MatchRank?
        var bestNumbered: MatchRank?
        for start in starts {
            if matcher.isCompleting, start.position == matcher.end { best.improve(to: .dongPrefix) }
            let isLatin = matcher.isLatin(at: start.position)
            let name = isLatin ? dong.englishName : dong.name
            match(name, from: start, best: &best)
            if name.hasNumber { match(name, skippingNumbers: true, from: start, best: &bestNumbered) }
            if isLatin { continue }
            for name in dong.otherNames { match(name, from: start, best: &best) }
        }
        if matcher.isSubstring(of: dong.name) { best.improve(to: .dongSubstring) }
        if matcher.isCompleting {
            if let rank = [best, bestNumbered].compactMap(\.self).min() {
                matches.append(AreaMatch(area: .dong(dong), rank: rank))
            }
        } else if let best {
            matches.append(AreaMatch(area: .dong(dong), rank: best))
        } else if let bestNumbered {
            matches.append(AreaMatch(area: .numberedDongs(dong), rank: bestNumbered))
        }
    }

    private func match(
        _ name: Field,
        skippingNumbers: Bool = false,
        from start: NameStart,
        best: inout MatchRank?
    ) {
        let match = matcher.match(name, skippingNumbers: skippingNumbers, from: start.position)
        if match.isPrefix { best.improve(to: .dongPrefix) }
        if match.fullEnd == matcher.end { best.improve(to: .dongName, shortNames: start.shortNames) }
        if match.shortEnd == matcher.end, !matcher.isCompleting {
            best.improve(to: .dongShortName, shortNames: start.shortNames)
        }
    }

    /// Keeps one of the numbered dongs of a district that fit alike, and none beside a dong that bears the very name.
    private mutating func mergeNumberedDongs() {
        var taken = Set(
            matches.compactMap { match -> Int? in
                if case .dong(let dong) = match.area { dong.districtCode.integer } else { nil }
            }
        )
        matches.removeAll { match in
            guard case .numberedDongs(let dong) = match.area else { return false }
            return !taken.insert(dong.districtCode.integer).inserted
        }
    }
}

/// An area that fits a query, and how well.
struct AreaMatch {
    let area: Area
    let rank: MatchRank
}

/// How well an area fits: the likeness of its own name, then that of the areas named on the way to it.
struct MatchRank: Comparable {
    let quality: MatchQuality
    /// Names on the way that were said short (`성남 정자동`).
    let shortNames: Int

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        (left.quality, left.shortNames) < (right.quality, right.shortNames)
    }
}

extension MatchRank? {
    /// Keeps the better of two.
    mutating func improve(to quality: MatchQuality, shortNames: Int = 0) {
        let rank = MatchRank(quality: quality, shortNames: shortNames)
        self = self.map { Swift.min($0, rank) } ?? rank
    }
}

/// How well an area fits the words, best first. Where areas of different likeness fit, the best alone are meant.
///
/// So 광주 is 광주광역시 (a province's short name) before 경기도 광주시, 광주시 is the city that bears the name in full,
/// 제주 the province, 동탄 the district before the 동, and a former name counts only where no present one fits.
enum MatchQuality: Int, Comparable {
    case provinceName
    case districtName
    case provinceOtherName
    case districtShortName
    case districtFormerName
    case dongName
    case dongShortName

    case provincePrefix
    case districtPrefix
    case dongPrefix
    case provinceSubstring
    case districtSubstring
    case dongSubstring

    static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }
}
