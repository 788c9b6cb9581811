import Feeds
import Forecast
import Foundation
import Regions
import Testing

@testable import SampleFeeds

@Suite("Sample weather")
struct SampleWeatherTests {
    @Test("The same request always has the same bytes")
    func deterministic() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 18)
        for target in [
            "/MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610041800",
            "/data/2.5/forecast?lat=37.57&lon=126.98",
            "/VilageFcstInfoService_2.0/getVilageFcst?base_date=20261004&base_time=1700&nx=60&ny=127&numOfRows=1100",
        ] {
            #expect(answers.text(target) == answers.text(target))
        }
        // Written down, so that a machine or a release that draws otherwise is found out.
        #expect(SampleNoise.unit(.front, 3, 20_000) == 0.519296180751755)
    }

    @Test(
        "Monthly means are near the 1991–2020 normals of the place",
        arguments: [
            // name, latitude, longitude, month, low, high, wet days (기상청 1991–2020 평년값)
            ("서울", 37.57, 126.98, 1, -5.5, 2.1, 6.1), ("서울", 37.57, 126.98, 4, 8.0, 17.9, 8.4),
            ("서울", 37.57, 126.98, 7, 22.3, 29.0, 16.3), ("서울", 37.57, 126.98, 8, 22.9, 30.0, 14.7),
            ("서울", 37.57, 126.98, 10, 10.6, 20.2, 6.1), ("부산", 35.10, 129.03, 1, 0.1, 8.2, 6.0),
            ("부산", 35.10, 129.03, 8, 23.6, 29.7, 11.5), ("제주", 33.51, 126.53, 1, 3.7, 8.6, 10.0),
            ("제주", 33.51, 126.53, 8, 24.6, 30.1, 13.0), ("대관령", 37.68, 128.72, 1, -11.8, -2.0, 7.0),
        ]
    )
    func normals(
        name: String,
        latitude: Double,
        longitude: Double,
        month: Int,
        low: Double,
        high: Double,
        wetDays: Double
    ) throws {
        let weather = SampleWeather(try #require(SamplePoint(latitude: latitude, longitude: longitude)))
        let days = (2001...2030).flatMap { year in
            (1...28).map { weather.day(KoreanDate(year: year, month: month, day: $0)) }
        }
        let count = Double(days.count)
        #expect(abs(days.reduce(0) { $0 + $1.low } / count - low) < 2)
        #expect(abs(days.reduce(0) { $0 + $1.high } / count - high) < 2)
        let wet = days.count { $0.fallingInMorning != nil || $0.fallingInAfternoon != nil }
        #expect(abs(Double(wet) / count * 30 - wetDays) < 4)
    }

    @Test("No day of ten years is outside Korea's records", arguments: Gazetteer.landZones)
    func extremes(zone: LandZone) {
        let weather = SampleWeather(SamplePoint(zone))
        let first = KoreanDate(year: 2021, month: 1, day: 1)
        let beyond = (0..<3_650).map { first + $0 }.filter { date in
            let day = weather.day(date)
            return day.low < -25 || day.high > 41 || day.high - day.low < 1.5
        }
        #expect(beyond.isEmpty)
    }

    @Test(
        "Snow falls only in cold months and cold air, and rain only in warmer air",
        arguments: Gazetteer.landZones
    )
    func snow(zone: LandZone) {
        let weather = SampleWeather(SamplePoint(zone))
        let first = KoreanDate(year: 2025, month: 7, day: 1)
        let odd = (0..<365).map { first + $0 }.filter { date in
            (0..<24).map { weather.hour(date, $0) }.contains { hour in
                switch hour.falling {
                case .snow: hour.temperature > 5 || (5...10).contains(date.civil.month)
                case .rain, .shower: hour.temperature < -1.5
                case .sleet, nil: false
                }
            }
        }
        #expect(odd.isEmpty)
    }

    @Test(
        "A half day is wet exactly if one of its hours is",
        arguments: Gazetteer.landZones
    )
    func halfDays(zone: LandZone) {
        let weather = SampleWeather(SamplePoint(zone))
        for number in 20_000..<20_365 {
            let date = KoreanDate(dayNumber: number)
            let day = weather.day(date)
            let hours = (0..<24).map { weather.hour(date, $0) }
            #expect(hours[..<12].contains { $0.falling != nil } == (day.morning.fall != nil))
            #expect(hours[12...].contains { $0.falling != nil } == (day.afternoon.fall != nil))
            #expect(hours[..<12].map(\.probability).max() ?? 0 == day.morning.probability)
        }
    }
}
