import Feeds
import Forecast
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

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
