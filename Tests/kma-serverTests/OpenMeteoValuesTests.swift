import Forecast
import Foundation
import HummingbirdTesting
import NIOConcurrencyHelpers
import Rendering
import TestSupport
import Testing

@testable import OpenMeteo
@testable import kma_server

@Suite("Open-Meteo's values", .takesSlots(programs: 1))
struct OpenMeteoValuesTests {
    @Test(
        "The least rain and snow are not 0 in inches",
        arguments: [(OpenMeteoUnit.millimetres, "0.004"), (.centimetres, "0.039")]
    )
    func leastAmount(unit: OpenMeteoUnit, text: String) {
        let units = OpenMeteoUnits(temperature: .celsius, wind: .ms, precipitation: .inch)
        #expect(CSV.number(units.value(0.1, unit), decimals: unit.decimals) == text)
    }

    private typealias JSON = [String: Any]

    private static let path = "/om/v1/forecast?latitude=37.57&longitude=126.98&timezone=auto"

    private func sections(_ query: String) async throws -> [String: Any] {
        let response = try await TestService().get(Self.path + query)
        #expect(response.status == .ok, "\(response.text)")
        return try response.json
    }

    @Test("The elevation is the request's own, else that of the nearest station")
    func elevation() async throws {
        #expect(try await sections("")["elevation"] as? Double == 85)
        #expect(try await sections("&elevation=12.5")["elevation"] as? Double == 12.5)
        #expect(try await sections("&elevation=nan")["elevation"] as? Double == 85)
    }

    @Test("Days whose hours are whole have sums and the strongest wind, and others have none")
    func sums() async throws {
        let names = [
            "rain_sum", "snowfall_sum", "precipitation_hours", "wind_speed_10m_max",
            "wind_direction_10m_dominant",
        ]
        let json = try await sections(
            "&daily=" + names.joined(separator: ",") + "&hourly=rain,wind_speed_10m&forecast_days=11"
        )
        let daily = try #require(json["daily"] as? [String: [Any]])
        let hourly = try #require(json["hourly"] as? [String: [Any]])
        for day in 0..<11 {
            let rain = try #require(hourly["rain"])[(24 * day + 1)...].prefix(24).map { $0 as? Double }
            let wind = try #require(hourly["wind_speed_10m"])[(24 * day)...].prefix(24).map { $0 as? Double }
            let sum = rain.count == 24 && !rain.contains(nil) ? rain.compactMap { $0 }.reduce(0, +) : nil
            let told = daily["rain_sum"]?[day] as? Double
            #expect(told == nil && sum == nil || abs((told ?? -1) - (sum ?? -2)) < 0.2, "\(day)")
            let most = wind.contains(nil) ? nil : wind.compactMap { $0 }.max()
            #expect(daily["wind_speed_10m_max"]?[day] as? Double == most, "\(day)")
        }
        for name in names { #expect(daily[name]?[1] is NSNumber && daily[name]?[10] is NSNull, "\(name)") }
    }

    @Test(
        "An amount that KMA gives as a range is its middle, and its hour one of precipitation"
    )
    func ranges() async throws {
        let service = try TestService()
        service.clock.withLockedValue { $0 = KoreanDate(year: 2026, month: 7, day: 20).at(hour: 9) }
        let query = "&hourly=precipitation,rain&daily=precipitation_hours,precipitation_sum&forecast_days=3"
        let json = try await service.get(Self.path + query).json
        let hourly = try #require(json["hourly"] as? [String: [Any]])
        let values = Dictionary(
            uniqueKeysWithValues: zip(
                try #require(hourly["time"] as? [String]),
                zip(try #require(hourly["precipitation"]), try #require(hourly["rain"]))
            )
        )
        let slots = try #require(
            try await service.get("/v1/hours?lat=37.57&lon=126.98").json["hours"] as? [JSON]
        )
        let format = ISO8601DateFormatter()
        let times = try slots.map { slot in
            try #require((slot["time"] as? String).flatMap { format.date(from: $0) })
        }
        var ranges: [String: Int] = [:]
        for (index, slot) in slots.enumerated().dropLast() {
            let end = times[index].addingTimeInterval(3_600)
            let told = KoreanTime(end)
            guard times[index + 1] == end, let value = values["\(told.date)T\(told.clock)"] else { continue }
            if let range = slot["precipitation_range"] as? JSON {
                let ends = [range["low"], range["high"]].compactMap { $0 as? Double }
                #expect(value.0 as? Double == ends.reduce(0, +) / Double(ends.count), "\(told)")
                ranges["\(KoreanDate(of: times[index]))", default: 0] += 1
            } else {
                #expect(value.0 as? Double == slot["precipitation_amount"] as? Double, "\(told)")
            }
        }
        let daily = try #require(json["daily"] as? [String: [Any]])
        let days = try #require(daily["time"] as? [String])
        var wholeDays = 0
        for (day, hours) in zip(days, try #require(daily["precipitation_hours"])) {
            guard let count = ranges[day], let hours = hours as? Double else { continue }
            wholeDays += 1
            #expect(hours >= Double(count), "\(day)")
        }
        #expect(wholeDays > 0)
    }

    @Test("An hour of today that is over has what was observed in it, and the others before now are null")
    func pastHours() async throws {
        let service = try TestService()
        // Before KMA's observation of 15시 is out the one of 14시 stands.
        service.clock.withLockedValue { $0 = TestService.afternoon.addingTimeInterval(60) }
        let json = try await service.get(
            Self.path + "&current=temperature_2m&hourly=temperature_2m,is_day&forecast_days=1"
        ).json
        let current = try #require(json["current"] as? JSON)
        let hourly = try #require(json["hourly"] as? [String: [Any]])
        let hour = try #require(
            (hourly["time"] as? [String])?.firstIndex { $0 == current["time"] as? String }
        )
        let temperatures = try #require(hourly["temperature_2m"])
        #expect(hour < 15)
        #expect(temperatures[hour] as? Double == current["temperature_2m"] as? Double)
        #expect(temperatures[..<hour].allSatisfy { $0 is NSNull })
        #expect(temperatures[15...].allSatisfy { $0 is NSNumber })
    }

    @Test("A table with commas has the places and then each section, and NaN for what is not known")
    func table() async throws {
        let service = try TestService()
        let query =
            "&current=temperature_2m&hourly=temperature_2m,uv_index&daily=sunrise,weather_code&format=csv"
        let one = try await service.get(Self.path + query)
        #expect(one.headers[.contentType] == "text/csv; charset=utf-8")
        let lines = one.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation")
        #expect(lines[1] == "37.57,126.98,85.0,32400,Asia/Seoul,GMT+9")
        #expect(lines[3] == "time,temperature_2m (°C)")
        #expect(lines[6] == "time,temperature_2m (°C),uv_index (undefined)")
        #expect(lines[7].hasPrefix("2026-10-04T00:00,") && lines[7].hasSuffix(",NaN"))
        #expect(lines[176] == "time,sunrise (iso8601),weather_code (wmo code)")
        #expect(lines[177].wholeMatch(of: /2026-10-04,2026-10-04T06:\d\d,\d+/) != nil, "\(lines[177])")
        let two = try await service.get(
            "/om/v1/forecast?latitude=37.57,35.18&longitude=126.98,129.08&timezone=auto&hourly=rain&forecast_days=1&format=csv"
        )
        let rows = two.text.split(separator: "\n")
        #expect(rows[0].hasPrefix("location_id,latitude,"))
        #expect(rows.count { $0.hasPrefix("1,2026-10-04T") } == 24)
    }

    @Test("The air of now is what the place's station measured, in micrograms")
    func air() async throws {
        let service = try TestService()
        let target = "/om/v1/air-quality?latitude=37.57&longitude=126.98"
        let json = try await service.get(target + "&current=pm10,pm2_5,ozone,us_aqi&hourly=pm10").json
        let plain = try await service.get("/v1/now?lat=37.57&lon=126.98").json
        let air = try #require(plain["air"] as? JSON)
        let current = try #require(json["current"] as? JSON)
        for (open, ours) in [("pm10", "pm10"), ("pm2_5", "pm25")] {
            #expect(
                current[open] as? Double == (air[ours] as? JSON)?["value"] as? Double ?? air[ours] as? Double
            )
        }
        #expect(current["ozone"] as? Double ?? 0 > 1)
        #expect(current["us_aqi"] is NSNull)
        let hourly = try #require(json["hourly"] as? [String: [Any]])
        #expect(hourly["pm10"]?.count { $0 is NSNumber } == 1)
        #expect((json["current_units"] as? JSON)?["pm10"] as? String == "μg/m³")
    }
}
