/// What a name can mean: a row of one of the tables below.
enum Area {
    case province(Province)
    case district(District)
    case dong(Dong)
    /// `역삼1동`, `역삼2동` … together, asked for as `역삼동`; holds the first of them.
    case numberedDongs(Dong)
    /// A 법정동 that no 행정동 has the name of.
    case legalDong(LegalDong)
    /// `을지로1가`, `을지로2가` … together, asked for as `을지로`; holds the first of them.
    case numberedLegalDongs(LegalDong)
    case landmark(Landmark)

    /// The district it is or lies in; `nil` for a province.
    var districtCode: Field? {
        switch self {
        case .province: nil
        case .district(let district): district.code
        case .dong(let dong), .numberedDongs(let dong): dong.districtCode
        case .legalDong(let dong), .numberedLegalDongs(let dong): dong.districtCode
        case .landmark(let landmark): landmark.districtCode
        }
    }

    /// Whether another area lies in the same district, or in the city or province that this one is.
    func encloses(_ other: Area) -> Bool {
        guard let code = other.districtCode else { return false }
        switch self {
        case .province(let province):
            return code.starts(with: province.code)
        case .district(let district):
            return code == district.code
                || district.contains(District(code: code, namedBy: "a table of parts"))
        default:
            return districtCode.map { $0 == code } == true
        }
    }
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
    /// That of the most populous city of its other land zone; empty where it has one land zone.
    var otherTemperatureZone: Field { row[8] }

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

    /// The district that another table names by its code.
    init(code: Field, namedBy table: StaticString) {
        guard let district = District.all.first(where: { $0.code == code }) else {
            preconditionFailure("\(table) names \(code.text), which is not in Data/districts.csv")
        }
        self = district
    }

    init(row: Row) {
        self.row = row
    }

    static var all: some Sequence<District> { Row.all(of: Tables.districts).lazy.map(District.init(row:)) }

    // Of 성남시 분당구 the last word may stand alone, and a former name stands behind its province.
    static let names = NameIndex(Tables.districts, columns: 1...4, isLatin: false, isByWord: true)
    static let latinNames = NameIndex(Tables.districts, columns: 1...4, isLatin: true, isByWord: true)
}

/// A row that begins with the code of a district, a name and other names. Only these are split off, since a search that
/// compares them skips all but one of some thousand rows.
private struct NamedRow {
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

/// A row of `Data/dongs.csv`: a 읍·면·동.
struct Dong {
    private let row: NamedRow
    private var rest: Row { row.rest }

    init(row: Row) {
        self.row = NamedRow(row)
    }

    var districtCode: Field { row.districtCode }
    var name: Field { row.name }
    var otherNames: FieldSequence { row.otherNames.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var latitude: Double { rest[1].decimal }
    var longitude: Double { rest[2].decimal }
    var gridCell: GridCell { GridCell(onGridX: rest[3].integer, y: rest[4].integer) }
    /// Empty where it is the district's.
    var ownTemperatureZone: Field { rest[5] }

    var district: District { District(code: districtCode, namedBy: "Data/dongs.csv") }

    static var all: some Sequence<Dong> { Row.all(of: Tables.dongs).lazy.map(Dong.init(row:)) }

    static let names = NameIndex(Tables.dongs, columns: 1...2, isLatin: false)
    static let latinNames = NameIndex(Tables.dongs, columns: 1...3, isLatin: true)
}

/// A row of `Data/legal-dongs.csv`: the 법정동, names in addresses, whose weather is that of one 행정동.
struct LegalDongGroup {
    let districtCode: Field
    private let dongName: Field
    private let names: Field
    private let englishNames: Field

    init(row: Row) {
        var columns = row.line.split(at: .comma)
        districtCode = columns.next() ?? Field("")
        dongName = columns.next() ?? Field("")
        names = columns.next() ?? Field("")
        englishNames = columns.next() ?? Field("")
    }

    var dongs: some Sequence<LegalDong> {
        zip(names.split(at: .semicolon), englishNames.split(at: .semicolon)).lazy.map {
            LegalDong(districtCode: districtCode, dongName: dongName, name: $0, englishName: $1)
        }
    }

    static var all: some Sequence<LegalDongGroup> {
        Row.all(of: Tables.legalDongs).lazy.map(LegalDongGroup.init(row:))
    }

    static let names = NameIndex(Tables.legalDongs, columns: 2...2, isLatin: false)
    static let latinNames = NameIndex(Tables.legalDongs, columns: 3...3, isLatin: true)
}

/// One 법정동 of Data/legal-dongs.csv.
struct LegalDong {
    let districtCode: Field
    /// The 행정동 that covers it; of several the one nearest to its middle.
    let dongName: Field
    let name: Field
    let englishName: Field

    var district: District { District(code: districtCode, namedBy: "Data/legal-dongs.csv") }

    /// The 행정동 that covers it.
    var dong: Dong {
        let offsets = Dong.names.offsets(of: [NameLetters(dongName)])
        guard
            let dong = Row.rows(at: offsets, of: Tables.dongs).lazy.map(Dong.init)
                .first(where: { $0.districtCode == districtCode && $0.name == dongName })
        else {
            preconditionFailure(
                "Data/legal-dongs.csv names \(dongName.text), which is not in Data/dongs.csv"
            )
        }
        return dong
    }
}

/// A row of `Data/landmarks.csv`: a place people ask about that is no administrative area.
struct Landmark {
    private let row: NamedRow
    private var rest: Row { row.rest }

    init(row: Row) {
        self.row = NamedRow(row)
    }

    var districtCode: Field { row.districtCode }
    var name: Field { row.name }
    /// Korean and English ones.
    var otherNames: FieldSequence { row.otherNames.split(at: .semicolon) }
    var englishName: Field { rest[0] }
    var kind: Field { rest[1] }
    var latitude: Double { rest[2].decimal }
    var longitude: Double { rest[3].decimal }
    /// Metres above the sea, of a mountain.
    var altitude: Int? { rest[4].isEmpty ? nil : rest[4].integer }
    /// Empty where it is the district's.
    var ownTemperatureZone: Field { rest[5] }

    var district: District { District(code: districtCode, namedBy: "Data/landmarks.csv") }

    static var all: some Sequence<Landmark> { Row.all(of: Tables.landmarks).lazy.map(Landmark.init(row:)) }

    static let names = NameIndex(Tables.landmarks, columns: 1...2, isLatin: false)
    static let latinNames = NameIndex(Tables.landmarks, columns: 1...3, isLatin: true)
}
