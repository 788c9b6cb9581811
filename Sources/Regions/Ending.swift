/// A word that people write behind the name of an area: 망포역, 수원시청, 창릉신도시.
///
/// It counts only where no area and no landmark has the whole name, and the area before it must be of a kind that has
/// such a thing, or the name would lead to another city.
struct Ending {
    /// The word in the letters that are compared.
    private let letters: [Unicode.Scalar]
    /// What must stand before it: the suffix of a 시·군·구, or of a 읍·면·동. Empty for anything.
    private let after: [Unicode.Scalar]
    private let allowed: Set<AreaKind>

    private init(_ word: String, after: String = "", _ allowed: Set<AreaKind>) {
        letters = Array(word.unicodeScalars)
        self.after = Array(after.unicodeScalars)
        self.allowed = allowed
    }

    /// All of them, the longer first.
    private static let all: [Ending] = [
        Ending("행정복지센터", after: "읍면동", [.dong, .town, .township]),
        Ending("주민센터", after: "읍면동", [.dong, .town, .township]),
        Ending("사무소", after: "읍면동", [.dong, .town, .township]),
        Ending("청", after: "시군구", [.city, .district]),
        Ending("시외버스터미널", [.city, .district]), Ending("고속버스터미널", [.city, .district]),
        Ending("종합버스터미널", [.city, .district]), Ending("버스터미널", [.city, .district, .town]),
        Ending("터미널", [.city, .district, .town]), Ending("택지지구", [.district, .dong, .newTown]),
        Ending("신도시", [.district, .dong, .newTown]), Ending("지구", [.district, .dong, .newTown]),
        Ending("해수욕장", [.district, .dong, .town, .township, .landmark]),
        Ending("해변", [.district, .dong, .town, .township, .landmark]),
        Ending("역", [.city, .district, .dong, .town, .newTown, .landmark]),
        Ending("cityhall", [.city, .district]), Ending("newtown", [.district, .dong, .newTown]),
        Ending("station", [.city, .district, .dong, .town, .newTown, .landmark]),
        Ending("beach", [.district, .dong, .town, .township, .landmark]),
    ]

    /// Searches for what stands before the ending of a query; `nil` where it has none, or nothing that may have it.
    ///
    /// Areas of all ranks count: 진천역 may be in 진천군 or in 대구, where it is.
    static func search(_ query: Query) -> AreaSearch? {
        for ending in all {
            guard let stem = ending.stem(of: query) else { continue }
            let search = AreaSearch(resolving: stem) { ending.allowed.contains(AreaKind($0)) }
            // 수원시청역 has two endings.
            return search.matches.isEmpty ? Ending.search(stem) : search
        }
        return nil
    }

    /// The query without the ending; `nil` where it does not end so, or too little is left.
    private func stem(of query: Query) -> Query? {
        let stem = query.letters.dropLast(letters.count)
        guard stem.count > 1, query.letters.suffix(letters.count).elementsEqual(letters) else { return nil }
        guard after.isEmpty || stem.last.map(after.contains) == true else { return nil }
        return Query(Array(stem))
    }
}

/// What an area is, as far as endings tell them apart.
private enum AreaKind {
    /// A 도, which is too large to have a station.
    case province
    /// A 광역시.
    case city
    case district
    case dong
    /// A 읍.
    case town
    /// A 면. Stations of that name are mostly elsewhere: 사리역 is in 안산, 사리면 in 괴산.
    case township
    case newTown
    case landmark

    init(_ area: Area) {
        switch area {
        case .province(let province): self = province.name.text.hasSuffix("시") ? .city : .province
        case .district: self = .district
        case .dong(let dong), .numberedDongs(let dong): self = AreaKind(dongNamed: dong.name.text)
        case .legalDong(let dong), .numberedLegalDongs(let dong): self = AreaKind(dongNamed: dong.name.text)
        case .landmark(let landmark): self = landmark.kind.text == "newtown" ? .newTown : .landmark
        }
    }

    private init(dongNamed name: String) {
        self = name.hasSuffix("읍") ? .town : name.hasSuffix("면") ? .township : .dong
    }
}
