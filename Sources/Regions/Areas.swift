/// An area that a name can mean: a row of one of the three tables below.
enum Area {
    case province(Province)
    case district(District)
    case dong(Dong)
    /// `역삼1동`, `역삼2동` … together, asked for as `역삼동`; holds the first of them.
    case numberedDongs(Dong)
}

/// A row of `Data/provinces.csv`: a 시·도 of today, or one of its former parts 광주광역시 and 전라남도.
struct Province {
    let row: Row

    /// The two digits that the codes of its districts begin with.
    var code: Field { row[0] }
    var name: Field { row[1] }
    var shortName: Field { row[2] }
    var englishName: Field { row[3] }
    var otherNames: FieldSequence { row[4].split(at: .semicolon) }
    /// The province it became part of; empty for those of today.
    var successor: Field { row[5] }
    var temperatureZone: Field { row[6] }
    var outlookStation: Field { row[7] }

    /// The name of the province of today.
    var officialName: Field { successor.isEmpty ? name : successor }

    static var all: some Sequence<Province> { Row.all(of: Tables.provinces).lazy.map(Province.init) }
}

/// A row of `Data/districts.csv`: a 시·군·구, or a 일반구 with its city before it (`성남시 분당구`).
struct District {
    let row: Row

    var code: Field { row[0] }
    /// Empty for 세종, which has no 시·군·구.
    var name: Field { row[1] }
    /// In Korean order, the city first: `Seongnam-si Bundang-gu`.
    var englishName: Field { row[2] }
    var otherNames: FieldSequence { row[3].split(at: .semicolon) }
    /// Each after the province of its time: `경상북도 군위군`.
    var formerNames: FieldSequence { row[4].split(at: .semicolon) }
    var latitude: Double { row[5].decimal }
    var longitude: Double { row[6].decimal }
    var gridCell: GridCell { GridCell(onGridX: row[7].integer, y: row[8].integer) }
    var temperatureZone: Field { row[9] }

    /// The province of today.
    var province: Province {
        guard let province = Province.all.first(where: { code.starts(with: $0.code) }) else {
            preconditionFailure(
                "Data/districts.csv has \(code.text), whose province is not in Data/provinces.csv"
            )
        }
        return province
    }

    /// Whether this is the city that another district is a 일반구 of.
    func contains(_ other: District) -> Bool {
        var words = other.name.split(at: .space)
        guard let city = words.next(), words.next() != nil else { return false }
        return city == name && other.province.code == province.code
    }

    static var all: some Sequence<District> { Row.all(of: Tables.districts).lazy.map(District.init) }
}

/// A row of `Data/dongs.csv`: a 읍·면·동.
struct Dong {
    let districtCode: Field
    let name: Field
    private let otherNamesText: Field
    private let rest: Row

    /// Splits off only the columns that a search compares, since all but one of the 3,564 rows are skipped.
    init(row: Row) {
        var columns = row.line.split(at: .comma)
        districtCode = columns.next() ?? Field("")
        name = columns.next() ?? Field("")
        otherNamesText = columns.next() ?? Field("")
        rest = Row(line: columns.remainder)
    }

    var otherNames: FieldSequence { otherNamesText.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var latitude: Double { rest[1].decimal }
    var longitude: Double { rest[2].decimal }
    var gridCell: GridCell { GridCell(onGridX: rest[3].integer, y: rest[4].integer) }
    /// Empty where it is the district's.
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
