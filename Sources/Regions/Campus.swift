/// University with a city behind it, where it may have a campus: 연세대 원주, `Yonsei University Wonju`.
struct Campus {
    /// 원주 연세대, as it is known with the city in front.
    let found: [Area]
    /// University and city, one of which may be meant.
    let likely: [Area]

    init?(_ name: String) {
        var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 2, ["campus", "캠퍼스"].contains(words[words.count - 1].lowercased()) { words.removeLast() }
        guard words.count > 1, words.count < 6, let city = words.popLast(), let last = words.last,
            ["대", "대학교", "university"].contains(where: last.lowercased().hasSuffix)
        else { return nil }
        let matches = [words.joined(separator: " "), city].map { AreaSearch(resolving: Query($0)).matches.map(\.area) }
        guard case .landmark(let university)? = matches[0].first, let area = matches[1].first, let short = area.shortCity else { return nil }
        let names = [words.joined(separator: " "), university.name.text] + university.otherNames.map(\.text)
        found = names.lazy.map { AreaSearch(landmarks: Query(short + " " + $0)).matches.map(\.area) }.first { !$0.isEmpty } ?? []
        likely = [matches[0][0], area]
    }
}

extension Area {
    /// 원주 of 원주시, and 세종.
    fileprivate var shortCity: String? {
        switch self {
        case .province(let province) where province.name.text.hasSuffix("시"): province.shortName.text
        case .district(let district) where "시군".contains(district.name.text.last ?? " "): String(district.name.text.dropLast())
        default: nil
        }
    }
}
