/// Row of a part: only code and names are split off, as a search skips most rows.
private struct PartRow {
    let districtCode: Field
    let name: Field
    let otherNames: Field
    let rest: Row

    init(_ row: Row) {
        var columns = row.line.split(at: .comma)
        districtCode = columns.next() ?? Field("")
        name = columns.next() ?? Field("")
        otherNames = columns.next() ?? Field("")
        rest = Row(line: columns.remainder)
    }
}

/// `Data/dongs.csv`: 읍·면·동.
struct Dong: NamedRow {
    private let row: PartRow
    private var rest: Row { row.rest }
    init(row: Row) { self.row = PartRow(row) }
    var districtCode: Field { row.districtCode }
    var name: Field { row.name }
    var otherNames: FieldSequence { row.otherNames.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var latitude: Double { rest[1].decimal }
    var longitude: Double { rest[2].decimal }
    var gridCell: GridCell { GridCell(onGridX: rest[3].integer, y: rest[4].integer) }
    var ownTemperatureZone: Field { rest[5] }
    var district: District { District(code: districtCode, namedBy: "Data/dongs.csv") }

    static let table = Tables.dongs
    static let names = NameIndex(table, columns: 1...2, isLatin: false)
    static let latinNames = NameIndex(table, columns: 1...3, isLatin: true)
}

/// `Data/legal-dongs.csv`: 법정동, names in addresses, with the weather of one 행정동.
struct LegalDongGroup: NamedRow {
    private let row: PartRow

    init(row: Row) { self.row = PartRow(row) }
    var districtCode: Field { row.districtCode }

    var dongs: some Sequence<LegalDong> {
        zip(row.otherNames.split(at: .semicolon), row.rest[0].split(at: .semicolon)).lazy.map {
            LegalDong(districtCode: row.districtCode, dongName: row.name, name: $0, englishName: $1)
        }
    }

    static let table = Tables.legalDongs
    static let names = NameIndex(table, columns: 2...2, isLatin: false)
    static let latinNames = NameIndex(table, columns: 3...3, isLatin: true)
}

struct LegalDong {
    let districtCode: Field
    /// 행정동 nearest to its middle.
    let dongName: Field
    let name: Field
    let englishName: Field

    var district: District { District(code: districtCode, namedBy: "Data/legal-dongs.csv") }

    var dong: Dong {
        let offsets = Dong.names.offsets(of: [NameLetters(dongName)])
        guard let dong = Dong.rows(at: offsets).first(where: { $0.districtCode == districtCode && $0.name == dongName }) else {
            preconditionFailure("Data/legal-dongs.csv names \(dongName.text), which is not in Data/dongs.csv")
        }
        return dong
    }
}

/// `Data/landmarks.csv`: known places, no administrative areas.
struct Landmark: NamedRow {
    private let row: PartRow
    private var rest: Row { row.rest }
    init(row: Row) { self.row = PartRow(row) }
    var districtCode: Field { row.districtCode }
    var name: Field { row.name }
    var otherNames: FieldSequence { row.otherNames.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var kind: Field { rest[1] }
    var latitude: Double { rest[2].decimal }
    var longitude: Double { rest[3].decimal }
    var altitude: Int? { rest[4].isEmpty ? nil : rest[4].integer }
    var ownTemperatureZone: Field { rest[5] }
    var district: District { District(code: districtCode, namedBy: "Data/landmarks.csv") }

    static let table = Tables.landmarks
    static let names = NameIndex(table, columns: 1...2, isLatin: false)
    static let latinNames = NameIndex(table, columns: 1...3, isLatin: true)
}
