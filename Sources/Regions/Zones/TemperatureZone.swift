/// A city of KMA's mid-term temperatures (`getMidTa`).
public struct TemperatureZone: Sendable, Hashable {
    /// KMA's code, such as `11B20601`.
    public let code: String
    /// KMA's Korean name for it.
    public let name: String
    /// Code of the land zone (`getMidLandFcst`) it lies in.
    public let landZone: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
}

extension TemperatureZone {
    init(row: Row) {
        self.init(
            code: row[0].text,
            name: row[1].text,
            landZone: row[2].text,
            latitude: row[3].decimal,
            longitude: row[4].decimal
        )
    }
}
