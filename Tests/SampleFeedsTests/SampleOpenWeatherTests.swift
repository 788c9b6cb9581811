import Feeds
import Forecast
import Foundation
import Testing

@testable import SampleFeeds

@Suite("Sample OpenWeather feeds")
struct SampleOpenWeatherTests {
    private static let seoul = "lat=37.57&lon=126.98"

    @Test("A forecast is forty slots of three hours from the next one on, named in UTC")
    func slots() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 15)
        let list = try answers.forecast(37.57, 126.98)
        let times = list.compactMap { $0["dt"] as? Int }
        #expect(times == (1...40).map { Int(answers.now.timeIntervalSince1970) + $0 * 10_800 })
        #expect(list.first?["dt_txt"] as? String == "2026-10-04 09:00:00")
        #expect(list.last?["dt_txt"] as? String == "2026-10-09 06:00:00")
    }

    @Test("cod is a string in the forecast and a number in the current weather, as upstream")
    func codes() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 15)
        #expect(try answers.object("/data/2.5/forecast?\(Self.seoul)")["cod"] as? String == "200")
        #expect(try answers.object("/data/2.5/weather?\(Self.seoul)")["cod"] as? Int == 200)
    }

    @Test("A slot's keys stand in OpenWeather's order")
    func slotOrder() throws {
        let text = try SampleAnswers("2026-10-04", hour: 15).text("/data/2.5/forecast?\(Self.seoul)&cnt=1")
        let slot = try #require(text.firstMatch(of: /"list":\[(.*)\],"city"/)).output.1
        let keys = writtenKeys(of: slot).filter { !["rain", "snow", "3h"].contains($0) }
        #expect(
            keys == [
                "dt", "main", "temp", "feels_like", "temp_min", "temp_max", "pressure", "sea_level",
                "grnd_level",
                "humidity", "temp_kf", "weather", "id", "main", "description", "icon", "clouds", "all",
                "wind", "speed",
                "deg", "gust", "visibility", "pop", "sys", "pod", "dt_txt",
            ]
        )
    }

    @Test("Rain is present only with a condition of rain, and never as 0")
    func rainObjects() throws {
        var wet = 0
        for month in 1...12 {
            let date = KoreanDate(year: 2026, month: month, day: 3)
            for slot in try SampleAnswers("\(date)", hour: 15).forecast(35.18, 129.08) {
                let condition = try #require(
                    (slot["weather"] as? [SampleAnswers.Object])?.first?["id"] as? Int
                )
                let rain = (slot["rain"] as? SampleAnswers.Object)?["3h"] as? Double
                let snow = (slot["snow"] as? SampleAnswers.Object)?["3h"] as? Double
                let isSleet = condition == 615 || condition == 616
                #expect((rain != nil) == (500..<600 ~= condition || isSleet))
                #expect((snow != nil) == (600..<700 ~= condition))
                #expect((rain ?? 1) > 0 && (snow ?? 1) > 0)
                wet += rain == nil && snow == nil ? 0 : 1
            }
        }
        #expect(wet > 40)
    }

    @Test("Day and night follow the sun, in the slot and in its icon")
    func dayAndNight() throws {
        for slot in try SampleAnswers("2026-06-21", hour: 1).forecast(37.57, 126.98) {
            let pod = try #require((slot["sys"] as? SampleAnswers.Object)?["pod"] as? String)
            let icon = try #require((slot["weather"] as? [SampleAnswers.Object])?.first?["icon"] as? String)
            let hour = KoreanTime(Date(timeIntervalSince1970: Double(try #require(slot["dt"] as? Int)))).hour
            #expect(pod == ((6..<19).contains(hour) ? "d" : "n"))
            #expect(icon.hasSuffix(pod))
        }
    }

    @Test(
        "Units are kelvin unless metric or imperial is requested",
        arguments: [("", 273.15), ("&units=standard", 273.15), ("&units=metric", 0)]
    )
    func units(parameter: String, offset: Double) throws {
        let answers = try SampleAnswers("2026-10-04", hour: 15)
        func temperature(_ parameter: String) throws -> Double {
            let answer = try answers.object("/data/2.5/weather?\(Self.seoul)\(parameter)")
            return try #require((answer["main"] as? SampleAnswers.Object)?["temp"] as? Double)
        }
        let metric = try temperature("&units=metric")
        #expect(abs(try temperature(parameter) - metric - offset) < 0.02)
        #expect(abs(try temperature("&units=imperial") - (metric * 1.8 + 32)) < 0.02)
    }

    @Test(
        "An invalid point is refused as OpenWeather refuses it",
        arguments: [
            ("lat=91&lon=127", "wrong latitude"), ("lat=x&lon=127", "wrong latitude"),
            ("lat=37&lon=181", "wrong longitude"), ("lon=127", "Nothing to geocode"),
        ]
    )
    func wrongPoint(query: String, message: String) throws {
        let now = try SampleAnswers("2026-10-04", hour: 15).now
        let answer = SampleFeeds.answer(
            to: "https://api.openweathermap.org/data/2.5/weather?\(query)",
            at: now
        )
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"cod":"400","message":"\#(message)"}"#)
    }

    @Test(
        "Numbers are written as OpenWeather writes them, without trailing zeros",
        arguments: [
            (30.0, 2, "30"), (30.5, 2, "30.5"), (30.05, 2, "30.05"), (-0.3, 1, "-0.3"), (-0.004, 2, "0"),
            (-0.04, 1, "0"), (99.999, 2, "100"), (0.1, 1, "0.1"), (126.9783, 4, "126.9783"),
        ]
    )
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(value.plain(decimals) == text)
    }
}
