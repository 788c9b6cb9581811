import Forecast
import Foundation
import HummingbirdTesting
import Testing

@testable import OpenMeteo
@testable import kma_server

@Suite("Open-Meteo's zones, days and hours")
struct OpenMeteoTimesTests {
    private typealias JSON = [String: Any]

    private static let point = "/om/v1/forecast?latitude=37.57&longitude=126.98"
    private static let path = point + "&timezone=Asia/Seoul"

    private func sections(_ query: String) async throws -> [String: Any] {
        let response = try await TestService().get(Self.path + query)
        #expect(response.status == .ok, "\(response.text)")
        return try response.json
    }

    @Test("Times are those of Greenwich unless another zone is asked for, or seconds since 1970")
    func times() async throws {
        func first(_ query: String) async throws -> [String] {
            let target = Self.point + "&hourly=rain&daily=sunset&forecast_days=1" + query
            let json = try await TestService().get(target).json
            return try ["hourly", "daily"].map { name in
                let section = try #require(json[name] as? [String: [Any]])
                return "\(try #require(section["time"]?.first))"
            }
        }
        #expect(try await first("") == ["2026-10-04T00:00", "2026-10-04"])
        #expect(try await first("&past_days=1&timezone=auto") == ["2026-10-03T00:00", "2026-10-03"])
        let midnight = Int(KoreanDate(year: 2026, month: 10, day: 4).start.timeIntervalSince1970)
        for (query, hours) in [
            ("", 9), ("&timezone=GMT", 9), ("&timezone=Asia%2FSeoul", 0), ("&timezone=Europe/Berlin", 7),
            ("&timezone=Asia/Kathmandu", 3), ("&timezone=America/New_York", 13),
        ] {
            let begins = midnight + hours * 3_600 + (query.contains("Kathmandu") ? 900 : 0)
            #expect(
                try await first("&timeformat=unixtime" + query) == ["\(begins)", "\(begins)"],
                "\(query)"
            )
        }
        let json = try await TestService().get(Self.point + "&timezone=Europe/Berlin").json
        #expect(json["timezone"] as? String == "Europe/Berlin")
        #expect(json["utc_offset_seconds"] as? Int == 7_200)
        #expect(json["timezone_abbreviation"] as? String == "GMT+2")
    }

    @Test("A zone has the offset of the day, by the years that its file lists and by its rule afterwards")
    func zones() throws {
        for (name, date, hours) in [
            ("Europe/Berlin", "2026-01-10", 1.0), ("Europe/Berlin", "2026-07-10", 2),
            ("Europe/Berlin", "2060-07-10", 2), ("Europe/Berlin", "2060-12-10", 1),
            ("Europe/Berlin", "1880-01-01", 0.8911), ("America/New_York", "2050-03-14", -4),
            ("America/New_York", "2050-03-12", -5), ("Australia/Sydney", "2050-01-10", 11),
            ("Australia/Sydney", "2050-07-10", 10), ("Asia/Tokyo", "2050-07-10", 9),
            ("Asia/Kolkata", "2026-07-10", 5.5), ("America/St_Johns", "2045-07-10", -2.5),
            ("Europe/Dublin", "2050-07-10", 1), ("Europe/Dublin", "2050-01-10", 0),
            ("Etc/GMT+9", "2026-01-01", -9),
        ] {
            let zone = try #require(ZoneFile.named(name), "\(name)")
            let noon = try #require(KoreanDate(date)).at(hour: 12)
            #expect(abs(zone.offset(at: noon) / 3_600 - hours) < 0.001, "\(name) \(date)")
        }
        for name in [
            "Mars", "../../etc/passwd", "Europe/../../passwd", "tzdata.zi", "Europe", "", "/etc/passwd",
        ] {
            #expect(ZoneFile.named(name) == nil, "\(name)")
        }
        // A file that is cut is none, wherever it is cut before its rule.
        let whole = try [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        for length in stride(from: 0, to: whole.count / 2, by: 7) {
            #expect(ZoneFile(Array(whole[..<length])) == nil)
        }
    }

    @Test("Days of every zone have values, those of Greenwich the highest and lowest of their hours")
    func daysOfZones() async throws {
        let names = [
            "temperature_2m_max", "temperature_2m_min", "temperature_2m_mean", "precipitation_sum",
            "precipitation_probability_max", "weather_code", "wind_speed_10m_max",
            "wind_direction_10m_dominant",
            "relative_humidity_2m_mean", "dew_point_2m_min", "sunrise",
        ]
        let service = try TestService()
        for zone in ["GMT", "Asia/Seoul", "Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"] {
            let json = try await service.get(
                Self.point + "&forecast_days=9&hourly=temperature_2m&daily=\(names.joined(separator: ","))"
                    + "&timezone=\(zone)"
            ).json
            let daily = try #require(json["daily"] as? [String: [Any]])
            for name in names { #expect(daily[name]?[1] is NSNull == false, "\(zone) \(name)") }
            for name in ["temperature_2m_max", "temperature_2m_min", "weather_code"] {
                #expect(daily[name]?[0..<8].contains { $0 is NSNull } == false, "\(zone) \(name)")
            }
            guard zone != "Asia/Seoul" else { continue }
            let hours = try #require((json["hourly"] as? [String: [Any]])?["temperature_2m"])
            let tomorrow = hours[24..<48].compactMap { $0 as? Double }
            #expect(
                tomorrow.count == 24 && daily["temperature_2m_max"]?[1] as? Double == tomorrow.max(),
                "\(zone)"
            )
        }
    }

    @Test("Hours and days are those that are named, or counted from the present hour")
    func slices() async throws {
        func times(_ query: String, _ section: String = "hourly") async throws -> [String] {
            let json = try await TestService().get(Self.path + query).json
            return try #require((json[section] as? JSON)?["time"] as? [String])
        }
        let day = try await times("&hourly=temperature_2m&forecast_hours=24")
        #expect(day.count == 24 && day.first == "2026-10-04T15:00")
        let past = try await times("&hourly=temperature_2m&forecast_hours=2&past_hours=3")
        #expect(past == (12...16).map { "2026-10-04T\($0):00" })
        let back = try await times("&hourly=temperature_2m&past_hours=3&forecast_days=1")
        #expect(back.count == 27 && back.first == "2026-10-04T12:00")
        let two = "&hourly=temperature_2m&daily=sunrise&start_date=2026-10-05&end_date=2026-10-06"
        #expect(try await times(two).count == 48)
        #expect(try await times(two, "daily") == ["2026-10-05", "2026-10-06"])
        let named = "&hourly=temperature_2m&start_hour=2026-10-05T06:00&end_hour=2026-10-05T08:00"
        #expect(try await times(named) == (6...8).map { "2026-10-05T0\($0):00" })
        let quarters = try await times(
            "&minutely_15=temperature_2m,precipitation&forecast_hours=1",
            "minutely_15"
        )
        #expect(quarters == ["00", "15", "30", "45"].map { "2026-10-04T15:\($0)" })
    }

    @Test("A name that is not known is there without a value, and the dew point is that of the hour's air")
    func variables() async throws {
        let json = try await sections(
            "&hourly=temperature_2m,relative_humidity_2m,dewpoint_2m,snow_height,cape&daily=uv_index_max"
                + "&current=dew_point_2m,soil_moisture_0_1cm&minutely_15=global_tilted_irradiance&forecast_hours=9"
        )
        let hourly = try #require(json["hourly"] as? [String: [Any]])
        for name in ["snow_height", "cape"] {
            #expect(hourly[name]?.allSatisfy { $0 is NSNull } == true)
            #expect((json["hourly_units"] as? [String: String])?[name] == "undefined")
        }
        #expect((json["minutely_15"] as? [String: [Any]])?["global_tilted_irradiance"]?.count == 36)
        for index in 0..<9 {
            let temperature = try #require(hourly["temperature_2m"]?[index] as? Double)
            let humidity = try #require(hourly["relative_humidity_2m"]?[index] as? Double)
            let dewPoint = try #require(hourly["dewpoint_2m"]?[index] as? Double)
            // The humidity of air that condenses there, by the pressures of saturation.
            func exponent(_ degrees: Double) -> Double { 17.625 * degrees / (243.04 + degrees) }
            let back = 100 * exp(exponent(dewPoint) - exponent(temperature))
            #expect(abs(back - humidity) < 0.5, "\(index)")
        }
        #expect((json["current"] as? JSON)?["dew_point_2m"] is Double)
    }
}
