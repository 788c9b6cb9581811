/// Place in Korea with the zones and the grid cell of KMA's feeds.
public struct Place: Sendable, Hashable {
    /// Query as typed; `37.26,127.03` for a point.
    public var query: String
    /// Part of ``query`` left out, such as `123-4`.
    public var dropped: String?
    /// Full Korean name, such as `경기도 성남시 분당구`.
    public var name: String
    /// Romanised name, such as `Bundang-gu, Seongnam-si, Gyeonggi-do`.
    public var englishName: String
    /// 시·도 by its present name: `전남광주통합특별시` also for 광주광역시 and 전라남도.
    public var province: String
    /// 시·군·구 with its 일반구 (`성남시 분당구`); `nil` for a whole province, and in 세종.
    public var district: String?
    /// 읍·면·동; `nil` for a district, and for a landmark.
    public var dong: String?
    /// Airport, station, mountain …; `nil` for an area.
    public var landmark: Landmark?
    /// City whose forecast a province shows; `nil` for a 광역시, which is one city.
    public var representedBy: City?
    /// City of a province's other land zone: 강릉 for 강원, which shows 원주.
    public var otherCity: City?
    /// Degrees north, WGS84.
    public var latitude: Double
    /// Degrees east, WGS84.
    public var longitude: Double
    /// Zone of the mid-term temperatures, a city.
    public var temperatureZone: ForecastZone
    /// Zone of the mid-term rain and sky, a province or half of 강원.
    public var landZone: ForecastZone
    /// Office of the mid-term outlook.
    public var outlookStation: ForecastZone
    /// Cell of KMA's 5 km grid.
    public var gridCell: GridCell

    /// Known place that is no administrative area.
    public struct Landmark: Sendable, Hashable {
        /// Kind of a landmark.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case airport, station, area, newtown, mountain, island, beach, park, resort, stadium
        }

        /// Korean name, such as `설악산`.
        public var name: String
        /// English name, such as `Seoraksan`.
        public var englishName: String
        /// Kind of the landmark.
        public var kind: Kind
        /// Metres of a summit above the sea; its grid cell is lower.
        public var altitude: Int?
    }

    /// City that stands for a province.
    public struct City: Sendable, Hashable {
        /// Korean name without its suffix, such as `원주`.
        public var name: String
        /// English name, such as `Wonju`.
        public var englishName: String
        /// Zone of the mid-term temperatures.
        public var temperatureZone: ForecastZone
        /// Zone of the mid-term rain and sky.
        public var landZone: ForecastZone
    }
}

extension Place {
    /// Creates a place; `nil` for an unknown province, or an invalid point.
    public init?(
        query: String,
        name: String,
        englishName: String,
        province: String,
        district: String?,
        dong: String?,
        latitude: Double,
        longitude: Double,
        temperatureZone: ForecastZone,
        landZone: ForecastZone,
        outlookStation: ForecastZone,
        gridCell: GridCell,
        landmark: Landmark? = nil,
        representedBy: City? = nil,
        otherCity: City? = nil
    ) {
        guard Province.all.contains(where: { $0.successor.isEmpty && $0.name.text == province }), abs(latitude) <= 90, abs(longitude) <= 180 else {
            return nil
        }
        (self.query, self.name, self.englishName, self.latitude, self.longitude) = (query, name, englishName, latitude, longitude)
        (self.province, self.district, self.dong, self.landmark) = (province, district, dong, landmark)
        (self.representedBy, self.otherCity, self.gridCell) = (representedBy, otherCity, gridCell)
        (self.temperatureZone, self.landZone, self.outlookStation) = (temperatureZone, landZone, outlookStation)
    }

    init(_ area: Area, query: String) {
        switch area {
        case .province(let province): self.init(province, query: query)
        case .district(let district): self.init(district, query: query)
        case .dong(let dong, _): self.init(dong, named: area, query: query)
        case .legalDong(let legal, _): self.init(legal.dong, named: area, query: query)
        case .landmark(let landmark): self.init(landmark, named: area, query: query)
        }
    }

    private init(_ province: Province, query: String) {
        let zone = TemperatureZone(code: province.temperatureZone)
        (self.query, name, englishName, self.province) = (query, province.name.text, province.englishName.text, province.officialName.text)
        representedBy = province.isOneCity ? nil : City(zone)
        otherCity = province.otherTemperatureZone.isEmpty ? nil : City(TemperatureZone(code: province.otherTemperatureZone))
        (latitude, longitude) = (zone.latitude, zone.longitude)
        gridCell = GridCell(inKoreaAtLatitude: latitude, longitude: longitude)
        (temperatureZone, landZone, outlookStation) = (zone.forecastZone, zone.landForecastZone, .outlookStation(of: province))
    }

    private init(_ district: District, query: String) {
        let province = district.province
        let zone = TemperatureZone(code: district.temperatureZone)
        (self.query, name, englishName) = (query, district.fullName.korean, district.fullName.english)
        (self.province, self.district) = (province.name.text, district.name.isEmpty ? nil : district.name.text)
        (latitude, longitude, gridCell) = (district.latitude, district.longitude, district.gridCell)
        (temperatureZone, landZone, outlookStation) = (zone.forecastZone, zone.landForecastZone, .outlookStation(of: province))
    }

    private init(_ dong: Dong, named area: Area, query: String) {
        self.init(dong.district, query: query)
        (name, englishName) = (area.fullName.korean, area.fullName.english)
        self.dong = area.ownName.korean
        (latitude, longitude, gridCell) = (dong.latitude, dong.longitude, dong.gridCell)
        useZone(dong.ownTemperatureZone)
    }

    private init(_ landmark: Regions.Landmark, named area: Area, query: String) {
        self.init(landmark.district, query: query)
        (name, englishName) = (area.fullName.korean, area.fullName.english)
        (latitude, longitude) = (landmark.latitude, landmark.longitude)
        gridCell = GridCell(inKoreaAtLatitude: latitude, longitude: longitude)
        useZone(landmark.ownTemperatureZone)
        guard let kind = Landmark.Kind(rawValue: landmark.kind.text) else { preconditionFailure("Data/landmarks.csv has \(name) of an unknown kind") }
        let ownName = area.ownName
        self.landmark = Landmark(name: ownName.korean, englishName: ownName.english, kind: kind, altitude: landmark.altitude)
    }

    private mutating func useZone(_ code: Field) {
        guard !code.isEmpty else { return }
        let zone = TemperatureZone(code: code)
        (temperatureZone, landZone) = (zone.forecastZone, zone.landForecastZone)
    }

    /// 세종 has one without a name; 광주광역시 and 전라남도 go by former names.
    var districts: [District] {
        guard let province = Province.all.first(where: { $0.name.text == self.province }) else { return [] }
        return District.all.filter { other in
            guard other.code.starts(with: province.code) else { return false }
            if let district { return other.name.text == district }
            if dong != nil || landmark != nil { return other.name.isEmpty }
            return name == self.province || other.formerNames.contains { $0.text.hasPrefix(name + " ") }
        }
    }
}

extension Place.City {
    init(_ zone: TemperatureZone) {
        self.init(name: zone.name, englishName: zone.englishName, temperatureZone: zone.forecastZone, landZone: zone.landForecastZone)
    }
}

extension Province { fileprivate var isOneCity: Bool { name.text.hasSuffix("시") && TemperatureZone(code: temperatureZone).name == shortName.text } }

enum Area {
    case province(Province)
    case district(District)
    /// Stands without numbers for `역삼1동`, `역삼2동` ….
    case dong(Dong, withoutNumbers: Bool = false)
    /// 법정동 without a 행정동 of its name; `을지로` stands for `을지로1가` ….
    case legalDong(LegalDong, withoutNumbers: Bool = false)
    case landmark(Landmark)

    var districtCode: Field? {
        switch self {
        case .province: nil
        case .district(let district): district.code
        case .dong(let dong, _): dong.districtCode
        case .legalDong(let dong, _): dong.districtCode
        case .landmark(let landmark): landmark.districtCode
        }
    }

    func isDong(withoutNumbers: Bool) -> Bool {
        switch self {
        case .dong(_, withoutNumbers), .legalDong(_, withoutNumbers): true
        default: false
        }
    }

    func encloses(_ other: Area) -> Bool {
        guard let code = other.districtCode else { return false }
        switch self {
        case .province(let province): return code.starts(with: province.code)
        case .district(let district): return code == district.code || district.contains(District(code: code, namedBy: "a table of parts"))
        default: return districtCode.map { $0 == code } == true
        }
    }
}

/// `Data/provinces.csv`: 시·도, and the former 광주광역시 and 전라남도.
struct Province {
    let (code, name, shortName, englishName, successor): (Field, Field, Field, Field, Field)
    private let (row, others): (Row, Field)

    var otherNames: FieldSequence { others.split(at: .semicolon) }
    var temperatureZone: Field { row[6] }
    var outlookStation: Field { row[7] }
    /// Zone of the most populous city in its other land zone.
    var otherTemperatureZone: Field { row[8] }
    var officialName: Field { successor.isEmpty ? name : successor }

    private init(row: Row) {
        (self.row, others) = (row, row[4])
        (code, name, shortName, englishName, successor) = (row[0], row[1], row[2], row[3], row[5])
    }

    static let all = Row.all(of: Tables.provinces).map(Province.init)
}

/// `Data/districts.csv`: 시·군·구, and 일반구 with the city (`성남시 분당구`).
struct District: NamedRow {
    let row: Row
    let (code, name, englishName): (Field, Field, Field)
    private let (others, former): (Field, Field)

    init(row: Row) {
        self.row = row
        (code, name, englishName, others, former) = (row[0], row[1], row[2], row[3], row[4])
    }

    var otherNames: FieldSequence { others.split(at: .semicolon) }
    var formerNames: FieldSequence { former.split(at: .semicolon) }
    var latitude: Double { row[5].decimal }
    var longitude: Double { row[6].decimal }
    var gridCell: GridCell { GridCell(onGridX: row[7].integer, y: row[8].integer) }
    var temperatureZone: Field { row[9] }

    var province: Province {
        guard let province = Province.all.first(where: { code.starts(with: $0.code) }) else {
            preconditionFailure("Data/districts.csv has \(code.text), whose province is not in Data/provinces.csv")
        }
        return province
    }

    func contains(_ other: District) -> Bool {
        var words = other.name.split(at: .space)
        guard let city = words.next(), words.next() != nil else { return false }
        return city == name && other.province.code == province.code
    }

    static let table = Tables.districts
    static let all = Row.all(of: table).map(District.init)
    static let names = NameIndex(table, columns: 1...4, isLatin: false, isByWord: true)
    static let latinNames = NameIndex(table, columns: 1...4, isLatin: true, isByWord: true)
}

extension District {
    init(code: Field, namedBy table: StaticString) {
        guard let district = District.all.first(where: { $0.code == code }) else {
            preconditionFailure("\(table) names \(code.text), which is not in Data/districts.csv")
        }
        self = district
    }
}

extension Area {
    var ownName: (korean: String, english: String) {
        switch self {
        case .province(let province): (province.name.text, province.englishName.text)
        case .district(let district): (district.name.text, district.englishName.text)
        case .dong(let dong, withoutNumbers: true): (dong.name.withoutNumbers, dong.englishName.withoutNumbers)
        case .dong(let dong, _): (dong.name.text, dong.englishName.text)
        case .legalDong(let dong, withoutNumbers: true): (dong.name.withoutNumbers, dong.englishName.withoutNumbers)
        case .legalDong(let dong, _): (dong.name.text, dong.englishName.text)
        case .landmark(let landmark): (landmark.name.text, landmark.englishName.text)
        }
    }

    var fullName: PlaceName {
        switch self {
        case .province(let province): PlaceName(korean: province.name.text, english: province.englishName.text)
        case .district(let district): district.fullName
        case .dong(let dong, _): fullName(in: dong.district)
        case .legalDong(let dong, _): fullName(in: dong.district)
        case .landmark(let landmark): fullName(in: landmark.district)
        }
    }

    private func fullName(in district: District) -> PlaceName {
        let (name, larger) = (ownName, district.fullName)
        return PlaceName(korean: larger.korean + " " + name.korean, english: name.english + ", " + larger.english)
    }
}

extension District {
    var fullName: PlaceName {
        let words = englishName.split(at: .space).reversed() + [province.englishName]
        let address = name.isEmpty ? province.name.text : province.name.text + " " + name.text
        return PlaceName(korean: address, english: words.map(\.text).joined(separator: ", "))
    }
}
