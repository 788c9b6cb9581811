import Feeds
import Forecast
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import OpenMeteo
@testable import kma_server

@Suite("OpenMeteoController", .takesSlots(programs: 1))
struct OpenMeteoControllerTests {
    private typealias JSON = [String: Any]

    private static let point = "/om/v1/forecast?latitude=37.57&longitude=126.98"
    private static let path = point + "&timezone=Asia/Seoul"

    private func sections(_ query: String) async throws -> [String: Any] {
        let response = try await TestService().get(Self.path + query)
        #expect(response.status == .ok, "\(response.text)")
        #expect(response.headers[.accessControlAllowOrigin] == "*")
        return try response.json
    }

    @Test("The sections that are asked for are there with their units, and no others")
    func units() async throws {
        let json = try await sections(
            "&current=temperature_2m,is_day&hourly=rain,snowfall&daily=weather_code,sunset"
        )
        #expect(
            Set(json.keys) == [
                "latitude", "longitude", "generationtime_ms", "utc_offset_seconds", "timezone",
                "timezone_abbreviation", "elevation", "current_units", "current", "hourly_units", "hourly",
                "daily_units", "daily",
            ]
        )
        #expect(json["timezone"] as? String == "Asia/Seoul")
        #expect(json["utc_offset_seconds"] as? Int == 32_400)
        #expect(
            json["current_units"] as? [String: String] == [
                "time": "iso8601", "interval": "seconds", "temperature_2m": "°C", "is_day": "",
            ]
        )
        #expect(
            json["hourly_units"] as? [String: String] == ["time": "iso8601", "rain": "mm", "snowfall": "cm"]
        )
        #expect(
            json["daily_units"] as? [String: String] == [
                "time": "iso8601", "weather_code": "wmo code", "sunset": "iso8601",
            ]
        )
    }

    @Test(
        "Hours begin at midnight in Korea with the values of /v1/hours, and steps between on a line"
    )
    func hours() async throws {
        let service = try TestService()
        let slots = try #require(
            try await service.get("/v1/hours?lat=37.57&lon=126.98").json["hours"] as? [JSON]
        )
        let hourly = try #require(
            try await service.get(Self.path + "&hourly=temperature_2m,weather_code,is_day,precipitation")
                .json["hourly"]
                as? JSON
        )
        let times = try #require(hourly["time"] as? [String])
        let temperatures = try #require(hourly["temperature_2m"] as? [Any])
        #expect(times.count == 7 * 24)
        #expect(times.first == "2026-10-04T00:00")
        for name in ["temperature_2m", "weather_code", "is_day", "precipitation"] {
            #expect((hourly[name] as? [Any])?.count == times.count)
        }
        let format = ISO8601DateFormatter()
        let steps = try slots.map { slot in
            let time = try #require((slot["time"] as? String).flatMap { format.date(from: $0) })
            return (time: time, temperature: slot["temperature"] as? Double)
        }
        var between = 0
        for (time, temperature) in zip(times, temperatures) {
            let date = try #require(format.date(from: time + ":00+09:00"))
            // Before the first step stands what was observed.
            guard let before = steps.last(where: { $0.time <= date }) else { continue }
            let after = steps.first { $0.time >= date }
            var expected: Double?
            if let after, let start = before.temperature, let end = after.temperature {
                let length = after.time.timeIntervalSince(before.time)
                let way = length > 0 ? date.timeIntervalSince(before.time) / length : 0
                if length <= 3 * 3_600 { expected = start + way * (end - start) }
                if length > 0 { between += 1 }
            }
            let told = temperature as? Double
            #expect(
                told == nil && expected == nil || abs((told ?? 99) - (expected ?? -99)) < 0.011,
                "\(time)"
            )
        }
        #expect(between > 12)
    }

    @Test("Days have the values of /v1/week, in their order, and none past its end")
    func days() async throws {
        let service = try TestService()
        let days = try #require(
            try await service.get("/v1/week?lat=37.57&lon=126.98").json["days"] as? [JSON]
        )
        let query = "&daily=temperature_2m_max,temperature_2m_min,precipitation_probability_max,uv_index_max"
        let daily = try #require(
            try await service.get(Self.path + query + "&forecast_days=16").json["daily"] as? JSON
        )
        let dates = try #require(daily["time"] as? [String])
        #expect(dates.count == 16)
        for (open, ours) in [
            ("temperature_2m_max", "temperature_max"), ("temperature_2m_min", "temperature_min"),
            ("precipitation_probability_max", "precipitation_probability"),
        ] {
            let values = try #require(daily[open] as? [Any]).map { $0 as? Double }
            let expected = days.map { $0[ours] as? Double }
            #expect(Array(values.prefix(days.count)) == expected)
            #expect(values.compactMap { $0 }.count <= days.count)
        }
        let indices = try #require(daily["uv_index_max"] as? [Any])
        #expect(indices.allSatisfy { $0 is NSNull })
    }

    @Test(
        "Values come in the units that are asked for",
        arguments: [
            ("", "°C", "km/h"), ("&wind_speed_unit=ms", "°C", "m/s"), ("&windspeed_unit=kn", "°C", "kn"),
            ("&temperature_unit=fahrenheit&wind_speed_unit=mph", "°F", "mp/h"),
        ]
    )
    func conversion(query: String, temperature: String, wind: String) async throws {
        let json = try await sections("&current=temperature_2m,wind_speed_10m" + query)
        let units = try #require(json["current_units"] as? JSON)
        #expect(units["temperature_2m"] as? String == temperature)
        #expect(units["wind_speed_10m"] as? String == wind)
        let chosen = OpenMeteoUnits(
            temperature: temperature == "°C" ? .celsius : .fahrenheit,
            wind: wind == "km/h" ? .kmh : wind == "m/s" ? .ms : wind == "kn" ? .kn : .mph,
            precipitation: .mm
        )
        let plain = try #require(
            try await TestService().get("/v1/now?lat=37.57&lon=126.98").json["current"] as? JSON
        )
        let current = try #require(json["current"] as? JSON)
        let (degrees, speed) = (
            chosen.value(plain["temperature"] as? Double, .celsius),
            chosen.value(plain["wind_speed"] as? Double, .windSpeed)
        )
        let toldDegrees = try #require(current["temperature_2m"] as? Double)
        let toldSpeed = try #require(current["wind_speed_10m"] as? Double)
        let expectedDegrees = try #require(degrees)
        let expectedSpeed = try #require(speed)
        #expect(abs(toldDegrees - expectedDegrees) < 0.01)
        #expect(abs(toldSpeed - expectedSpeed) < 0.01)
    }

    @Test("Several points are an array in their order")
    func points() async throws {
        let response = try await TestService().get(
            "/om/v1/forecast?latitude=37.57,35.18&longitude=126.98,129.08&current=temperature_2m"
        )
        let list = try #require(
            JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [JSON]
        )
        #expect(list.map { $0["latitude"] as? Double } == [37.57, 35.18])
        #expect(list.map { $0["location_id"] as? Int } == [nil, 1])
    }

    @Test("MagicMirror gets what its provider openmeteo reads, in whole numbers where it is typed so")
    func magicMirror() async throws {
        let hourly = """
            temperature_2m,relativehumidity_2m,dewpoint_2m,apparent_temperature,pressure_msl,surface_pressure,\
            cloudcover,cloudcover_low,cloudcover_mid,cloudcover_high,windspeed_10m,windspeed_80m,windspeed_120m,\
            windspeed_180m,winddirection_10m,winddirection_80m,winddirection_120m,winddirection_180m,\
            windgusts_10m,shortwave_radiation,direct_radiation,direct_normal_irradiance,diffuse_radiation,\
            vapor_pressure_deficit,cape,evapotranspiration,et0_fao_evapotranspiration,precipitation,snowfall,\
            precipitation_probability,rain,showers,weathercode,snow_depth,freezinglevel_height,visibility,\
            soil_temperature_0cm,soil_temperature_6cm,soil_temperature_18cm,soil_temperature_54cm,\
            soil_moisture_0_1cm,soil_moisture_1_3cm,soil_moisture_3_9cm,soil_moisture_9_27cm,\
            soil_moisture_27_81cm,uv_index,uv_index_clear_sky,is_day,terrestrial_radiation,\
            terrestrial_radiation_instant,shortwave_radiation_instant,diffuse_radiation_instant,\
            direct_radiation_instant,direct_normal_irradiance_instant
            """
        let daily = """
            temperature_2m_max,temperature_2m_min,apparent_temperature_min,apparent_temperature_max,\
            precipitation_sum,rain_sum,showers_sum,snowfall_sum,precipitation_hours,weathercode,sunrise,sunset,\
            windspeed_10m_max,windgusts_10m_max,winddirection_10m_dominant,shortwave_radiation_sum,\
            uv_index_max,et0_fao_evapotranspiration,sunshine_duration
            """
        let json = try await sections(
            "&timeformat=unixtime&timezone=auto&past_days=0&daily=\(daily)&hourly=\(hourly)"
                + "&temperature_unit=celsius&windspeed_unit=ms&precipitation_unit=mm&current_weather=True&forecast_days=1"
        )
        let current = try #require(json["current_weather"] as? JSON)
        #expect(
            Set(current.keys) == [
                "time", "interval", "temperature", "windspeed", "winddirection", "is_day", "weathercode",
            ]
        )
        for (section, names, count) in [("hourly", hourly, 24), ("daily", daily, 1)] {
            let columns = try #require(json[section] as? [String: [Any]])
            var expected = Set(names.split(separator: ",").map { String($0) })
            expected.insert("time")
            #expect(Set(columns.keys) == expected)
            #expect(columns.values.allSatisfy { $0.count == count })
        }
    }

    @Test("Breezy Weather gets whole numbers where it reads nothing else")
    func breezyWeather() async throws {
        let text = try await TestService().get(
            Self.path + "&timezone=auto&timeformat=unixtime&models=best_match&minutely_15=precipitation"
                + "&daily=temperature_2m_max,sunrise,sunset,uv_index_max&forecast_days=16&past_days=1"
                + "&hourly=temperature_2m,precipitation_probability,weathercode,winddirection_10m,is_day,relativehumidity_2m,cloudcover"
                + "&current=temperature_2m,weathercode,winddirection_10m,relativehumidity_2m&windspeed_unit=ms"
        ).text
        for name in [
            "time", "precipitation_probability", "weathercode", "winddirection_10m", "is_day",
            "relativehumidity_2m", "cloudcover", "sunrise",
        ] {
            let start = try #require(text.firstRange(of: "\"\(name)\":["), "\(name)").upperBound
            let values = text[start...].prefix { $0 != "]" }.split(separator: ",")
            #expect(values.allSatisfy { $0 == "null" || Int($0) != nil }, "\(name)")
        }
        #expect(text.contains("\"minutely_15\":{\"time\":["))
    }
}
