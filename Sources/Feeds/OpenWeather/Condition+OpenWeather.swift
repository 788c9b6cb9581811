import Forecast

extension WeatherItem {
    /// Night by the icon's last letter; the id and the picture of an icon can disagree, its letter does not.
    var isNight: Bool? {
        switch icon?.last {
        case "n": true
        case "d": false
        default: nil
        }
    }
}

extension Condition {
    /// A condition by OpenWeather's id, with words of our own: the upstream's Korean is a machine's.
    ///
    /// Ids: openweathermap.org/weather-conditions. Whole hundreds decide, so that a new id falls where its kin are;
    /// an unknown hundred is read from the number of its icon.
    init(openWeather item: WeatherItem) {
        let kind = Condition.kind(ofID: item.id, icon: item.icon)
        let words = Condition.wordsByID[item.id] ?? Condition.words(of: kind)
        self.init(kind, words, code: item.id, icon: item.icon)
    }

    private static func kind(ofID id: Int, icon: String?) -> Kind {
        switch id {
        case 511, 600..<700: .snow
        case 200..<400, 500..<600: .rain
        case 700..<800: .sky(.obscured)
        case 800, 801: .sky(.clear)
        case 802, 803: .sky(.mostlyCloudy)
        case 804..<900: .sky(.overcast)
        default: kind(ofIcon: icon)
        }
    }

    private static func kind(ofIcon icon: String?) -> Kind {
        switch icon?.prefix(2) {
        case "01", "02": .sky(.clear)
        case "03": .sky(.mostlyCloudy)
        case "04": .sky(.overcast)
        case "50": .sky(.obscured)
        case "09", "10", "11": .rain
        case "13": .snow
        default: .unknown
        }
    }

    /// Words for an id that is not in the list, by what it must be.
    private static func words(of kind: Kind) -> Words {
        switch kind {
        case .rain: Words("비", "Rain")
        case .snow: Words("눈", "Snow")
        case .sky(.clear): Words("맑음", "Clear")
        case .sky(.mostlyCloudy): Words("구름많음", "Mostly cloudy")
        case .sky(.overcast): Words("흐림", "Cloudy")
        case .sky(.obscured): Words("시정 나쁨", "Poor visibility")
        case .unknown: Words("알 수 없음", "Unknown")
        }
    }

    private static let wordsByID: [Int: Words] = [
        200: Words("약한 비와 천둥번개", "Thunderstorm, light rain"),
        201: Words("비와 천둥번개", "Thunderstorm, rain"),
        202: Words("강한 비와 천둥번개", "Thunderstorm, heavy rain"),
        210: Words("약한 천둥번개", "Light thunderstorm"),
        211: Words("천둥번개", "Thunderstorm"),
        212: Words("강한 천둥번개", "Heavy thunderstorm"),
        221: Words("곳에 따라 천둥번개", "Scattered thunderstorms"),
        230: Words("약한 이슬비와 천둥번개", "Thunderstorm, light drizzle"),
        231: Words("이슬비와 천둥번개", "Thunderstorm, drizzle"),
        232: Words("굵은 이슬비와 천둥번개", "Thunderstorm, heavy drizzle"),
        300: Words("약한 이슬비", "Light drizzle"),
        301: Words("이슬비", "Drizzle"),
        302: Words("굵은 이슬비", "Heavy drizzle"),
        310: Words("약한 이슬비와 비", "Light drizzle and rain"),
        311: Words("이슬비와 비", "Drizzle and rain"),
        312: Words("굵은 이슬비와 비", "Heavy drizzle and rain"),
        313: Words("소나기와 이슬비", "Showers and drizzle"),
        314: Words("강한 소나기와 이슬비", "Heavy showers and drizzle"),
        321: Words("소나기성 이슬비", "Drizzle showers"),
        500: Words("약한 비", "Light rain"),
        501: Words("비", "Rain"),
        502: Words("강한 비", "Heavy rain"),
        503: Words("매우 강한 비", "Very heavy rain"),
        504: Words("극한 호우", "Extreme rain"),
        511: Words("어는 비", "Freezing rain"),
        520: Words("약한 소나기", "Light showers"),
        521: Words("소나기", "Showers"),
        522: Words("강한 소나기", "Heavy showers"),
        531: Words("곳에 따라 소나기", "Scattered showers"),
        600: Words("약한 눈", "Light snow"),
        601: Words("눈", "Snow"),
        602: Words("많은 눈", "Heavy snow"),
        611: Words("진눈깨비", "Sleet"),
        612: Words("약한 소낙성 진눈깨비", "Light sleet showers"),
        613: Words("소낙성 진눈깨비", "Sleet showers"),
        615: Words("약한 비/눈", "Light rain and snow"),
        616: Words("비/눈", "Rain and snow"),
        620: Words("약한 소낙눈", "Light snow showers"),
        621: Words("소낙눈", "Snow showers"),
        622: Words("강한 소낙눈", "Heavy snow showers"),
        701: Words("박무", "Mist"),
        711: Words("연기", "Smoke"),
        721: Words("연무", "Haze"),
        731: Words("모래먼지 회오리", "Sand and dust whirls"),
        741: Words("안개", "Fog"),
        751: Words("모래먼지", "Sand"),
        761: Words("황사", "Dust"),
        762: Words("화산재", "Volcanic ash"),
        771: Words("돌풍", "Squalls"),
        781: Words("용오름", "Tornado"),
        800: Words("맑음", "Clear"),
        801: Words("대체로 맑음", "Mostly clear"),
        802: Words("구름조금", "Partly cloudy"),
        803: Words("구름많음", "Mostly cloudy"),
        804: Words("흐림", "Cloudy"),
    ]
}
