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
