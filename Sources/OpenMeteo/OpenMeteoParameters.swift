package struct OpenMeteoError: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Parameters in Open-Meteo's spelling, in lists or repeated; unknown ones are skipped, as apps send `models`, `apikey` and more.
package struct OpenMeteoParameters: Sendable {
    private var values: [String: [String]] = [:]

    private static let known: Set<String> = [
        "latitude", "longitude", "current", "hourly", "daily", "minutely_15", "current_weather", "forecast_days", "past_days", "forecast_hours",
        "past_hours", "start_date", "end_date", "start_hour", "end_hour", "timezone", "timeformat", "temperature_unit", "wind_speed_unit",
        "windspeed_unit", "precipitation_unit", "format", "elevation",
    ]

    package init<Fault: Error>(_ text: Substring, decoded: (Substring) throws(Fault) -> String) throws(Fault) {
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Lists of PHP and others: `hourly[]=`.
            let name = try decoded(sides[0]).replacing("[]", with: "")
            guard OpenMeteoParameters.known.contains(name) else { continue }
            let value = try sides.count == 2 ? decoded(sides[1]) : ""
            values[name, default: []] += value.split(separator: ",").map(String.init)
        }
    }

    subscript(name: String) -> [String]? { values[name] }

    /// Parameters without points: with these, identity of a response.
    var form: [String] {
        values.filter { !["latitude", "longitude"].contains($0.key) }.sorted { $0.key < $1.key }.flatMap { name, values in
            values.map { "\(name)=\($0)" }
        }
    }

    func number(_ name: String, _ limits: ClosedRange<Int>) throws(OpenMeteoError) -> Int? {
        guard let text = values[name]?.last else { return nil }
        guard let number = Int(text), limits.contains(number) else {
            throw OpenMeteoError("Parameter '\(name)' is invalid. Allowed range \(limits.lowerBound) to \(limits.upperBound). Given \(text.shown).")
        }
        return number
    }

    func range<Value: Comparable>(_ first: String, _ last: String, _ read: (String) -> Value?) throws(OpenMeteoError) -> ClosedRange<Value>? {
        guard values[first] != nil || values[last] != nil else { return nil }
        guard let start = values[first]?.last, let end = values[last]?.last else { throw OpenMeteoError("Both '\(first)' and '\(last)' must be set") }
        guard let begin = read(start), let stop = read(end) else {
            let (name, value) = read(start) == nil ? (first, start) : (last, end)
            throw OpenMeteoError("Invalid value '\(value.shown)' for parameter '\(name)'")
        }
        guard begin <= stop else { throw OpenMeteoError("End-date must be larger or equals than start-date") }
        return begin...stop
    }

    /// True in any case and as a digit: Python's clients write `True`.
    func isTrue(_ name: String) throws(OpenMeteoError) -> Bool {
        guard let text = values[name]?.last else { return false }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default: throw OpenMeteoError("Invalid value '\(text.shown)' for parameter '\(name)'. Allowed: true, false.")
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(OpenMeteoError) -> Choice? where Choice.RawValue == String {
        guard let text = values[name]?.last else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw OpenMeteoError("Invalid value '\(text.shown)' for parameter '\(name)'. Allowed: \(names).")
        }
        return choice
    }
}
