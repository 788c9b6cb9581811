/// An operation of an upstream.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
    /// KMA, low and high of the mid-term days.
    case midTemperature = "MidFcstInfoService/getMidTa"
    /// KMA, rain and sky of the mid-term days.
    case midLand = "MidFcstInfoService/getMidLandFcst"
    /// KMA, the mid-term text.
    case outlook = "MidFcstInfoService/getMidFcst"
    /// KMA, the short-term forecast.
    case shortTerm = "VilageFcstInfoService_2.0/getVilageFcst"
    /// KMA, what is measured now.
    case nowcast = "VilageFcstInfoService_2.0/getUltraSrtNcst"
    /// KMA, the next six hours.
    case nextHours = "VilageFcstInfoService_2.0/getUltraSrtFcst"
    /// OpenWeather, the weather now.
    case current = "data/2.5/weather"
    /// OpenWeather, five days in steps of three hours.
    case forecast = "data/2.5/forecast"

    /// KMA's six.
    public static let kma: [Endpoint] = [
        .midTemperature, .midLand, .outlook, .shortTerm, .nowcast, .nextHours,
    ]
    /// OpenWeather's two.
    public static let openWeather: [Endpoint] = [.current, .forecast]

    /// Whose it is.
    public var isKMA: Bool { Endpoint.kma.contains(self) }

    /// The operation a path leads to, behind whatever gateway.
    init?(path: String) {
        guard let endpoint = Endpoint.allCases.first(where: { path.hasSuffix("/" + $0.rawValue) }) else {
            return nil
        }
        self = endpoint
    }
}
