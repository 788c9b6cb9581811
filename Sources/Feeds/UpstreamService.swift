import Forecast

/// An upstream service. Each has its own key application and its own daily quota.
public enum UpstreamService: String, Sendable, Hashable, CaseIterable {
    /// KMA's mid-term forecasts, data.go.kr 15059468.
    case midTerm = "MidFcstInfoService"
    /// KMA's short-term forecasts and nowcasts, data.go.kr 15084084.
    case shortTerm = "VilageFcstInfoService_2.0"
    /// OpenWeather's free plan.
    case openWeather = "openweather"
}

extension Feed {
    /// The service that answers for the feed.
    public var service: UpstreamService {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm, .nowcast: .shortTerm
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        }
    }
}
