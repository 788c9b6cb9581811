/// Search in provinces, districts, landmarks, dongs, each name matched where the larger area's ends: `성남시 정자동`.
struct AreaSearch {
    let matcher: NameMatcher
    private(set) var matches: [AreaMatch] = []
    private(set) var leadingProvinces: [(province: Province, position: Int)] = []
    private(set) var leadingDistricts: [(district: District, position: Int)] = []
    private var dongStarts: [Int: [NameStart]] = [:]
    var leadingPositions: [Int] { leadingProvinces.map(\.position) + leadingDistricts.map(\.position) }

    private let queryStart = [NameStart(position: 0)]

    /// Skips districts if a province has the name, landmarks and dongs if anything larger matches.
    init(resolving query: Query) {
        matcher = NameMatcher(query, isCompleting: false)
        guard !query.letters.isEmpty else { return }
        matchProvinces()
        if !matches.contains(where: { $0.rank.quality == .provinceName }) { matchDistricts() }
        if matches.allSatisfy({ $0.rank.quality > .landmarkName }) { matchLandmarks() }
        if matches.allSatisfy({ $0.rank.quality > .landmarkName }) {
            matchDongs()
            matchLegalDongs()
        }
        let best = matches.map(\.rank).min()
        matches.removeAll { $0.rank != best }
        mergeNumberedDongs()
    }

    init(completing query: Query, isWithinNames: Bool = true) {
        matcher = NameMatcher(query, isCompleting: true, isWithinNames: isWithinNames)
        guard !query.letters.isEmpty else { return }
        matchAll()
        matches = matches.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    /// Best area of each district: 진천군 and the 진천동 in 대구.
    init(resolving query: Query, atAnyRankWhere isIncluded: (Area) -> Bool) {
        matcher = NameMatcher(query, isCompleting: false)
        matchAll()
        var found: [AreaMatch] = []
        for match in matches.sorted(by: { $0.rank < $1.rank }) where match.rank.quality.isOfToday {
            if isIncluded(match.area), !found.contains(where: { $0.area.encloses(match.area) }) { found.append(match) }
        }
        matches = found
    }

    init(landmarks query: Query) {
        matcher = NameMatcher(query, isCompleting: false)
        matchProvinces()
        matchDistricts()
        matches = []
        matchLandmarks()
        let best = matches.map(\.rank).min()
        matches.removeAll { $0.rank != best }
    }

    func names(areaAround area: Area) -> Bool {
        leadingProvinces.contains { $0.position < matcher.end && Area.province($0.province).encloses(area) }
            || leadingDistricts.contains { $0.position < matcher.end && Area.district($0.district).encloses(area) }
    }

    /// KMA's parts of a province, `경기 동부` or `영서`, are not short for a 동부동 or 영서동.
    var isPartOfProvince: Bool {
        guard matches.first?.rank.quality == .dongShortName else { return false }
        let starts = [0] + leadingProvinces.map(\.position)
        return starts.contains { AreaSearch.provinceParts.contains(matcher.letters[$0...]) }
    }

    private static let provinceParts = ["동부", "서부", "남부", "북부", "중부", "영서"].map { Array($0.unicodeScalars)[...] }

    mutating func leaveOut(where isLeftOut: (Area) -> Bool) { matches.removeAll { isLeftOut($0.area) } }

    private mutating func matchAll() {
        matchProvinces()
        matchDistricts()
        matchLandmarks()
        matchDongs()
        matchLegalDongs()
    }

    private mutating func matchProvinces() {
        for province in Province.all {
            var best: MatchRank?
            for name in [province.name, province.shortName, province.englishName] { match(name, of: province, as: .provinceName, best: &best) }
            for name in province.otherNames { match(name, of: province, as: .districtName, best: &best) }
            if matcher.isSubstring(of: province.name) { best.improve(to: .provinceSubstring) }
            if let best { matches.append(AreaMatch(area: .province(province), rank: best)) }
        }
    }

    private mutating func match(_ name: Field, of province: Province, as quality: MatchQuality, best: inout MatchRank?) {
        let match = matcher.match(name, from: 0)
        if match.isPrefix { best.improve(to: .provincePrefix) }
        if let position = match.fullEnd {
            leadingProvinces.append((province, position))
            if position == matcher.end { best.improve(to: quality) }
        }
    }

    private mutating func matchDistricts() {
        for district in districts {
            let match = DistrictMatch(district, by: matcher, after: leadingProvinces)
            leadingDistricts += match.ends.map { (district, $0.position) }
            if !match.dongStarts.isEmpty { dongStarts[district.code.integer] = queryStart + match.dongStarts }
            // The row of 세종 has no name, and counts under its former one (연기군).
            guard let rank = match.rank, !district.name.isEmpty || rank.quality == .districtFormerName else { continue }
            matches.append(AreaMatch(area: .district(district), rank: rank))
        }
        addDongsOfFormerCities()
    }

    /// 오창읍 of the former 청원군, now 청주시, lies in its 청원구.
    private mutating func addDongsOfFormerCities() {
        for (city, _) in leadingDistricts where city.formerNames.contains(where: { _ in true }) {
            let starts = dongStarts[city.code.integer] ?? []
            for part in District.all where city.contains(part) {
                let known = dongStarts[part.code.integer] ?? queryStart
                dongStarts[part.code.integer] = known + starts.filter { !known.contains($0) }
            }
        }
    }

    private var districts: [District] {
        guard !matcher.isCompleting else { return District.all }
        let named = offsets(of: District.self, at: [0] + leadingProvinces.map(\.position))
        let provinces = leadingProvinces.filter { $0.position < matcher.end }.map(\.province.code)
        guard !provinces.isEmpty else { return District.rows(at: named) }
        return District.all.filter { district in
            provinces.contains { district.code.starts(with: $0) } || named.contains(district.row.offset(in: District.table))
        }
    }

    private mutating func matchLandmarks() {
        for landmark in rows(of: Landmark.self) {
            let starts = starts(in: landmark.districtCode)
            var best: MatchRank?
            match(landmark.name, from: starts, best: &best)
            for name in landmark.otherNames { match(name, from: starts, best: &best) }
            match(landmark.englishName, from: starts, best: &best)
            if matcher.isSubstring(of: landmark.name) { best.improve(to: .landmarkSubstring) }
            if let best { matches.append(AreaMatch(area: .landmark(landmark), rank: best)) }
        }
    }

    private func match(_ name: Field, from starts: [NameStart], best: inout MatchRank?) {
        for start in starts where matcher.mayBegin(name, at: start.position) {
            let match = matcher.match(name, from: start.position)
            if match.isPrefix { best.improve(to: .landmarkPrefix) }
            if match.fullEnd == matcher.end { best.improve(to: .landmarkName, from: start, in: matcher) }
        }
    }

    private mutating func matchDongs() {
        for dong in rows(of: Dong.self) {
            let (best, bestNumbered) = rank(dong.name, dong.otherNames, dong.englishName, from: starts(in: dong.districtCode))
            add(best, bestNumbered) { .dong(dong, withoutNumbers: $0) }
        }
    }

    private mutating func matchLegalDongs() {
        for group in rows(of: LegalDongGroup.self) {
            let starts = starts(in: group.districtCode)
            for dong in group.dongs {
                let (best, bestNumbered) = rank(dong.name, nil, dong.englishName, from: starts)
                add(best, bestNumbered) { .legalDong(dong, withoutNumbers: $0) }
            }
        }
    }

    private func starts(in district: Field) -> [NameStart] { dongStarts[district.integer] ?? queryStart }
    var starts: [Int] { dongStarts.values.joined().reduce(into: [0]) { if !$0.contains($1.position) { $0.append($1.position) } } }

    private func rows<Part: NamedRow>(of part: Part.Type) -> [Part] {
        guard !matcher.isWithinNames, !matcher.isCompleting || !starts.contains(matcher.end) else { return Array(Part.all) }
        return Part.rows(at: offsets(of: part, at: starts))
    }

    private func offsets<Part: NamedRow>(of part: Part.Type, at positions: [Int]) -> [Int] {
        var offsets: [Int] = []
        for isLatin in [true, false] {
            let texts = positions.filter { matcher.isLatin(at: $0) == isLatin }.map { matcher.letters[$0...] }
            if !texts.isEmpty { offsets += (isLatin ? Part.latinNames : Part.names).offsets(of: texts, isPartial: matcher.isCompleting) }
        }
        return offsets
    }

    private func rank(_ name: Field, _ otherNames: FieldSequence?, _ englishName: @autoclosure () -> Field, from starts: [NameStart]) -> (
        exact: MatchRank?, numbered: MatchRank?
    ) {
        var (best, bestNumbered): (MatchRank?, MatchRank?)
        for start in starts {
            if matcher.isCompleting, start.position == matcher.end { best.improve(to: .dongPrefix) }
            let name = matcher.isLatin(at: start.position) ? englishName() : name
            if matcher.mayBegin(name, at: start.position) {
                match(name, from: start, best: &best)
                if name.hasNumber { match(name, skippingNumbers: true, from: start, best: &bestNumbered) }
            }
            guard let otherNames else { continue }
            for name in otherNames { match(name, from: start, best: &best) }
        }
        if matcher.isSubstring(of: name) { best.improve(to: .dongSubstring) }
        return (best, bestNumbered)
    }

    private mutating func add(_ best: MatchRank?, _ bestNumbered: MatchRank?, _ area: (_ withoutNumbers: Bool) -> Area) {
        let better = matcher.isCompleting ? [best, bestNumbered].compactMap(\.self).min() : best
        if let rank = better ?? bestNumbered { matches.append(AreaMatch(area: area(better == nil), rank: rank)) }
    }

    private func match(_ name: Field, skippingNumbers: Bool = false, from start: NameStart, best: inout MatchRank?) {
        let match = matcher.match(name, skippingNumbers: skippingNumbers, from: start.position)
        if match.isPrefix { best.improve(to: .dongPrefix) }
        if match.fullEnd == matcher.end { best.improve(to: .dongName, from: start, in: matcher) }
        if match.shortEnd == matcher.end, !matcher.isCompleting { best.improve(to: .dongShortName, from: start, in: matcher) }
    }

    /// 역삼1동 and 역삼2동 are one answer for 역삼동.
    private mutating func mergeNumberedDongs() {
        var taken = Set(matches.filter { $0.area.isDong(withoutNumbers: false) }.compactMap(\.area.districtCode))
        matches.removeAll { match in
            guard match.area.isDong(withoutNumbers: true), let code = match.area.districtCode else { return false }
            return !taken.insert(code).inserted
        }
    }
}
