/// One upstream product of the kinds a week is merged from.
public enum Feed: String, Sendable, Hashable, CaseIterable {
    /// KMA mid-term temperatures by city zone (`getMidTa`).
    case midTemperature = "kma.mid_temperature"
    /// KMA mid-term rain and sky by province zone (`getMidLandFcst`).
    case midLand = "kma.mid_land"
    /// KMA mid-term text by office (`getMidFcst`).
    case outlook = "kma.outlook"
    /// KMA short-term forecast by grid cell, five days (`getVilageFcst`).
    case shortTerm = "kma.short"
    /// KMA's observation of now and its next six hours by grid cell (`getUltraSrtNcst`, `getUltraSrtFcst`).
    case nowcast = "kma.nowcast"
    /// KMA's weather warnings for the whole country (`getPwnStatus`, `getPwnCd`).
    case warnings = "kma.warnings"
    /// What KMA's surface stations measured of whole days (`getWthrDataList`). No forecast is made of it.
    case observedDays = "kma.asos"
    /// What 에어코리아's stations measured, by province (`getCtprvnRltmMesureDnsty`).
    case airMeasured = "airkorea.measured"
    /// 에어코리아's dust forecasts for the whole country (`getMinuDustFrcstDspth`, `getMinuDustWeekFrcstDspth`).
    case airForecast = "airkorea.forecast"
    /// OpenWeather's current weather.
    case openWeatherCurrent = "openweather.current"
    /// OpenWeather's 5 days in 3-hour steps.
    case openWeatherForecast = "openweather.forecast"

    /// The service whose days and hours this feed belongs to, as `days[].source` names it; `nil` for a feed without any.
    public var source: Provider? {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm, .nowcast: .shortTerm
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        case .warnings, .observedDays, .airMeasured, .airForecast: nil
        }
    }
}

/// The service that days and hours name as their source.
public enum Provider: String, Sendable, Hashable, CaseIterable {
    /// KMA short-term forecast, now to D+3 or D+4.
    case shortTerm = "kma.short"
    /// KMA mid-term forecast, D+4 or D+5 to D+10.
    case midTerm = "kma.mid"
    /// OpenWeather, now to D+5.
    case openWeather = "openweather"
}

/// Which service goes first where both KMA and OpenWeather have a value.
public enum Preference: String, Sendable, Hashable, CaseIterable {
    /// KMA's short-term forecast, then its mid-term forecast, then OpenWeather.
    case kma
    /// OpenWeather, then KMA's.
    case openWeather = "openweather"

    /// The services, the preferred one first.
    var order: [Provider] {
        switch self {
        case .kma: [.shortTerm, .midTerm, .openWeather]
        case .openWeather: [.openWeather, .shortTerm, .midTerm]
        }
    }
}
