/// Tables of the words of time and weather, for their reader.
package enum WordTable {
    package typealias Row = (kind: String, meaning: String, words: [String])

    /// `Data/words.csv`: where a row has endings, each word with each of them, and with `{week}` those of all rows of that kind.
    package static let rows: [Row] = {
        let table = Regions.Row.all(of: Tables.words).map { (kind: $0[0].text, meaning: $0[1].text, words: texts($0[2]), endings: texts($0[3])) }
        let kinds = Dictionary(grouping: table, by: \.kind)
        var rows: [Row] = []
        var rest = Array(table.reversed())
        while let row = rest.popLast() {
            if let kind = [row.words.first, row.endings.first].compactMap(\.self).first(where: { $0.utf8.first == UInt8(ascii: "{") }) {
                rest += kinds[kind, default: []].reversed().map { member in
                    let (words, endings) = (row.words == [kind] ? member.words : row.words, row.endings == [kind] ? member.words : row.endings)
                    return (row.kind, row.meaning.replacing(kind, with: member.meaning), words, endings)
                }
            } else {
                rows.append((row.kind, row.meaning, row.endings.isEmpty ? row.words : row.words.flatMap { word in row.endings.map { word + $0 } }))
            }
        }
        return rows
    }()

    package static let holidays = Regions.Row.all(of: Tables.holidays).map { (names: texts($0[0]), makingUp: $0[1].text, days: texts($0[2])) }

    private static func texts(_ field: Field) -> [String] { field.split(at: .semicolon).map { $0 == Field("_") ? "" : $0.text } }
}
