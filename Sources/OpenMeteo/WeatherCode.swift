import Forecast

extension Condition {
    /// WMO code (open-meteo.com/en/docs), a group's lightest, as KMA's texts have no strength; `nil` for haze and dust.
    var weatherCode: Int? {
        if let code, let known = Condition.codesOfOpenWeather[code] { return known }
        if let known = Condition.codesOfTexts.first(where: { text.korean.hasSuffix($0.text) }) { return known.code }
        switch kind {
        case .sky(.clear): return 0
        case .sky(.mostlyCloudy): return 2
        case .sky(.overcast): return 3
        case .sky(.obscured): return text.korean.contains("안개") || text.korean == "박무" ? 45 : nil
        case .rain: return 61
        case .snow, .mixed: return 71
        case .unknown: return nil
        }
    }

    /// KMA's words behind an optional sky; longer ones first.
    private static let codesOfTexts = [
        (text: "빗방울눈날림", code: 71), (text: "눈날림", code: 71), (text: "빗방울", code: 51), (text: "소나기", code: 80), (text: "구름조금", code: 1),
    ]

    /// openweathermap.org/weather-conditions, with strength.
    private static let codesOfOpenWeather: [Int: Int] = {
        var codes = [
            300: 51, 301: 53, 302: 55, 310: 51, 311: 53, 312: 55, 313: 80, 314: 81, 321: 80, 500: 61, 501: 63, 502: 65, 503: 65, 504: 65, 511: 66,
            520: 80, 521: 81, 522: 82, 531: 80, 600: 71, 601: 73, 602: 75, 611: 71, 612: 85, 613: 85, 615: 71, 616: 73, 620: 85, 621: 85, 622: 86,
            701: 45, 741: 45, 800: 0, 801: 1, 802: 2, 803: 3, 804: 3,
        ]
        for id in 200...232 { codes[id] = 95 }
        return codes
    }()
}
