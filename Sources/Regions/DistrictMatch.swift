struct DistrictMatch {
    private let matcher: NameMatcher
    private(set) var rank: MatchRank?
    private(set) var ends: [NameStart] = []
    private(set) var dongStarts: [NameStart] = []

    private typealias Qualities = (full: MatchQuality, short: MatchQuality)

    /// A former name counts after its time's province: 군위군 after 경상북도, now in 대구광역시.
    init(_ district: District, by matcher: NameMatcher, after provinces: [(province: Province, position: Int)]) {
        self.matcher = matcher
        let present: Qualities = (.districtName, .districtShortName)
        for start in starts(after: provinces, where: { district.code.starts(with: $0.code) }) {
            match(district.name, from: start, as: present)
            match(district.englishName, from: start, as: present)
            for name in district.otherNames { match(lastWord: name, from: start, as: present) }
        }
        let former: Qualities = (.districtFormerName, .districtFormerShortName)
        for address in district.formerNames {
            var words = address.split(at: .space)
            guard let province = words.next(), let name = words.next() else { continue }
            for start in starts(after: provinces, where: { $0.name == province }) { match(name, from: start, as: former) }
        }
        if matcher.isSubstring(of: district.name) { rank.improve(to: .districtSubstring) }
    }

    private mutating func starts(after provinces: [(province: Province, position: Int)], where isIncluded: (Province) -> Bool) -> [NameStart] {
        let after = provinces.filter { isIncluded($0.province) }.map { NameStart(position: $0.position) }
        addDongStarts(at: after)
        return [NameStart(position: 0)] + after
    }

    /// The 구 of `성남시 분당구` may stand alone.
    private mutating func match(_ name: Field, from start: NameStart, as qualities: Qualities) {
        var words = name.split(at: .space)
        guard let first = words.next() else { return }
        guard let last = words.next() else { return match(lastWord: first, from: start, as: qualities) }
        match(lastWord: last, from: start, as: qualities)
        guard matcher.mayBegin(first, at: start.position) else { return }
        let city = matcher.match(first, from: start.position)
        if city.isPrefix { rank.improve(to: .districtPrefix) }
        let afterCity = city.ends(from: start)
        addDongStarts(at: afterCity)
        for start in afterCity { match(lastWord: last, from: start, as: qualities) }
    }

    private mutating func match(lastWord: Field, from start: NameStart, as qualities: Qualities) {
        guard matcher.mayBegin(lastWord, at: start.position) else { return }
        let match = matcher.match(lastWord, from: start.position)
        if match.isPrefix { rank.improve(to: .districtPrefix) }
        if match.fullEnd == matcher.end { rank.improve(to: qualities.full, from: start, in: matcher) }
        if match.shortEnd == matcher.end, !matcher.isCompleting {
            // Without its suffix 일산동구 reads as a dong.
            let isLikeDong = matcher.end >= start.position + 3 && matcher.letters.last == "동"
            rank.improve(to: isLikeDong ? .dongName : qualities.short, from: start, in: matcher)
        }
        let after = match.ends(from: start)
        ends += after
        addDongStarts(at: after)
    }

    private mutating func addDongStarts(at positions: [NameStart]) {
        dongStarts += positions.filter { !dongStarts.contains($0) }
        if matcher.isCompleting, positions.contains(where: { $0.position == matcher.end }) { rank.improve(to: .districtPrefix) }
    }
}

struct NameStart: Equatable {
    let position: Int
    var shortNames = 0
}

extension NameMatch {
    func ends(from start: NameStart) -> [NameStart] {
        var ends: [NameStart] = []
        if let fullEnd { ends.append(NameStart(position: fullEnd, shortNames: start.shortNames)) }
        if let shortEnd { ends.append(NameStart(position: shortEnd, shortNames: start.shortNames + 1)) }
        return ends
    }
}
