/// Tables of the words of time and weather, for their reader.
package enum WordTable {
    package typealias Row = (kind: String, meaning: String, words: [String])

    /// `Data/words.csv`; where a row has endings, each word with each of them, `_` for an empty one.
    package static let rows: [Row] = Regions.Row.all(of: Tables.words).map { row in
        let (words, endings) = (texts(row[2]), texts(row[3]))
        let whole = endings.isEmpty ? words : words.flatMap { word in endings.map { (word + $0).filter { $0 != "_" } } }
        return (row[0].text, row[1].text, whole)
    }

    /// `Data/holidays.csv`.
    package static let holidays = Regions.Row.all(of: Tables.holidays).map { (names: texts($0[0]), makingUp: $0[1].text, days: texts($0[2])) }

    private static func texts(_ field: Field) -> [String] { field.split(at: .semicolon).map(\.text) }
}
