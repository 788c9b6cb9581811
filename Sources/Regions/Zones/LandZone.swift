/// A province, or half of 강원, of KMA's mid-term rain and sky (`getMidLandFcst`).
public struct LandZone: Sendable, Hashable {
    /// KMA's code, such as `11B00000`.
    public let code: String
    /// KMA's Korean name for it.
    public let name: String
    /// Degrees north, WGS84: the mean of its temperature zones.
    public let latitude: Double
    /// Degrees east, WGS84: the mean of its temperature zones.
    public let longitude: Double
}

extension LandZone {
    init(row: Row, cities: [TemperatureZone]) {
        let code = row[0].text
        let members = cities.filter { $0.landZone == code }
        let count = Double(members.count)
        self.init(
            code: code,
            name: row[1].text,
            latitude: members.reduce(0) { $0 + $1.latitude } / count,
            longitude: members.reduce(0) { $0 + $1.longitude } / count
        )
    }
}
