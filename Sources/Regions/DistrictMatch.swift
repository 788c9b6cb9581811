/// What a query says of one district: how well it fits, and where it may go on to one of its dongs.
struct DistrictReading {
    private let matcher: NameMatcher
    private(set) var fit: Fit?
    /// Positions after the district's name.
    private(set) var ends: [Opening] = []
    /// Positions where a dong of the district may be named: after it, or after its city or province alone.
    private(set) var openings: [Opening] = []

    private typealias Likenesses = (whole: Likeness, short: Likeness)

    /// Reads the query from its start and from after each of the provinces it begins with.
    init(
        _ district: District,
        by matcher: NameMatcher,
        after provinces: [(province: Province, position: Int)]
    ) {
        self.matcher = matcher
        let present: Likenesses = (.districtName, .districtShortName)
        for start in starts(after: provinces, where: { district.code.starts(with: $0.code) }) {
            read(district.name, from: start, as: present)
            read(district.englishName, from: start, as: present)
            for name in district.otherNames { read(name, from: start, as: present) }
        }
        let former: Likenesses = (.districtFormerName, .districtFormerName)
        for address in district.formerNames {
            var words = address.split(at: .space)
            guard let province = words.next(), let name = words.next() else { continue }
            for start in starts(after: provinces, where: { $0.name == province }) {
                read(name, from: start, as: former)
            }
        }
        if matcher.isInside(district.name) { fit.improve(to: .districtPart) }
    }

    private mutating func starts(
        after provinces: [(province: Province, position: Int)],
        where holds: (Province) -> Bool
    ) -> [Opening] {
        let after = provinces.filter { holds($0.province) }.map { Opening(position: $0.position) }
        open(at: after)
        return [Opening(position: 0)] + after
    }

    /// Reads one name, which may be that of a city and its 구 (`성남시 분당구`): the 구 may stand alone.
    private mutating func read(_ name: Field, from start: Opening, as likenesses: Likenesses) {
        var words = name.split(at: .space)
        guard let first = words.next() else { return }
        guard let last = words.next() else { return read(lastWord: first, from: start, as: likenesses) }
        let city = matcher.agreement(with: first, from: start.position)
        if city.isBegun { fit.improve(to: .districtBeginning) }
        let afterCity = city.ends(from: start)
        open(at: afterCity)
        for opening in [start] + afterCity { read(lastWord: last, from: opening, as: likenesses) }
    }

    private mutating func read(lastWord: Field, from opening: Opening, as likenesses: Likenesses) {
        let agreement = matcher.agreement(with: lastWord, from: opening.position)
        if agreement.isBegun { fit.improve(to: .districtBeginning) }
        if agreement.whole == matcher.end { fit.improve(to: likenesses.whole, detours: opening.detours) }
        if agreement.short == matcher.end, !matcher.isTyping {
            fit.improve(to: likenesses.short, detours: opening.detours)
        }
        let after = agreement.ends(from: opening)
        ends += after
        open(at: after)
    }

    /// Notes where a dong may begin; if the query ends there, typing may lead to any part of what it named.
    private mutating func open(at positions: [Opening]) {
        openings += positions
        if matcher.isTyping, positions.contains(where: { $0.position == matcher.end }) {
            fit.improve(to: .districtBeginning)
        }
    }
}

/// A position in the query where the name of a smaller area may begin.
struct Opening {
    let position: Int
    var detours = 0
}

extension Agreement {
    /// Where the name ends in the query, in full and short, reached from an opening.
    func ends(from opening: Opening) -> [Opening] {
        var ends: [Opening] = []
        if let whole { ends.append(Opening(position: whole, detours: opening.detours)) }
        if let short { ends.append(Opening(position: short, detours: opening.detours + 1)) }
        return ends
    }
}
