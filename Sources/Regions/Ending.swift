/// Word behind an area's name, 망포역, if nothing has the whole name. A station may be elsewhere: 명덕역 is in 대구, 명덕동 in 김제.
struct Ending {
    private let letters: [Unicode.Scalar]
    /// Suffix required before it, of a 시·군·구 or 읍·면·동.
    private let after: [Unicode.Scalar]
    private let allowed: Set<AreaKind>
    private let isStop: Bool
    private let isBeach: Bool

    private init(_ word: String, after: String = "", _ allowed: Set<AreaKind>, isStop: Bool = false, isBeach: Bool = false) {
        letters = Array(word.unicodeScalars)
        self.after = Array(after.unicodeScalars)
        self.allowed = allowed
        (self.isStop, self.isBeach) = (isStop, isBeach)
    }

    private static func stop(_ word: String, _ allowed: Set<AreaKind>) -> Ending { Ending(word, allowed, isStop: true) }

    private static let all: [Ending] =
        [
            Ending("행정복지센터", after: "읍면동", [.dong, .town, .township]), Ending("주민센터", after: "읍면동", [.dong, .town, .township]),
            Ending("사무소", after: "읍면동", [.dong, .town, .township]), Ending("청", after: "시군구", [.city, .district]),
            stop("시외버스터미널", [.city, .district]),
            stop("고속버스터미널", [.city, .district]), stop("종합버스터미널", [.city, .district]), stop("버스터미널", [.city, .district, .town]),
            stop("터미널", [.city, .district, .town]), Ending("택지지구", [.district, .dong, .newTown]), Ending("신도시", [.district, .dong, .newTown]),
            Ending("지구", [.district, .dong, .newTown]), Ending("해수욕장", [.district, .dong, .town, .township, .landmark], isBeach: true),
            Ending("해변", [.district, .dong, .town, .township, .landmark], isBeach: true),
            stop("역", [.city, .district, .dong, .town, .newTown, .landmark]), stop("항", [.city, .district]), stop("휴게소", [.city, .district]),
            Ending("cityhall", [.city, .district]),
            Ending("newtown", [.district, .dong, .newTown]), stop("busterminal", [.city, .district]), stop("terminal", [.city, .district]),
            stop("station", [.city, .district, .dong, .town, .newTown, .landmark]),
            Ending("beach", [.district, .dong, .town, .township, .landmark], isBeach: true),
        ] + ["nationalpark", "temple", "island", "palace", "airport", "market", "village"].map { Ending($0, [.landmark]) }

    /// 선릉 is 선릉역 if nothing else is called so.
    private static let leftOut = ["역", "해수욕장", "해변", "대학교", "공원", "병원", "station", "beach", "university", "park"]

    /// `starts`: where a name may begin, behind the areas that a search has found.
    static func landmarks(completing query: Query, from starts: [Int]) -> [Area] {
        var found: [Area] = []
        // An airport alone is no station at one.
        guard !all.contains(where: { $0.letters == query.letters }) else { return [] }
        for word in leftOut {
            let letters = query.appending(word).letters
            // A search takes a thousand times as long.
            guard starts.contains(where: { $0 < query.letters.count && names.contains(letters[$0...]) }) else { continue }
            let search = AreaSearch(landmarks: query.appending(word))
            // 서울 서울 is two places, and not 서울역 in 서울.
            let isTwo =
                !names.contains(letters[...])
                && search.leadingPositions.contains { position in
                    query.wordStarts.contains(position) && !AreaSearch(resolving: query.dropping(position)).matches.isEmpty
                }
            if !isTwo { found += search.matches.map(\.area) }
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.fullName.korean).inserted }
    }

    static let names = Set(
        Landmark.all.flatMap { landmark in ([landmark.name, landmark.englishName] + landmark.otherNames).map { Array(NameLetters($0))[...] } }
    )

    /// Searches at all ranks: 구로역 may be in 구로구 or in a 구로동.
    static func search(_ query: Query) -> (search: AreaSearch, isSuggestion: Bool)? {
        for ending in all {
            guard let stem = ending.stem(of: query) else { continue }
            for word in ["해수욕장", "해변"] where ending.isBeach {
                let search = AreaSearch(landmarks: stem.appending(word))
                if !search.matches.isEmpty { return (search, isSuggestion: false) }
            }
            var search = AreaSearch(resolving: stem) { ending.isStop ? AreaKind($0) != .province : ending.allowed.contains(AreaKind($0)) }
            // 수원시청역 has two endings.
            if search.matches.isEmpty { return Ending.search(stem) }
            if ending.isBeach {
                let all = search
                search.leaveOut { !District.hasBeach($0.districtCode) }
                return search.matches.isEmpty ? (all, isSuggestion: true) : (search, isSuggestion: false)
            }
            guard ending.isStop else { return (search, isSuggestion: false) }
            let found = search
            let isCertain = { (area: Area) in AreaKind(area) == .city || AreaKind(area) == .district || found.names(areaAround: area) }
            guard search.matches.contains(where: { isCertain($0.area) }) else { return (search, isSuggestion: true) }
            search.leaveOut { !isCertain($0) && !ending.allowed.contains(AreaKind($0)) }
            return (search, isSuggestion: false)
        }
        return nil
    }

    private func stem(of query: Query) -> Query? {
        let stem = query.letters.dropLast(letters.count)
        guard stem.count > 1, query.letters.suffix(letters.count).elementsEqual(letters) else { return nil }
        guard after.isEmpty || stem.last.map(after.contains) == true else { return nil }
        return Query(letters: Array(stem), wordStarts: query.wordStarts)
    }
}

private enum AreaKind {
    case province
    case city
    case district
    case dong
    case town
    /// Stations of that name are mostly elsewhere: 사리역 is in 안산, 사리면 in 괴산.
    case township
    case newTown
    case landmark

    init(_ area: Area) {
        switch area {
        case .province(let province): self = province.name.text.hasSuffix("시") ? .city : .province
        case .district: self = .district
        case .dong(let dong, _): self = AreaKind(dongNamed: dong.name.text)
        case .legalDong(let dong, _): self = AreaKind(dongNamed: dong.name.text)
        case .landmark(let landmark): self = landmark.kind.text == "newtown" ? .newTown : .landmark
        }
    }

    private init(dongNamed name: String) { self = name.hasSuffix("읍") ? .town : name.hasSuffix("면") ? .township : .dong }
}

extension District {
    fileprivate static func hasBeach(_ code: Field?) -> Bool { code.map { coastal.contains($0.text) } ?? false }

    private static let coastal = Set(Landmark.all.filter { ["beach", "island"].contains($0.kind.text) }.map(\.districtCode.text))
}
