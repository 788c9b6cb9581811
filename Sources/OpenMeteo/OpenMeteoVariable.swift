import Forecast

struct OpenMeteoVariable<Values>: Sendable {
    struct Definition: Sendable {
        let name: String
        let unit: OpenMeteoUnit
        let value: (@Sendable (Values) -> Double?)?

        init(_ name: String, _ unit: OpenMeteoUnit, _ value: (@Sendable (Values) -> Double?)? = nil) {
            (self.name, self.unit, self.value) = (name, unit, value)
        }
    }

    let name: String
    let definition: Definition

    /// An unknown name has no value, an invalid one refuses all, as there.
    static func list(_ names: [String]?, of known: [String: Definition], type: String) throws(OpenMeteoError) -> [OpenMeteoVariable] {
        var seen: Set<String> = []
        return try (names ?? []).filter { seen.insert($0).inserted }.map { name throws(OpenMeteoError) in
            guard name.utf8.count <= 100, name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil else {
                throw OpenMeteoError("Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(name.shown).")
            }
            let definition = known[OpenMeteoNames.canonical(name)] ?? Definition(name, .undefined)
            return OpenMeteoVariable(name: name, definition: definition)
        }
    }

    func value(_ values: Values?, in units: OpenMeteoUnits) -> Double? { units.value(values.flatMap { definition.value?($0) }, definition.unit) }
}

private func table<Values>(_ definitions: [OpenMeteoVariable<Values>.Definition]...) -> [String: OpenMeteoVariable<Values>.Definition] {
    Dictionary(definitions.joined().map { ($0.name, $0) }) { first, _ in first }
}

extension OpenMeteoVariable<OpenMeteoHour>.Definition {
    /// open-meteo.com/en/docs, also of `current`.
    static let hourly = table(known)

    /// open-meteo.com/en/docs/air-quality-api.
    static let airQuality = table([
        Self("pm10", .micrograms) { $0.pm10 }, Self("pm2_5", .micrograms) { $0.pm25 }, Self("ozone", .micrograms) { $0.ozone },
    ])

    fileprivate static let known = [
        Self("temperature_2m", .celsius) { $0.temperature }, Self("apparent_temperature", .celsius) { $0.feelsLike },
        Self("relative_humidity_2m", .percent) { $0.humidity }, Self("dew_point_2m", .celsius) { $0.dewPoint },
        Self("weather_code", .code) { $0.weatherCode.map(Double.init) }, Self("is_day", .truth) { $0.isNight ? 0 : 1 },
        Self("wind_speed_10m", .windSpeed) { $0.windSpeed }, Self("wind_direction_10m", .degrees) { $0.windDirection },
        Self("wind_gusts_10m", .windSpeed) { $0.windGust }, Self("visibility", .metres) { $0.visibility },
        Self("precipitation_probability", .percent) { $0.probability }, Self("precipitation", .millimetres) { $0.precipitation },
        Self("rain", .millimetres) { $0.rain }, Self("snowfall", .centimetres) { $0.snowfall },
    ]
}

extension OpenMeteoVariable<OpenMeteoDay>.Definition {
    /// open-meteo.com/en/docs, and those of earlier forecasts.
    static let daily = table(known, ofHours, ofEarlier)

    private static let known = [
        Self("weather_code", .code) { $0.weatherCode }, Self("temperature_2m_max", .celsius) { $0.temperature(.max) },
        Self("temperature_2m_min", .celsius) { $0.temperature(.min) }, Self("apparent_temperature_max", .celsius) { $0.feelsLike(.max) },
        Self("apparent_temperature_min", .celsius) { $0.feelsLike(.min) }, Self("precipitation_sum", .millimetres) { $0.precipitation },
        Self("precipitation_probability_max", .percent) { $0.probability }, Self("rain_sum", .millimetres) { $0.rain },
        Self("snowfall_sum", .centimetres) { $0.snowfall }, Self("precipitation_hours", .hours) { $0.hoursOfPrecipitation },
        Self("wind_direction_10m_dominant", .degrees) { $0.windDirection }, Self("sunrise", .time) { $0.sun?.rise.timeIntervalSince1970 },
        Self("sunset", .time) { $0.sun?.set.timeIntervalSince1970 },
        Self("daylight_duration", .seconds) { $0.sun.map { $0.set.timeIntervalSince($0.rise) } },
    ]

    private static let ofHours = OpenMeteoVariable<OpenMeteoHour>.Definition.known.flatMap { hourly in
        OpenMeteoDay.Kind.allCases.map { kind in Self("\(hourly.name)_\(kind)", hourly.unit) { day in hourly.value.flatMap { day.value($0, kind) } } }
    }

    private static let reach = 1...10
    /// open-meteo.com/en/docs/previous-runs-api.
    private static let earlierMark = "_previous_day"

    var isOfEarlier: Bool { name.contains(Self.earlierMark) }

    private static let ofEarlier = reach.flatMap { days -> [Self] in
        let mark = "\(earlierMark)\(days)"
        return [
            Self("temperature_2m_max" + mark, .celsius) { $0.said(daysBefore: days)?.extremes.maximum },
            Self("temperature_2m_min" + mark, .celsius) { $0.said(daysBefore: days)?.extremes.minimum },
            Self("precipitation_probability_max" + mark, .percent) { $0.said(daysBefore: days)?.wholeSky?.percent },
            Self("weather_code" + mark, .code) { $0.said(daysBefore: days)?.wholeSky?.wmoCode },
        ]
    }
}

extension HalfDay {
    var wmoCode: Double? { (condition?.weatherCode).map(Double.init) }
    var percent: Double? { precipitationProbability.map { Double($0.percent) } }
}

enum OpenMeteoNames {
    static func canonical(_ name: String) -> String {
        for (old, new) in renamed where name.hasPrefix(old) { return new + name.dropFirst(old.count) }
        return name
    }

    private static let renamed = [
        ("relativehumidity", "relative_humidity"), ("dewpoint", "dew_point"), ("weathercode", "weather_code"), ("cloudcover", "cloud_cover"),
        ("windspeed", "wind_speed"), ("winddirection", "wind_direction"), ("windgusts", "wind_gusts"),
    ]
}
