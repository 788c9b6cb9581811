import Feeds
import Forecast

extension Feed {
    /// The name for people.
    public var name: LocalizedText {
        switch self {
        case .midTemperature: LocalizedText("기상청 중기기온", "KMA mid-term temperatures")
        case .midLand: LocalizedText("기상청 중기육상예보", "KMA mid-term rain and sky")
        case .outlook: LocalizedText("기상청 중기전망", "KMA mid-term outlook")
        case .shortTerm: LocalizedText("기상청 단기예보", "KMA short-term forecast")
        case .nowcast: LocalizedText("기상청 초단기실황·예보", "KMA nowcast")
        case .openWeatherCurrent: LocalizedText("OpenWeather 현재 날씨", "OpenWeather current weather")
        case .openWeatherForecast: LocalizedText("OpenWeather 5일 예보", "OpenWeather 5-day forecast")
        }
    }
}

extension UpstreamService {
    /// The name for people.
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

    /// The page where a person applies for it and finds the key.
    public var portal: String {
        switch self {
        case .midTerm: "https://www.data.go.kr/data/15059468/openapi.do"
        case .shortTerm: "https://www.data.go.kr/data/15084084/openapi.do"
        case .openWeather: "https://home.openweathermap.org/api_keys"
        }
    }
}
