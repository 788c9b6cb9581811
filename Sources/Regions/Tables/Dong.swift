/// A row of `Data/dongs.csv`: a 읍·면·동.
struct Dong {
    let row: Row

    var districtCode: Field { row[0] }
    var name: Field { row[1] }
    var englishName: Field { row[2] }
    var otherNames: Pieces { row[3].split(at: ";") }
    var latitude: Double { row[4].decimal }
    var longitude: Double { row[5].decimal }
    var gridCell: GridCell { GridCell(x: row[6].integer, y: row[7].integer) }
    /// Empty where the district's holds.
    var ownTemperatureZone: Field { row[8] }

    var district: District {
        guard let district = District.all.first(where: { $0.code == districtCode }) else {
            preconditionFailure(
                "Data/dongs.csv names \(districtCode.text), which is not in Data/districts.csv"
            )
        }
        return district
    }

    static var all: some Sequence<Dong> { Row.all(of: Tables.dongs).lazy.map(Dong.init) }
}
