/// A row of `Data/dongs.csv`: a 읍·면·동.
struct Dong {
    let districtCode: Field
    let name: Field
    private let otherNamesText: Field
    private let rest: Row

    /// Takes apart only what a look-up compares: the table has thousands of rows, and all but one are passed over.
    init(row: Row) {
        var columns = row.line.split(at: .comma)
        districtCode = columns.next() ?? Field("")
        name = columns.next() ?? Field("")
        otherNamesText = columns.next() ?? Field("")
        rest = Row(line: columns.remainder)
    }

    var otherNames: Pieces { otherNamesText.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var latitude: Double { rest[1].decimal }
    var longitude: Double { rest[2].decimal }
    var gridCell: GridCell { GridCell(onGridX: rest[3].integer, y: rest[4].integer) }
    /// Empty where the district's holds.
    var ownTemperatureZone: Field { rest[5] }

    var district: District {
        guard let district = District.all.first(where: { $0.code == districtCode }) else {
            preconditionFailure(
                "Data/dongs.csv names \(districtCode.text), which is not in Data/districts.csv"
            )
        }
        return district
    }

    static var all: some Sequence<Dong> { Row.all(of: Tables.dongs).lazy.map(Dong.init(row:)) }
}
