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
}

extension Feed {
    /// Service of the feed.
    public var service: UpstreamAPI { traits.service }

    /// Service of the feed's days and hours, as in `days[].source`; `nil` for a feed without any.
    public var source: Provider? { traits.source }

    /// Name for people.
    public var name: LocalizedText { traits.name }

    private var traits: (service: UpstreamAPI, source: Provider?, name: LocalizedText) {
        switch self {
        case .midTemperature: (.midTerm, .midTerm, LocalizedText("기상청 중기기온", "KMA mid-term temperatures"))
        case .midLand: (.midTerm, .midTerm, LocalizedText("기상청 중기육상예보", "KMA mid-term land forecast"))
        case .outlook: (.midTerm, .midTerm, LocalizedText("기상청 중기전망", "KMA mid-term outlook"))
        case .shortTerm: (.shortTerm, .shortTerm, LocalizedText("기상청 단기예보", "KMA short-term forecast"))
        case .nowcast: (.shortTerm, .shortTerm, LocalizedText("기상청 초단기실황·예보", "KMA nowcast"))
        case .warnings: (.warnings, nil, LocalizedText("기상청 특보 자료", "KMA warning data"))
        case .observedDays: (.observations, nil, LocalizedText("기상청 지상관측 일자료", "KMA daily observations"))
        case .airMeasured: (.airQuality, nil, LocalizedText("에어코리아 대기질 측정값", "AirKorea's measurements"))
        case .airForecast: (.airQuality, nil, LocalizedText("에어코리아 미세먼지 예보", "AirKorea's dust forecast"))
        case .openWeatherCurrent: (.openWeather, .openWeather, LocalizedText("OpenWeather 현재 날씨", "OpenWeather current weather"))
        case .openWeatherForecast: (.openWeather, .openWeather, LocalizedText("OpenWeather 5일 예보", "OpenWeather 5-day forecast"))
        }
    }
}

/// Upstream services, each with a key's application and a daily quota of its own.
public enum UpstreamAPI: String, Sendable, Hashable, CaseIterable {
    /// KMA's 중기예보 (data.go.kr 15059468).
    case midTerm = "MidFcstInfoService"
    /// KMA's 단기예보 (15084084).
    case shortTerm = "VilageFcstInfoService_2.0"
    /// KMA's 기상특보 (15000415), with a twin at the API hub.
    case warnings = "WthrWrnInfoService"
    /// KMA's daily values of surface stations, 지상(종관, ASOS) 일자료 (15059093).
    case observations = "AsosDalyInfoService"
    /// 에어코리아's 대기오염정보 (15073861).
    case airQuality = "ArpltnInforInqireSvc"
    /// OpenWeather's free plan.
    case openWeather = "openweather"
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
