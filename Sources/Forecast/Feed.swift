/// Upstream product that a week is merged from.
public enum Feed: String, Sendable, Hashable, CaseIterable {
    /// `getMidTa`, by city zone.
    case midTemperature = "kma.mid_temperature"
    /// `getMidLandFcst`, by province zone.
    case midLand = "kma.mid_land"
    /// `getMidFcst`, by office.
    case outlook = "kma.outlook"
    /// `getVilageFcst`, by grid cell.
    case shortTerm = "kma.short"
    /// `getUltraSrtNcst` and `getUltraSrtFcst`, by grid cell.
    case nowcast = "kma.nowcast"
    /// `getPwnStatus` and `getPwnCd`, of the whole country.
    case warnings = "kma.warnings"
    /// `getWthrDataList`, by station, for scores alone.
    case observedDays = "kma.asos"
    /// `getCtprvnRltmMesureDnsty`, by province.
    case airMeasured = "airkorea.measured"
    /// `getMinuDustFrcstDspth` and `getMinuDustWeekFrcstDspth`, of the whole country.
    case airForecast = "airkorea.forecast"
    case openWeatherCurrent = "openweather.current"
    /// 5 days in 3-hour steps.
    case openWeatherForecast = "openweather.forecast"

    /// Service of the feed's days and hours, as in `days[].source`; `nil` for a feed without any.
    public var source: Provider? {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm, .nowcast: .shortTerm
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        case .warnings, .observedDays, .airMeasured, .airForecast: nil
        }
    }
}

/// Service named as the source of days and hours.
public enum Provider: String, Sendable, Hashable, CaseIterable {
    case shortTerm = "kma.short"
    case midTerm = "kma.mid"
    case openWeather = "openweather"
}

/// Order of services with the same value.
public enum Preference: String, Sendable, Hashable, CaseIterable {
    case kma
    case openWeather = "openweather"

    var order: [Provider] {
        switch self {
        case .kma: [.shortTerm, .midTerm, .openWeather]
        case .openWeather: [.openWeather, .shortTerm, .midTerm]
        }
    }
}
