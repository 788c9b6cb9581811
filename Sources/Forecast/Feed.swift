/// One of the answers a week is put together from.
public enum Feed: String, Sendable, Hashable, CaseIterable {
    /// KMA mid-term temperatures by city zone (`getMidTa`).
    case midTemperature = "kma.mid_temperature"
    /// KMA mid-term rain and sky by province zone (`getMidLandFcst`).
    case midLand = "kma.mid_land"
    /// KMA mid-term text by office (`getMidFcst`).
    case outlook = "kma.outlook"
    /// OpenWeather's current weather.
    case openWeatherCurrent = "openweather.current"
    /// OpenWeather's 5 days in 3-hour steps.
    case openWeatherForecast = "openweather.forecast"

    /// The service whose days and hours this feed belongs to, as `days[].source` names it.
    public var source: Source {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        }
    }

    /// What people call it.
    public var words: Words {
        switch self {
        case .midTemperature: Words("기상청 중기기온", "KMA mid-term temperatures")
        case .midLand: Words("기상청 중기육상예보", "KMA mid-term rain and sky")
        case .outlook: Words("기상청 중기전망", "KMA mid-term outlook")
        case .openWeatherCurrent: Words("OpenWeather 현재 날씨", "OpenWeather current weather")
        case .openWeatherForecast: Words("OpenWeather 5일 예보", "OpenWeather 5-day forecast")
        }
    }
}

/// A forecast service, in the order in which its word counts: where two have a value, the first one's stands.
public enum Source: String, Sendable, Hashable, CaseIterable, Comparable {
    /// KMA mid-term forecast, D+4 to D+10.
    case midTerm = "kma.mid"
    /// OpenWeather, now to D+5.
    case openWeather = "openweather"

    private var rank: Int {
        switch self {
        case .midTerm: 0
        case .openWeather: 1
        }
    }

    /// Rank, the one whose word counts first.
    public static func < (left: Source, right: Source) -> Bool {
        left.rank < right.rank
    }
}
