/// A row of `Data/shared-names.csv`: a name that several well-known places share, so that none of them is the answer, or one
/// that means something else than the one place that is called so in short: 북한 is no village.
///
/// The ranks of ``MatchQuality`` cannot tell these: 성산 is 성산구 in 창원 by its kind, and 성산읍 in 제주 to most who ask.
struct SharedName {
    private let row: Row

    private var name: Field { row[0] }

    /// The areas, the best known first.
    private var areas: [Area] {
        row[1].split(at: .semicolon).compactMap { name in
            AreaSearch(resolving: Query(Array(name.text.unicodeScalars))).matches.first?.area
        }
    }

    /// The areas that share the name of a query; `nil` where it is no such name.
    static func areas(sharing query: Query) -> [Area]? {
        let rows = Row.all(of: Tables.sharedNames).lazy.map(SharedName.init)
        return rows.first { NameLetters($0.name).elementsEqual(query.letters) }?.areas
    }
}
