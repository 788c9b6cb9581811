import Forecast
import Testing

@testable import OpenMeteo
@testable import kma_server

@Suite("WMO weather codes")
struct WeatherCodeTests {
    private static let conditions: [(condition: Condition, code: Int?)] = [
        (Condition(.sky(.clear), LocalizedText("맑음", "")), 0),
        (Condition(.sky(.mostlyCloudy), LocalizedText("구름조금", "")), 1),
        (Condition(.sky(.mostlyCloudy), LocalizedText("구름많음", "")), 2),
        (Condition(.sky(.overcast), LocalizedText("흐림", "")), 3),
        (Condition(.sky(.obscured), LocalizedText("안개", "")), 45),
        (Condition(.sky(.obscured), LocalizedText("황사", "")), nil),
        (Condition(.rain, LocalizedText("비", "")), 61),
        (Condition(.rain, LocalizedText("흐리고 비", "")), 61),
        (Condition(.rain, LocalizedText("빗방울", "")), 51),
        (Condition(.rain, LocalizedText("구름많고 소나기", "")), 80),
        (Condition(.snow, LocalizedText("비/눈", "")), 71), (Condition(.snow, LocalizedText("눈", "")), 71),
        (Condition(.snow, LocalizedText("빗방울눈날림", "")), 71),
        (Condition(.rain, LocalizedText("뇌우", ""), code: 211), 95),
        (Condition(.rain, LocalizedText("강한 비", ""), code: 502), 65),
        (Condition(.snow, LocalizedText("많은 눈", ""), code: 602), 75),
        (Condition(.sky(.obscured), LocalizedText("먼지", ""), code: 761), nil),
        (Condition(.unknown, LocalizedText("알 수 없음", "")), nil),
    ]

    @Test(
        "A condition has Open-Meteo's code for it, and none where it has none",
        arguments: conditions
    )
    func codes(condition: Condition, code: Int?) {
        #expect(condition.weatherCode == code)
    }
}
