/// Zone of KMA's forecasts.
public struct ForecastZone: Sendable, Hashable {
    /// KMA's code, such as `11B20601`; a station number such as `109` for an outlook.
    public var code: String
    /// KMA's Korean name.
    public var name: String
    /// English name, such as `Suwon`.
    public var englishName: String

    /// Creates a zone.
    public init(code: String, name: String, englishName: String) { (self.code, self.name, self.englishName) = (code, name, englishName) }
}

/// City of KMA's mid-term temperatures (`getMidTa`).
public struct TemperatureZone: Sendable, Hashable {
    /// KMA's code, such as `11B20601`.
    public let code: String
    /// KMA's Korean name.
    public let name: String
    /// English name.
    public let englishName: String
    /// Code of its land zone (`getMidLandFcst`).
    public let landZone: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
}

/// Province, or half of 강원, of KMA's mid-term rain and sky (`getMidLandFcst`).
public struct LandZone: Sendable, Hashable {
    /// KMA's code, such as `11B00000`.
    public let code: String
    /// KMA's Korean name.
    public let name: String
    /// English name.
    public let englishName: String
    /// Mean of its temperature zones in degrees, WGS84.
    public let latitude: Double
    /// Mean of its temperature zones in degrees, WGS84.
    public let longitude: Double
}

// An unknown code stops the program: codes come from other tables, as `TablesTests` proves.

extension TemperatureZone {
    init(row: Row) {
        (code, name, englishName, landZone) = (row[0].text, row[1].text, row[5].text, row[2].text)
        (latitude, longitude) = (row[3].decimal, row[4].decimal)
    }

    init(code: Field) {
        guard let row = Row.all(of: Tables.temperatureZones).first(where: { $0[0] == code }) else {
            preconditionFailure("\(code.text) is not in Data/temperature-zones.csv")
        }
        self.init(row: row)
    }

    static var all: some Sequence<TemperatureZone> { Row.all(of: Tables.temperatureZones).lazy.map(TemperatureZone.init(row:)) }

    /// Codes since earlier years: 군위 went from 경상북도 to 대구 on 2023-07-01.
    public static func codes(since code: String) -> [String] {
        [code] + Row.all(of: Tables.formerZones).filter { $0[0].text == code }.map { $0[1].text }
    }

    var forecastZone: ForecastZone { ForecastZone(code: code, name: name, englishName: englishName) }
    var landForecastZone: ForecastZone { ForecastZone(code: landZone, in: Tables.landZones) }
}

extension LandZone {
    init(row: Row, temperatureZones: [TemperatureZone]) {
        let code = row[0].text
        let members = temperatureZones.filter { $0.landZone == code }
        (self.code, name, englishName) = (code, row[1].text, row[2].text)
        latitude = members.reduce(0) { $0 + $1.latitude } / Double(members.count)
        longitude = members.reduce(0) { $0 + $1.longitude } / Double(members.count)
    }
}

extension ForecastZone {
    static func outlookStation(of province: Province) -> ForecastZone { ForecastZone(code: province.outlookStation.text, in: Tables.outlookStations) }

    fileprivate init(code: String, in table: StaticString) {
        guard let row = Row.all(of: table).first(where: { $0[0].text == code }) else { preconditionFailure("no table of zones has \(code)") }
        self.init(code: code, name: row[1].text, englishName: row[2].text)
    }
}
