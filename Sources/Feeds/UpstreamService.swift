import Forecast

/// An upstream as it hands out keys and counts calls: each has its own application and its own daily quota.
public enum UpstreamService: String, Sendable, Hashable, CaseIterable {
    /// KMA's mid-term forecasts, data.go.kr 15059468.
    case midTerm = "MidFcstInfoService"
    /// KMA's short-term forecasts and nowcasts, data.go.kr 15084084.
    case shortTerm = "VilageFcstInfoService_2.0"
    /// OpenWeather's free plan.
    case openWeather = "openweather"

    /// What people call it.
    public var name: LocalizedText {
        switch self {
        case .midTerm: LocalizedText("기상청 중기예보 서비스", "KMA's mid-term service")
        case .shortTerm: LocalizedText("기상청 단기예보 서비스", "KMA's short-term service")
        case .openWeather: LocalizedText("OpenWeather", "OpenWeather")
        }
    }

    /// The setting that holds its key.
    public var keySetting: String {
        switch self {
        case .midTerm, .shortTerm: "KMA_SERVICE_KEY"
        case .openWeather: "OPENWEATHER_API_KEY"
        }
    }

    /// How long to leave it alone after too many calls: KMA counts a second, OpenWeather asks for ten minutes.
    var pauseAfterTooManyCalls: LocalizedText {
        switch self {
        case .midTerm, .shortTerm: LocalizedText("몇 초", "a few seconds")
        case .openWeather: LocalizedText("10분", "ten minutes")
        }
    }

    /// Where its keys and applications are.
    public var portal: String {
        switch self {
        case .midTerm: "https://www.data.go.kr/data/15059468/openapi.do"
        case .shortTerm: "https://www.data.go.kr/data/15084084/openapi.do"
        case .openWeather: "https://home.openweathermap.org/api_keys"
        }
    }
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
