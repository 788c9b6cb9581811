import Forecast

extension Condition {
    /// OpenWeather's id by its hundred (openweathermap.org/weather-conditions), else the icon; its own Korean is machine-translated.
    init(openWeather item: WeatherItem) {
        let kind = Condition.kind(ofID: item.id, icon: item.icon)
        let text = Condition.textByID[item.id] ?? Condition.text(of: kind)
        let icon = item.icon.flatMap { Condition.isIcon($0) ? $0 : nil }
        self.init(kind, text, code: item.id, icon: icon)
    }

    private static func isIcon(_ name: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return name.utf8.count == 3 && name.utf8.prefix(2).allSatisfy(digits.contains) && (name.hasSuffix("d") || name.hasSuffix("n"))
    }

    private static func kind(ofID id: Int, icon: String?) -> Kind {
        switch id {
        case 611...616: .mixed
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

    static func text(of kind: Kind) -> LocalizedText {
        switch kind {
        case .rain: LocalizedText("비", "Rain")
        case .snow: LocalizedText("눈", "Snow")
        case .mixed: LocalizedText("비/눈", "Rain and snow")
        case .sky(.clear): LocalizedText("맑음", "Clear")
        case .sky(.mostlyCloudy): LocalizedText("구름많음", "Mostly cloudy")
        case .sky(.overcast): LocalizedText("흐림", "Cloudy")
        case .sky(.obscured): LocalizedText("시정 나쁨", "Poor visibility")
        case .unknown: LocalizedText("알 수 없음", "Unknown")
        }
    }

    private static let textByID: [Int: LocalizedText] = [
        200: LocalizedText("약한 비와 천둥번개", "Thunderstorm, light rain"), 201: LocalizedText("비와 천둥번개", "Thunderstorm, rain"),
        202: LocalizedText("강한 비와 천둥번개", "Thunderstorm, heavy rain"), 210: LocalizedText("약한 천둥번개", "Light thunderstorm"),
        211: LocalizedText("천둥번개", "Thunderstorm"), 212: LocalizedText("강한 천둥번개", "Heavy thunderstorm"),
        221: LocalizedText("곳에 따라 천둥번개", "Scattered thunderstorms"), 230: LocalizedText("약한 이슬비와 천둥번개", "Thunderstorm, light drizzle"),
        231: LocalizedText("이슬비와 천둥번개", "Thunderstorm, drizzle"), 232: LocalizedText("굵은 이슬비와 천둥번개", "Thunderstorm, heavy drizzle"),
        300: LocalizedText("약한 이슬비", "Light drizzle"), 301: LocalizedText("이슬비", "Drizzle"), 302: LocalizedText("굵은 이슬비", "Heavy drizzle"),
        310: LocalizedText("약한 이슬비와 비", "Light drizzle and rain"), 311: LocalizedText("이슬비와 비", "Drizzle and rain"),
        312: LocalizedText("굵은 이슬비와 비", "Heavy drizzle and rain"), 313: LocalizedText("소나기와 이슬비", "Showers and drizzle"),
        314: LocalizedText("강한 소나기와 이슬비", "Heavy showers and drizzle"), 321: LocalizedText("소나기성 이슬비", "Drizzle showers"),
        500: LocalizedText("약한 비", "Light rain"), 501: LocalizedText("비", "Rain"), 502: LocalizedText("강한 비", "Heavy rain"),
        503: LocalizedText("매우 강한 비", "Very heavy rain"), 504: LocalizedText("극한 호우", "Extreme rain"), 511: LocalizedText("어는 비", "Freezing rain"),
        520: LocalizedText("약한 소나기", "Light showers"), 521: LocalizedText("소나기", "Showers"), 522: LocalizedText("강한 소나기", "Heavy showers"),
        531: LocalizedText("곳에 따라 소나기", "Scattered showers"), 600: LocalizedText("약한 눈", "Light snow"), 601: LocalizedText("눈", "Snow"),
        602: LocalizedText("많은 눈", "Heavy snow"), 611: LocalizedText("진눈깨비", "Sleet"), 612: LocalizedText("약한 소낙성 진눈깨비", "Light sleet showers"),
        613: LocalizedText("소낙성 진눈깨비", "Sleet showers"), 615: LocalizedText("약한 비/눈", "Light rain and snow"),
        616: LocalizedText("비/눈", "Rain and snow"), 620: LocalizedText("약한 소낙눈", "Light snow showers"), 621: LocalizedText("소낙눈", "Snow showers"),
        622: LocalizedText("강한 소낙눈", "Heavy snow showers"), 701: LocalizedText("박무", "Mist"), 711: LocalizedText("연기", "Smoke"),
        721: LocalizedText("연무", "Haze"), 731: LocalizedText("모래먼지 회오리", "Sand and dust whirls"), 741: LocalizedText("안개", "Fog"),
        751: LocalizedText("모래먼지", "Sand"), 761: LocalizedText("황사", "Dust"), 762: LocalizedText("화산재", "Volcanic ash"),
        771: LocalizedText("돌풍", "Squalls"), 781: LocalizedText("용오름", "Tornado"), 800: LocalizedText("맑음", "Clear"),
        801: LocalizedText("대체로 맑음", "Mostly clear"), 802: LocalizedText("구름조금", "Partly cloudy"), 803: LocalizedText("구름많음", "Mostly cloudy"),
        804: LocalizedText("흐림", "Cloudy"),
    ]
}
