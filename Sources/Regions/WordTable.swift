/// Tables of the words of time and weather, for their reader.
package enum WordTable {
    package typealias Row = (kind: String, meaning: String, words: [String])

    /// `Data/words.csv`: where a row has endings, each word with each of them, and with `{week}` those of all rows of that kind.
    package static let rows: [Row] = {
        let table = Regions.Row.all(of: Tables.words).map { (kind: $0[0].text, meaning: $0[1].text, words: texts($0[2]), endings: texts($0[3])) }
        var rows = table
        var index = 0
        while index < rows.count {
            let row = rows[index]
            guard let kind = (row.words + row.endings).first(where: { $0.hasPrefix("{") }) else {
                index += 1
                continue
            }
            let filled = table.filter { "{\($0.kind)}" == kind }.map { member in
                let (words, endings) = (row.words == [kind] ? member.words : row.words, row.endings == [kind] ? member.words : row.endings)
                return (row.kind, row.meaning.replacing(kind, with: member.meaning), words, endings)
            }
            rows.replaceSubrange(index...index, with: filled)
        }
        return rows.map { row in
            let words = row.endings.isEmpty ? row.words : row.words.flatMap { word in row.endings.map { word + $0 } }
            return (row.kind, row.meaning, words.map { $0.filter { $0 != "_" } })
        }
    }()

    /// `Data/holidays.csv`.
    package static let holidays = Regions.Row.all(of: Tables.holidays).map { (names: texts($0[0]), makingUp: $0[1].text, days: texts($0[2])) }

    private static func texts(_ field: Field) -> [String] { field.split(at: .semicolon).map(\.text) }
}
