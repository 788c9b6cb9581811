/// Finds the areas whose names match a query, reading each table once: provinces, then districts, then dongs.
///
/// The order lets a name be matched where the name of the larger area ends: 정자동 after 성남시 in `성남시 정자동`.
struct AreaSearch {
    let matcher: NameMatcher
    private(set) var matches: [AreaMatch] = []
    /// Provinces the query begins with, and the position after each.
    private(set) var leadingProvinces: [(province: Province, position: Int)] = []
    /// Districts the query begins with, and the position after each.
    private(set) var leadingDistricts: [(district: District, position: Int)] = []
    /// Where the name of a dong may begin, by the code of its district.
    private var dongStarts: [Int: [NameStart]] = [:]

    /// Finds the areas a complete query names: none, one, or several of equal rank.
    ///
    /// Districts are skipped when a province bears the very name, dongs when anything larger matches: neither
    /// could rank higher, and the table of dongs takes most of a search's time.
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

    /// Finds every area an incomplete query may become as more is typed, best first.
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
            // The row of 세종 has no name, because the province has no districts: the province matched already,
            // and the row counts only under its former name (연기군).
            guard let rank = match.rank, !district.name.isEmpty || rank.quality == .districtFormerName else {
                continue
            }
            matches.append(AreaMatch(area: .district(district), rank: rank))
        }
    }

    /// Matches the dongs at the start of the query and after each district it begins with.
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

    /// Matches the names of a dong with and without its numbers; the exact name is preferred.
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

    /// Keeps one numbered dong of each district, and none where another dong of the district matches.
    ///
    /// 역삼1동 and 역삼2동 both match 역삼동 and are one answer.
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

/// An area whose name matches a query, and how well.
struct AreaMatch {
    let area: Area
    let rank: MatchRank
}

/// How well an area matches: first by its own name, then by the names of the larger areas before it.
struct MatchRank: Comparable {
    let quality: MatchQuality
    /// How many larger areas were named without their suffix: one, 성남, in `성남 정자동`.
    let shortNames: Int

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        (left.quality, left.shortNames) < (right.quality, right.shortNames)
    }
}

extension MatchRank? {
    /// Replaces the rank if the new one is better.
    mutating func improve(to quality: MatchQuality, shortNames: Int = 0) {
        let rank = MatchRank(quality: quality, shortNames: shortNames)
        self = self.map { Swift.min($0, rank) } ?? rank
    }
}

/// Which name of an area matched and how completely, best first; a complete query means the best areas alone.
///
/// The order decides what a name means that several areas bear: 광주 is 광주광역시 (a province's name) before 경기도
/// 광주시, 광주시 is the city of that full name, 제주 is the province, 동탄 is the district before the dongs, and a
/// former name counts only where no present one matches.
enum MatchQuality: Int, Comparable {
    case provinceName
    case districtName
    case provinceOtherName
    case districtShortName
    case districtFormerName
    case dongName
    case dongShortName

    // Only while a query is typed.
    case provincePrefix
    case districtPrefix
    case dongPrefix
    case provinceSubstring
    case districtSubstring
    case dongSubstring

    static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }
}
