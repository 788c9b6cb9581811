extension Gazetteer {
    /// The cities of KMA's mid-term temperatures, 176 of them, by code within a land zone.
    public static var temperatureZones: [TemperatureZone] { Array(TemperatureZone.all) }

    /// The ten areas of KMA's mid-term rain and sky.
    public static var landZones: [LandZone] {
        let cities = temperatureZones
        return Row.all(of: Tables.landZones).map { LandZone(row: $0, cities: cities) }
    }

    /// The offices that write KMA's mid-term text, `108` for the whole country first.
    public static var outlookStations: [ForecastZone] {
        Row.all(of: Tables.outlookStations).map { ForecastZone(code: $0[0].text, name: $0[1].text) }
    }

    /// The zone with KMA's code, such as `11B20601`; `nil` for a code that answers nothing.
    public static func temperatureZone(code: String) -> TemperatureZone? {
        TemperatureZone.all.first { $0.code == code }
    }
}
