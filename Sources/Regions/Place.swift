/// A place in Korea with everything the forecast feeds want to know about it.
public struct Place: Sendable, Hashable {
    /// What the person asked for, as typed; `37.26,127.03` for a coordinate.
    public var query: String
    /// Full Korean name from the province down, such as `경기도 성남시 분당구`.
    public var name: String
    /// Romanised name from the smallest part up, such as `Bundang-gu, Seongnam-si, Gyeonggi-do`.
    public var englishName: String
    /// 시·도 in its official name of today: `전남광주통합특별시` also where ``name`` says 광주광역시 or 전라남도.
    public var province: String
    /// 시·군·구, with its 일반구 where it has one (`성남시 분당구`).
    ///
    /// `nil` for a whole province, and everywhere in 세종, which has none.
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

    /// A place from its parts; ``Gazetteer`` makes true ones.
    public init(
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
        gridCell: GridCell
    ) {
        self.query = query
        self.name = name
        self.englishName = englishName
        self.province = province
        self.district = district
        self.dong = dong
        self.latitude = latitude
        self.longitude = longitude
        self.temperatureZone = temperatureZone
        self.landZone = landZone
        self.outlookStation = outlookStation
        self.gridCell = gridCell
    }
}
