import CommandLineSupport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import KMAForecast

/// A report as Open-Meteo would tell it.
struct OpenMeteoForecast {
    let report: Report
    let query: OpenMeteoQuery

    /// The object of one place. `index`: which of several it is. `start`: when the making of all of them began.
    func json(index: Int, since start: ContinuousClock.Instant) -> [UInt8] {
        let rows = DailyRows(report, query)
        var json = JSONWriter()
        json.object { json in
            json.field("latitude", report.place.latitude, decimals: 6)
            json.field("longitude", report.place.longitude, decimals: 6)
            json.field("generationtime_ms", (ContinuousClock.now - start) / .milliseconds(1), decimals: 3)
            json.field("utc_offset_seconds", Int(query.offset))
            json.field("timezone", query.zone == .korea ? "Asia/Seoul" : "GMT")
            json.field("timezone_abbreviation", query.zone == .korea ? "GMT+9" : "GMT")
            json.field("elevation", nil as Double?)
            if index > 0 { json.field("location_id", index) }
            if query.hasCurrentWeather { writeCurrentWeather(to: &json) }
            if !query.current.isEmpty { writeCurrent(to: &json) }
            if !query.hourly.isEmpty { writeHourly(to: &json) }
            if !query.daily.isEmpty { rows.write(to: &json) }
        }
        return json.bytes
    }

    /// The objects of several places.
    static func list(_ objects: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + objects.joined(separator: Array(",".utf8)) + Array("]".utf8)
    }
}

extension OpenMeteoForecast {
    /// Seconds for which an observation stands: KMA observes once an hour.
    private static let interval = 3600

    private func writeCurrent(to json: inout JSONWriter) {
        writeUnits("current_units", query.current, interval: true, to: &json)
        json.object("current", true) { json, _ in
            query.write("time", report.week.current?.observedAt ?? report.generatedAt, to: &json)
            json.field("interval", OpenMeteoForecast.interval)
            for variable in query.current { variable.write(now(variable.canonicalName), to: &json) }
        }
    }

    /// The section of the API's first years, whose names have no underscores.
    private func writeCurrentWeather(to json: inout JSONWriter) {
        let names = ["temperature", "windspeed", "winddirection", "is_day", "weathercode"]
        let variables = ["temperature_2m", "wind_speed_10m", "wind_direction_10m", "is_day", "weather_code"]
        let pairs = Array(zip(names, variables)).map { OpenMeteoVariable(name: $0, canonicalName: $1) }
        writeUnits("current_weather_units", pairs, interval: true, to: &json)
        json.object("current_weather", true) { json, _ in
            query.write("time", report.week.current?.observedAt ?? report.generatedAt, to: &json)
            json.field("interval", OpenMeteoForecast.interval)
            for pair in pairs { pair.write(now(pair.canonicalName), to: &json) }
        }
    }

    private func writeHourly(to json: inout JSONWriter) {
        let slots = Dictionary(report.week.hours.map { ($0.time, $0) }) { first, _ in first }
        let first = query.firstDay(at: report.generatedAt)
        let times = (0..<24 * query.dayCount).map { first.addingTimeInterval(Double($0) * 3600) }
        writeUnits("hourly_units", query.hourly, interval: false, to: &json)
        json.object("hourly", true) { json, _ in
            json.array("time", times) { query.writeElement($1, to: &$0) }
            for variable in query.hourly {
                json.array(variable.name, times) { json, time in
                    variable.writeElement(hour(variable.canonicalName, slots, time), to: &json)
                }
            }
        }
    }

    private func writeUnits(
        _ name: String,
        _ variables: [OpenMeteoVariable],
        interval: Bool,
        to json: inout JSONWriter
    ) {
        json.object(name, true) { json, _ in
            json.field("time", query.timeFormat.rawValue)
            if interval { json.field("interval", "seconds") }
            for variable in variables {
                json.field(variable.name, query.units.unit(of: variable, query.timeFormat))
            }
        }
    }

    /// The value of a variable now.
    private func now(_ name: String) -> Double? {
        guard let current = report.week.current else { return nil }
        let units = query.units
        switch name {
        case "temperature_2m": return units.temperature(current.temperature)
        case "apparent_temperature": return units.temperature(current.feelsLike?.degrees)
        case "relative_humidity_2m": return current.humidity.map { Double($0.percent) }
        case "precipitation": return units.precipitation(current.precipitation?.value)
        case "rain": return units.precipitation(current.precipitation?.asRain(current.condition))
        case "weather_code": return current.condition?.weatherCode.map(Double.init)
        case "is_day": return report.week.themeSelection.isNight ? 0 : 1
        case "wind_speed_10m": return units.wind(current.windSpeed)
        case "wind_direction_10m": return current.windDirection.map { Double($0.degrees) }
        case "wind_gusts_10m": return units.wind(current.windGust)
        case "visibility": return current.visibility
        default: return nil
        }
    }

    /// The value of a variable at an hour. What falls is told of the hour before, as Open-Meteo's documentation has it;
    /// amounts and probabilities of longer steps are of no one hour.
    private func hour(_ name: String, _ slots: [Date: Slot], _ time: Date) -> Double? {
        let units = query.units
        let slot = slots[time]
        let before = slots[time.addingTimeInterval(-3600)].flatMap { $0.hours == 1 ? $0 : nil }
        switch name {
        case "temperature_2m": return units.temperature(slot?.temperature)
        case "apparent_temperature": return units.temperature(slot?.feelsLike?.degrees)
        case "relative_humidity_2m": return (slot?.humidity).map { Double($0.percent) }
        case "weather_code": return (slot?.condition?.weatherCode).map(Double.init)
        case "is_day":
            let place = report.place
            return Sun.isDown(at: time, latitude: place.latitude, longitude: place.longitude) ? 0 : 1
        case "wind_speed_10m": return units.wind(slot?.windSpeed)
        case "wind_direction_10m": return (slot?.windDirection).map { Double($0.degrees) }
        case "precipitation_probability":
            return (before?.precipitationProbability).map { Double($0.percent) }
        case "precipitation": return units.precipitation(before?.precipitation?.value)
        case "rain": return units.precipitation(before?.precipitation?.asRain(before?.condition))
        case "snowfall": return units.snow(before?.snowfall?.value)
        default: return nil
        }
    }
}

extension Amount {
    /// The amount as rain alone: none of a snowfall, which may hold both.
    fileprivate func asRain(_ condition: Condition?) -> Double? {
        value == 0 || condition?.kind == .rain ? value : nil
    }
}

/// The section `daily`.
private struct DailyRows {
    let report: Report
    let query: OpenMeteoQuery
    /// The midnights that begin the days, and what is known of them. KMA's days are Korean: those of another zone have
    /// no values.
    let days: [(start: Date, day: Day?)]

    init(_ report: Report, _ query: OpenMeteoQuery) {
        self.report = report
        self.query = query
        let known = Dictionary(report.week.days.map { ($0.date, $0) }) { first, _ in first }
        let first = query.firstDay(at: report.generatedAt)
        days = (0..<query.dayCount).map { index in
            let start = first.addingTimeInterval(Double(index) * 86_400)
            return (start, query.zone == .korea ? known[KoreanDate(of: start)] : nil)
        }
    }

    func write(to json: inout JSONWriter) {
        json.object("daily_units", true) { json, _ in
            json.field("time", query.timeFormat.rawValue)
            for variable in query.daily {
                json.field(variable.name, query.units.unit(of: variable, query.timeFormat))
            }
        }
        json.object("daily", true) { json, _ in
            json.array("time", days) { query.writeDay($1.start, to: &$0) }
            for variable in query.daily {
                json.array(variable.name, days) { json, day in
                    switch variable.canonicalName {
                    case "sunrise": query.writeElement(sun(day.start)?.rise, to: &json)
                    case "sunset": query.writeElement(sun(day.start)?.set, to: &json)
                    case "daylight_duration":
                        json.element(sun(day.start).map { $0.set.timeIntervalSince($0.rise) })
                    case let name: variable.writeElement(day.day.flatMap { value(name, $0) }, to: &json)
                    }
                }
            }
        }
    }

    private func sun(_ start: Date) -> Sun? {
        Sun(
            on: KoreanDate(of: start),
            latitude: report.place.latitude,
            longitude: report.place.longitude
        )
    }

    private func value(_ name: String, _ day: Day) -> Double? {
        let units = query.units
        switch name {
        case "temperature_2m_max": return units.temperature(day.extremes.maximum)
        case "temperature_2m_min": return units.temperature(day.extremes.minimum)
        case "apparent_temperature_max": return units.temperature(day.feelsLikeMaximum)
        case "apparent_temperature_min": return units.temperature(day.feelsLikeMinimum)
        case "weather_code": return (day.whole?.condition?.weatherCode).map(Double.init)
        // A sum over a part of the day is not the day's.
        case "precipitation_sum": return day.isPartial ? nil : units.precipitation(day.precipitation?.value)
        case "precipitation_probability_max":
            return (day.whole?.precipitationProbability).map { Double($0.percent) }
        default: return nil
        }
    }
}

extension OpenMeteoVariable {
    /// Whether its values are whole numbers, which typed clients read as nothing else: codes, percents, directions.
    private var isWhole: Bool {
        ["weather_code", "wind_direction", "is_day", "relative_humidity", "precipitation_probability"]
            .contains { canonicalName.hasPrefix($0) }
    }

    fileprivate func write(_ value: Double?, to json: inout JSONWriter) {
        if isWhole { json.field(name, value.map { Int($0) }) } else { json.field(name, value) }
    }

    fileprivate func writeElement(_ value: Double?, to json: inout JSONWriter) {
        if isWhole { json.element(value.map { Int($0) }) } else { json.element(value) }
    }
}

extension OpenMeteoQuery {
    /// Seconds that the clock is ahead of Greenwich.
    fileprivate var offset: Double { zone == .korea ? KoreanTime.offset : 0 }

    /// Days of a section.
    fileprivate var dayCount: Int { pastDays + forecastDays }

    /// The midnight that begins the first day.
    fileprivate func firstDay(at now: Date) -> Date {
        let today = ((now.timeIntervalSince1970 + offset) / 86_400).rounded(.down)
        return Date(timeIntervalSince1970: (today - Double(pastDays)) * 86_400 - offset)
    }

    /// `2026-10-04T15:00` on the clock of the zone.
    private func local(_ instant: Date) -> String {
        let time = KoreanTime(instant.addingTimeInterval(offset - KoreanTime.offset))
        return "\(time.date)T\(time.clock)"
    }

    fileprivate func write(_ name: String, _ instant: Date, to json: inout JSONWriter) {
        switch timeFormat {
        case .iso8601: json.field(name, local(instant))
        case .unixtime: json.field(name, Int(instant.timeIntervalSince1970))
        }
    }

    fileprivate func writeElement(_ instant: Date?, to json: inout JSONWriter) {
        switch (timeFormat, instant) {
        case (.iso8601, let instant?): json.element(local(instant))
        case (_, let instant): json.element(instant.map { Int($0.timeIntervalSince1970) })
        }
    }

    fileprivate func writeDay(_ start: Date, to json: inout JSONWriter) {
        switch timeFormat {
        case .iso8601: json.element(String(local(start).prefix(10)))
        case .unixtime: json.element(Int(start.timeIntervalSince1970))
        }
    }
}
