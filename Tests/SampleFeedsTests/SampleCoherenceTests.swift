import Feeds
import Forecast
import Foundation
import Regions
import Testing

@testable import SampleFeeds

/// Agreement of all feeds about a place and day.
@Suite("The same weather in every sample feed")
struct SampleCoherenceTests {
    /// Two feeds' words on one day, each in its own wire form: OpenWeather's forecast of the evening before, and the
    /// short-term issue of 23시. A mid-term issue has its errors (SampleRecordTests).
    private struct Witnesses {
        var slots: [[String: Any]]
        var hours: [[String: Any]]

        init(_ zone: TemperatureZone, _ date: KoreanDate) throws {
            let late = try SampleAnswers("\(date + -1)", hour: 23, minute: 30)
            slots = try late.forecast(zone.latitude, zone.longitude).filter {
                KoreanDate(of: Date(timeIntervalSince1970: Double($0["dt"] as? Int ?? 0))) == date
            }
            let cell = try #require(GridCell(latitude: zone.latitude, longitude: zone.longitude))
            let day = String(KoreanTime(date.start).compact.prefix(8))
            let base = String(KoreanTime((date + -1).start).compact.prefix(8))
            hours = try late.shortTerm(base, "2300", x: cell.x, y: cell.y).filter {
                $0["fcstDate"] as? String == day
            }
        }

        func slotsAreWet(afternoon: Bool) -> Bool {
            slots.contains { slot in
                let hour = KoreanTime(Date(timeIntervalSince1970: Double(slot["dt"] as? Int ?? 0))).hour
                return (hour >= 12) == afternoon && (slot["rain"] != nil || slot["snow"] != nil)
            }
        }

        func hoursAreWet(afternoon: Bool) -> Bool {
            hours.contains { row in
                row["category"] as? String == "PTY" && row["fcstValue"] as? String != "0"
                    && ((row["fcstTime"] as? String ?? "") >= "1200") == afternoon
            }
        }
    }

    private static let cities = [
        "11B10101", "11B20601", "11D10401", "11D20501", "11C10301", "11C20404", "11F10201", "11F20501",
        "11H10701", "11H20201", "11G00201",
    ]

    @Test(
        "Short-term and OpenWeather have the same wet halves, and lows and highs within two degrees",
        arguments: cities
    )
    func days(code: String) throws {
        let zone = try #require(Gazetteer.temperatureZone(code: code))
        var wet = 0
        for number in stride(from: 0, to: 360, by: 20) {
            let date = KoreanDate(year: 2026, month: 1, day: 5) + number
            let witnesses = try Witnesses(zone, date)
            for afternoon in [false, true] {
                let isWet = witnesses.hoursAreWet(afternoon: afternoon)
                #expect(witnesses.slotsAreWet(afternoon: afternoon) == isWet, "\(date) \(afternoon)")
                wet += isWet ? 1 : 0
            }
            func extreme(_ category: String) throws -> Double {
                let row = try #require(witnesses.hours.first { $0["category"] as? String == category })
                return try #require(Double(row["fcstValue"] as? String ?? ""))
            }
            let slots = witnesses.slots.compactMap { ($0["main"] as? [String: Any])?["temp"] as? Double }
            #expect(abs(try #require(slots.max()) - (try extreme("TMX"))) < 2)
            // The night after may go below the morning's low, so it is the slot of 06시 that is compared.
            #expect(abs(slots[2] - (try extreme("TMN"))) < 2)
        }
        #expect(wet > 1 && wet < 20)
    }

    @Test("A city, its point and its grid cell lie in one land zone")
    func oneLandZone() throws {
        for zone in Gazetteer.temperatureZones {
            let cell = try #require(GridCell(latitude: zone.latitude, longitude: zone.longitude))
            let middle = cell.middle
            let point = SamplePoint(latitude: zone.latitude, longitude: zone.longitude)
            #expect(point?.landZone == zone.landZone, "\(zone.name)")
            let cellPoint = SamplePoint(latitude: middle.latitude, longitude: middle.longitude)
            #expect(cellPoint?.landZone == zone.landZone, "\(zone.name)")
        }
    }

    @Test("The current weather equals the forecast of its hour")
    func nowAndForecast() throws {
        for number in stride(from: 0, to: 360, by: 11) {
            let date = KoreanDate(year: 2026, month: 1, day: 5) + number
            let forecast = try SampleAnswers("\(date)", hour: 11).forecast(37.57, 126.98)
            let now = try SampleAnswers("\(date)", hour: 12)
            let current = try now.object("/data/2.5/weather?lat=37.57&lon=126.98&units=metric")
            let slot = try #require(forecast.first?["main"] as? [String: Any])
            let main = try #require(current["main"] as? [String: Any])
            #expect(slot["temp"] as? Double == main["temp"] as? Double)
            if current["rain"] != nil || current["snow"] != nil {
                #expect(forecast.first?["rain"] != nil || forecast.first?["snow"] != nil)
            }
        }
    }
}
