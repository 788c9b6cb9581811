/// A place in Korea with everything the forecast feeds want to know about it.
public struct Place: Sendable, Hashable {
    /// What the person asked for, as typed; `37.26,127.03` for a coordinate.
    public var query: String
    /// Full Korean name from the province down, such as `경기도 성남시 분당구`.
    public var name: String
    /// Romanised name from the smallest part up, such as `Bundang-gu, Seongnam-si, Gyeonggi-do`.
    public var englishName: String
    /// 시·도 in its official name of today.
    public var province: String
    /// 시·군·구, with its 일반구 where it has one (`성남시 분당구`); `nil` for a whole province.
    public var district: String?
    /// 읍·면·동; `nil` for a whole district.
    public var dong: String?
    /// Degrees north, WGS84.
    public var latitude: Double
    /// Degrees east, WGS84.
    public var longitude: Double
    /// Zone of the mid-term temperatures (a city).
    public var temperatureZone: ForecastZone
    /// Zone of the mid-term rain and sky (a province, or half of 강원).
    public var landZone: ForecastZone
    /// Office that writes the mid-term text for the area.
    public var outlookStation: ForecastZone
    /// Cell of KMA's 5 km grid, for the short-term feeds.
    public var gridCell: GridCell
}

/// A zone of KMA's forecasts: the code the feeds want and the name people read.
public struct ForecastZone: Sendable, Hashable {
    /// KMA's own code, such as `11B20601`; a station number such as `109` for an outlook.
    public var code: String
    /// KMA's Korean name for it.
    public var name: String

    /// A zone from its code and its Korean name.
    public init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}

/// A cell of KMA's 5 km Lambert grid: columns 1…149 from the west, rows 1…253 from the south.
public struct GridCell: Sendable, Hashable {
    /// Column, `nx` at the wire.
    public var x: Int
    /// Row, `ny` at the wire.
    public var y: Int

    /// A cell from its column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
