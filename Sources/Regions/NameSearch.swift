/// The areas that a whole name leads to: as the tables have it, or with an ending such as 역 or 시청 behind one of theirs.
struct NameSearch {
    /// One, or several between which is asked; none for an unknown name.
    private(set) var areas: [Area] = []
    /// What an ending stands behind, where it is only to be suggested.
    private(set) var likely: [Area] = []
    /// The searches that found nothing.
    private(set) var failures: [AreaSearch] = []

    /// Searches for a name that an address begins with: in it a 동 comes before a landmark that is called so, as 명동 before
    /// its street.
    init(inAddress name: String) {
        self.init(name)
        guard areas.count == 1, case .landmark = areas[0] else { return }
        let dongs = AreaSearch(resolving: Query(Array(name.unicodeScalars))) { area in
            switch area {
            case .dong, .numberedDongs, .legalDong, .numberedLegalDongs: true
            case .province, .district, .landmark: false
            }
        }
        if dongs.matches.count == 1 { areas = dongs.matches.map(\.area) }
    }

    init(_ name: String) {
        let interpretations = Query.interpretations(of: name)
        if let query = interpretations.first, let shared = SharedName.areas(sharing: query) {
            if shared.count > 1 { areas = shared } else { likely = shared }
            return
        }
        for interpretation in interpretations {
            let search = AreaSearch(resolving: interpretation)
            areas = search.matches.map(\.area)
            if !areas.isEmpty { return }
            failures.append(search)
        }
        for interpretation in interpretations {
            guard let ending = Ending.search(interpretation) else { continue }
            let found = ending.search.matches.map(\.area)
            if ending.isSuggestion {
                likely += found
            } else if !found.isEmpty {
                areas = found
                return
            }
        }
    }
}
