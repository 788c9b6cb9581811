/// A row of `Data/districts.csv`: a 시·군·구, or a 일반구 with its city before it (`성남시 분당구`).
struct District {
    let row: Row

    var code: Field { row[0] }
    /// Empty for 세종, which has no 시·군·구.
    var name: Field { row[1] }
    /// In the order of the Korean name: `Seongnam-si Bundang-gu`.
    var englishName: Field { row[2] }
    var otherNames: Pieces { row[3].split(at: .semicolon) }
    /// With the province it was in: `경상북도 군위군`.
    var formerNames: Pieces { row[4].split(at: .semicolon) }
    var latitude: Double { row[5].decimal }
    var longitude: Double { row[6].decimal }
    var gridCell: GridCell { GridCell(onGridX: row[7].integer, y: row[8].integer) }
    var temperatureZone: Field { row[9] }

    /// The province of today it lies in.
    var province: Province {
        guard let province = Province.all.first(where: { code.starts(with: $0.code) }) else {
            preconditionFailure(
                "Data/districts.csv has \(code.text), whose province is not in Data/provinces.csv"
            )
        }
        return province
    }

    /// Whether this is the city of a 일반구.
    func contains(_ other: District) -> Bool {
        var words = other.name.split(at: .space)
        guard let city = words.next(), words.next() != nil else { return false }
        return city == name && other.province.code == province.code
    }

    static var all: some Sequence<District> { Row.all(of: Tables.districts).lazy.map(District.init) }
}
