import Forecast

/// An upstream as it hands out keys and counts calls: each has its own application and its own daily quota.
public enum Service: String, Sendable, Hashable, CaseIterable {
    /// KMA's mid-term forecasts, data.go.kr 15059468.
    case midTerm = "MidFcstInfoService"
    /// OpenWeather's free plan.
    case openWeather = "openweather"

    /// What people call it.
    public var name: Words {
        switch self {
        case .midTerm: Words("기상청 중기예보 서비스", "KMA's mid-term service")
        case .openWeather: Words("OpenWeather", "OpenWeather")
        }
    }

    /// The setting that holds its key.
    public var keySetting: String {
        switch self {
        case .midTerm: "KMA_SERVICE_KEY"
        case .openWeather: "OPENWEATHER_API_KEY"
        }
    }

    /// Where its keys and applications are.
    public var portal: String {
        switch self {
        case .midTerm: "https://www.data.go.kr/data/15059468/openapi.do"
        case .openWeather: "https://home.openweathermap.org/api_keys"
        }
    }
}

extension Feed {
    /// The service that answers for the feed.
    public var service: Service {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        }
    }
}
