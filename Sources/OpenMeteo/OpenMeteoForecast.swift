import Rendering
import Forecast
import KMAForecast

package struct OpenMeteoForecast {
    let report: Report
    let query: OpenMeteoQuery
    /// Metres, given or of KMA's nearest station.
    let elevation: Double
    /// Seconds ahead of UTC.
    let offset: Double
    let sections: [OpenMeteoSection]

    package init(_ report: Report, _ past: OpenMeteoPast, _ query: OpenMeteoQuery, index: Int) {
        (self.report, self.query) = (report, query)
        elevation = (query.elevations.isEmpty ? nil : query.elevations[index]) ?? report.place.stationHeight
        let generatedAt = report.generatedAt
        offset = query.zone.offset(at: generatedAt)
        let hours = OpenMeteoHours(report, past.observed)
        var sections: [OpenMeteoSection] = []
        let isOfAir = query.api == .airQuality
        let now = [isOfAir ? OpenMeteoHour(air: report) : OpenMeteoHour(now: report)]
        let observedAt = isOfAir ? report.air?.measurement?.observedAt : report.week.current?.observedAt
        let times = [observedAt ?? report.generatedAt]
        if query.hasCurrentWeather { sections.append(OpenMeteoSection("current_weather", times, OpenMeteoForecast.currentWeather, now, query.units)) }
        if !query.current.isEmpty { sections.append(OpenMeteoSection("current", times, query.current, now, query.units)) }
        let first = query.span.firstHour(at: generatedAt, offset: offset)
        for (name, variables, perHour) in [("minutely_15", query.minutely, 4), ("hourly", query.hourly, 1)] where !variables.isEmpty {
            let step = 3600 / Double(perHour)
            let times = (0..<perHour * query.span.hourCount).map { first.addingTimeInterval(Double($0) * step) }
            let rows = times.map { hours.hour(at: $0, step: step) }
            sections.append(OpenMeteoSection(name, times, variables, rows, query.units))
        }
        if !query.daily.isEmpty {
            let known = Dictionary(report.week.days.map { ($0.date, $0) }) { first, _ in first }
            let first = query.span.firstDay(at: generatedAt, offset: offset)
            let times = (0..<query.span.dayCount).map { first.addingTimeInterval(Double($0) * 86_400) }
            let rows = times.map { OpenMeteoDay(from: $0, of: report, known, past.said, hours) }
            sections.append(OpenMeteoSection("daily", times, query.daily, rows, query.units))
        }
        self.sections = sections
    }

    /// The API's first years had no underscores.
    private static let currentWeather = [
        ("temperature", "temperature_2m"), ("windspeed", "wind_speed_10m"), ("winddirection", "wind_direction_10m"), ("is_day", "is_day"),
        ("weathercode", "weather_code"),
    ].compactMap { name, canonical in OpenMeteoVariable.Definition.hourly[canonical].map { OpenMeteoVariable(name: name, definition: $0) } }
}

struct OpenMeteoSection {
    let name: String
    let times: [Date]
    let columns: [Column]

    struct Column {
        let name: String
        let unit: OpenMeteoUnit
        let values: [Double?]
    }

    init<Row>(_ name: String, _ times: [Date], _ variables: [OpenMeteoVariable<Row>], _ rows: [Row?], _ units: OpenMeteoUnits) {
        (self.name, self.times) = (name, times)
        columns = variables.map { variable in
            Column(name: variable.name, unit: variable.definition.unit, values: rows.map { variable.value($0, in: units) })
        }
    }

    var isOfNow: Bool { name.hasPrefix("current") }

    var isOfDays: Bool { name == "daily" }
}

extension OpenMeteoForecast {
    private static let interval = 3600

    package func json(index: Int) -> [UInt8] {
        JSONWriter.object { json in
            json.field("latitude", report.place.latitude, decimals: 6)
            json.field("longitude", report.place.longitude, decimals: 6)
            // Not measured: the same answer has the same bytes and tag.
            json.field("generationtime_ms", 0.0)
            json.field("utc_offset_seconds", Int(offset))
            json.field("timezone", query.zone.name)
            json.field("timezone_abbreviation", OpenMeteoZone.abbreviation(of: offset))
            json.field("elevation", elevation)
            if index > 0 { json.field("location_id", index) }
            for section in sections { write(section, to: &json) }
        }
    }

    private func write(_ section: OpenMeteoSection, to json: inout JSONWriter) {
        json.object(section.name + "_units", true) { json, _ in
            json.field("time", query.timeFormat.rawValue)
            if section.isOfNow { json.field("interval", "seconds") }
            for column in section.columns { json.field(column.name, query.units.name(of: column.unit, query.timeFormat)) }
        }
        json.object(section.name, true) { json, _ in
            if section.isOfNow {
                for time in section.times { write("time", time, to: &json) }
                json.field("interval", OpenMeteoForecast.interval)
                for column in section.columns { for value in column.values { column.unit.write(column.name, value, to: &json) } }
                return
            }
            json.array("time", section.times) { json, time in writeElement(time, isDay: section.isOfDays, to: &json) }
            for column in section.columns {
                json.array(column.name, column.values) { json, value in
                    if column.unit == .time {
                        writeElement(value.map { Date(timeIntervalSince1970: $0) }, to: &json)
                    } else {
                        column.unit.writeElement(value, to: &json)
                    }
                }
            }
        }
    }
}

extension OpenMeteoUnit {
    fileprivate func write(_ name: String, _ value: Double?, to json: inout JSONWriter) {
        if isWhole { json.field(name, value.map { Int($0.rounded()) }) } else { json.field(name, value, decimals: decimals) }
    }

    fileprivate func writeElement(_ value: Double?, to json: inout JSONWriter) {
        if isWhole { json.element(value.map { Int($0.rounded()) }) } else { json.element(value, decimals: decimals) }
    }
}

extension OpenMeteoForecast {
    /// Places, then each section, with `NaN` for unknown values.
    package static func csv(_ forecasts: [OpenMeteoForecast]) -> [UInt8] {
        guard let first = forecasts.first else { return [] }
        let isList = forecasts.count > 1
        func lines(_ row: (OpenMeteoForecast) -> [String]) -> String {
            forecasts.enumerated().flatMap { index, forecast in row(forecast).map { (isList ? "\(index)," : "") + $0 + "\n" } }.joined()
        }
        let id = isList ? "location_id," : ""
        var text = id + "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation\n"
        text += lines { forecast in
            let place = forecast.report.place
            let offset = forecast.offset
            let zone = "\(forecast.query.zone.name),\(OpenMeteoZone.abbreviation(of: offset))"
            return ["\(place.latitude),\(place.longitude),\(forecast.elevation),\(Int(offset)),\(zone)"]
        }
        for (number, section) in first.sections.enumerated() {
            let names = section.columns.map { column in "\(column.name) (\(first.query.units.name(of: column.unit, first.query.timeFormat)))" }
            text += "\n" + id + (["time"] + names).joined(separator: ",") + "\n"
            text += lines { $0.csvRows(of: $0.sections[number]) }
        }
        return Array(text.utf8)
    }

    private func csvRows(of section: OpenMeteoSection) -> [String] {
        section.times.enumerated().map { index, time in
            let cells = section.columns.map { column in
                guard let value = column.values[index] else { return "NaN" }
                if column.unit == .time { return text(Date(timeIntervalSince1970: value)) }
                let number = CSV.number(value, decimals: column.unit.decimals)
                return column.unit.isWhole ? "\(Int(value.rounded()))" : number ?? "NaN"
            }
            return ([text(time, isDay: section.isOfDays)] + cells).joined(separator: ",")
        }
    }

    private func local(_ instant: Date) -> String {
        let time = KoreanTime(instant.addingTimeInterval(offset - KoreanTime.offset))
        return "\(time.date)T\(time.clock)"
    }

    private func text(_ instant: Date, isDay: Bool = false) -> String {
        switch query.timeFormat {
        case .iso8601: isDay ? String(local(instant).prefix(10)) : local(instant)
        case .unixtime: "\(Int(instant.timeIntervalSince1970))"
        }
    }

    private func write(_ name: String, _ instant: Date, to json: inout JSONWriter) {
        switch query.timeFormat {
        case .iso8601: json.field(name, local(instant))
        case .unixtime: json.field(name, Int(instant.timeIntervalSince1970))
        }
    }

    private func writeElement(_ instant: Date?, isDay: Bool = false, to json: inout JSONWriter) {
        switch (query.timeFormat, instant) {
        case (.iso8601, let instant?): json.element(text(instant, isDay: isDay))
        case (_, let instant): json.element(instant.map { Int($0.timeIntervalSince1970) })
        }
    }
}
