/// An area whose name matches a query, and how well.
struct AreaMatch {
    let area: Area
    let rank: MatchRank
}

/// How well an area matches: first by its own name, then by the names of the larger areas before it.
struct MatchRank: Comparable {
    let quality: MatchQuality
    /// Whether the name begins within a word of the query: 일동 in `경기 도일동`, which reads as 경기도 and 일동 only without
    /// its blank.
    var isWithinWord = false
    /// How many larger areas were named without their suffix: one, 성남, in `성남 정자동`.
    let shortNames: Int

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        (left.quality, left.isWithinWord ? 1 : 0, left.shortNames)
            < (right.quality, right.isWithinWord ? 1 : 0, right.shortNames)
    }
}

extension MatchRank? {
    /// Replaces the rank if the new one is better.
    mutating func improve(to quality: MatchQuality) {
        improve(to: MatchRank(quality: quality, shortNames: 0))
    }

    /// Replaces the rank if that of a name that begins somewhere in a query is better.
    mutating func improve(to quality: MatchQuality, from start: NameStart, in matcher: NameMatcher) {
        improve(
            to: MatchRank(
                quality: quality,
                isWithinWord: matcher.isWithinWord(start.position),
                shortNames: start.shortNames
            )
        )
    }

    private mutating func improve(to rank: MatchRank) {
        self = self.map { Swift.min($0, rank) } ?? rank
    }
}

/// Which name of an area matched and how completely, best first; a complete query means the best areas alone.
///
/// The order decides what a name means that several areas bear: 광주 is 광주광역시 (a province's name) before 경기도
/// 광주시, 제주 is the province, 동탄 is the district before the dongs, 판교 the new town before the dongs of that
/// name, and a former name counts only where no city or district has it today.
enum MatchQuality: Int, Comparable {
    case provinceName
    /// The full name of a district, or another name of a province: 광주시 is both, and asks.
    case districtName
    case districtShortName
    case districtFormerName
    case landmarkName
    case dongName
    case dongShortName
    /// A former name without its suffix: 금성 of 금성시, now 나주시.
    case districtFormerShortName

    // Only while a query is typed.
    case provincePrefix
    case districtPrefix
    case dongPrefix
    case landmarkPrefix
    case provinceSubstring
    case districtSubstring
    case dongSubstring
    case landmarkSubstring

    /// Whether the name is one of today.
    var isOfToday: Bool { self != .districtFormerName && self != .districtFormerShortName }

    static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }
}
