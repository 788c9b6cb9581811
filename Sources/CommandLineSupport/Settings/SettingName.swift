/// Every setting, by the name it has in the environment and in `.env`.
public enum SettingName: String, Sendable, CaseIterable {
    /// data.go.kr or API hub key.
    case kmaServiceKey = "KMA_SERVICE_KEY"
    /// OpenWeather key.
    case openWeatherKey = "OPENWEATHER_API_KEY"
    /// File that holds the KMA key.
    case kmaServiceKeyFile = "KMA_SERVICE_KEY_FILE"
    /// File that holds the OpenWeather key.
    case openWeatherKeyFile = "OPENWEATHER_API_KEY_FILE"
    /// Address of the gateway in front of KMA's services.
    case kmaBaseURL = "KMA_BASE_URL"
    /// `data.go.kr` or `apihub`.
    case kmaGateway = "KMA_GATEWAY"
    /// Address of OpenWeather.
    case openWeatherBaseURL = "OPENWEATHER_BASE_URL"
    /// Where answers are kept.
    case cacheDirectory = "KMA_CACHE_DIR"
    /// Instant that replaces the clock.
    case now = "KMA_NOW"
    /// Area used where none is given.
    case area = "KMA_AREA"
    /// `ko` or `en`.
    case language = "KMA_LANG"
    /// Seconds for one upstream request.
    case timeout = "KMA_TIMEOUT"
    /// Address the service listens on.
    case host = "KMA_HOST"
    /// Port the service listens on.
    case port = "KMA_PORT"
}
