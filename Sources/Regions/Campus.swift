/// University or hospital with a city behind it, where it may have a campus: 연세대 원주, `Yonsei University Wonju`.
struct Campus {
    /// 원주 연세대, as it is known with the city in front.
    let found: [Area]
    /// University and city, one of which may be meant.
    let likely: [Area]

    init?(_ name: String) {
        var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 2, ["campus", "캠퍼스"].contains(words[words.count - 1].lowercased()) { words.removeLast() }
        if let last = words.last, let end = ["캠퍼스", "캠"].first(where: last.hasSuffix), last.count > end.count {
            words[words.count - 1] = String(last.dropLast(end.count))
        }
        guard words.count > 1, words.count < 6, let city = words.popLast(), let last = words.last,
            ["대", "대학교", "university", "병원"].contains(where: last.lowercased().hasSuffix)
        else { return nil }
        let matches = [words.joined(separator: " "), city].map { AreaSearch(resolving: Query($0)).matches.map(\.area) }
        guard case .landmark(let university)? = matches[0].first, let area = matches[1].first, let short = area.shortCity else { return nil }
        let names = [words.joined(separator: " "), university.name.text] + university.otherNames.map(\.text)
        found = names.lazy.map { AreaSearch(landmarks: Query(short + " " + $0)).matches.map(\.area) }.first { !$0.isEmpty } ?? []
        // 서울대 관악 may be two, and 경포대 is a pavilion.
        let isSchool = (names + [university.englishName.text]).contains { name in ["대학교", "University", "병원"].contains(where: name.contains) }
        if found.isEmpty, area.isWard || !isSchool { return nil }
        likely = [matches[0][0], area]
    }
}

extension Area {
    fileprivate var isWard: Bool { if case .district(let district) = self { district.name.text.hasSuffix("구") } else { false } }

    /// 원주 of 원주시, and 세종.
    fileprivate var shortCity: String? {
        switch self {
        case .province(let province) where province.name.text.hasSuffix("시"): province.shortName.text
        case .district(let district): district.name.text.split(separator: " ").last.map { String($0.dropLast()) }
        default: nil
        }
    }
}
