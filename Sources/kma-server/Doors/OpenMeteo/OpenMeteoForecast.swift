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

    /// The object of one place. `index`: which of several it is.
    func json(index: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("latitude", report.place.latitude, decimals: 6)
            json.field("longitude", report.place.longitude, decimals: 6)
            // Not measured: the same answer has the same bytes, and so the same tag.
            json.field("generationtime_ms", 0.0)
            json.field("utc_offset_seconds", Int(query.offset))
            json.field("timezone", query.zone == .korea ? "Asia/Seoul" : "GMT")
            json.field("timezone_abbreviation", query.zone == .korea ? "GMT+9" : "GMT")
            json.field("elevation", nil as Double?)
            if index > 0 { json.field("location_id", index) }
            if query.hasCurrentWeather {
                write(OpenMeteoForecast.currentWeather, "current_weather", to: &json)
            }
            if !query.current.isEmpty { write(query.current, "current", to: &json) }
            if !query.hourly.isEmpty { writeHourly(to: &json) }
            if !query.daily.isEmpty { writeDaily(to: &json) }
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

    /// The section of the API's first years, whose names have no underscores.
    private static let currentWeather = [
        ("temperature", "temperature_2m"), ("windspeed", "wind_speed_10m"),
        ("winddirection", "wind_direction_10m"), ("is_day", "is_day"), ("weathercode", "weather_code"),
    ]
    .compactMap { name, canonical in
        OpenMeteoVariable.Definition.hourly[canonical].map { OpenMeteoVariable(name: name, definition: $0) }
    }

    /// Writes a section of now.
    private func write(
        _ variables: [OpenMeteoVariable<OpenMeteoHour>],
        _ section: String,
        to json: inout JSONWriter
    ) {
        let now = OpenMeteoHour(now: report)
        query.writeUnits(section, variables, interval: "seconds", to: &json)
        json.object(section, true) { json, _ in
            query.write("time", report.week.current?.observedAt ?? report.generatedAt, to: &json)
            json.field("interval", OpenMeteoForecast.interval)
            for variable in variables { query.write(variable, now, to: &json) }
        }
    }

    private func writeHourly(to json: inout JSONWriter) {
        let slots = Dictionary(report.week.hours.map { ($0.time, $0) }) { first, _ in first }
        let first = query.firstDay(at: report.generatedAt)
        let times = (0..<24 * query.dayCount).map { first.addingTimeInterval(Double($0) * 3600) }
        let hours = times.map { OpenMeteoHour(at: $0, of: report, slots) }
        query.writeUnits("hourly", query.hourly, to: &json)
        json.object("hourly", true) { json, _ in
            json.array("time", times) { query.writeElement($1, to: &$0) }
            for variable in query.hourly { query.write(variable, hours, to: &json) }
        }
    }

    private func writeDaily(to json: inout JSONWriter) {
        let known = Dictionary(report.week.days.map { ($0.date, $0) }) { first, _ in first }
        let first = query.firstDay(at: report.generatedAt)
        let starts = (0..<query.dayCount).map { first.addingTimeInterval(Double($0) * 86_400) }
        let days = starts.map { OpenMeteoDay(from: $0, of: report, query.zone == .korea ? known : nil) }
        query.writeUnits("daily", query.daily, to: &json)
        json.object("daily", true) { json, _ in
            json.array("time", starts) { query.writeDay($1, to: &$0) }
            for variable in query.daily { query.write(variable, days, to: &json) }
        }
    }
}

extension OpenMeteoQuery {
    fileprivate func writeUnits<Values>(
        _ section: String,
        _ variables: [OpenMeteoVariable<Values>],
        interval: String? = nil,
        to json: inout JSONWriter
    ) {
        json.object(section + "_units", true) { json, _ in
            json.field("time", timeFormat.rawValue)
            if let interval { json.field("interval", interval) }
            for variable in variables {
                json.field(variable.name, units.name(of: variable.definition.unit, timeFormat))
            }
        }
    }

    fileprivate func write<Values>(
        _ variable: OpenMeteoVariable<Values>,
        _ values: Values?,
        to json: inout JSONWriter
    ) {
        let value = variable.value(values, in: units)
        if variable.definition.unit.isWhole {
            json.field(variable.name, value.map { Int($0) })
        } else {
            json.field(variable.name, value)
        }
    }

    fileprivate func write<Values>(
        _ variable: OpenMeteoVariable<Values>,
        _ rows: [Values],
        to json: inout JSONWriter
    ) {
        let unit = variable.definition.unit
        json.array(variable.name, rows) { json, row in
            let value = variable.value(row, in: units)
            if unit == .time {
                writeElement(value.map { Date(timeIntervalSince1970: $0) }, to: &json)
            } else if unit.isWhole {
                json.element(value.map { Int($0) })
            } else {
                json.element(value)
            }
        }
    }

    /// Seconds that the clock is ahead of Greenwich.
    fileprivate var offset: Double { zone == .korea ? KoreanTime.offset : 0 }

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
