import Forecast
import KMAForecast

enum OpenMeteoAPI: String, Sendable, CaseIterable {
    case forecast
    case airQuality = "air-quality"

    var path: String { "/om/v1/\(rawValue)" }

    var question: Question { self == .forecast ? .week : .now }

    fileprivate var usualForecastDays: Int { self == .forecast ? 7 : 5 }
}

/// Question with Open-Meteo's parameters. Unknown ones are skipped, as apps send `models`, `apikey` and more.
struct OpenMeteoQuery: Sendable {
    let api: OpenMeteoAPI
    /// Known parameters by name, without points: with these, the key of the response.
    let parameters: [String]
    let places: [PlaceRequest]
    /// Metres above the sea of the points, `nil` for `nan`.
    let elevations: [Double?]
    let isCSV: Bool
    let current: [OpenMeteoVariable<OpenMeteoHour>]
    let hourly: [OpenMeteoVariable<OpenMeteoHour>]
    let daily: [OpenMeteoVariable<OpenMeteoDay>]
    let hasCurrentWeather: Bool
    let forecastDays: Int
    let pastDays: Int
    let zone: Zone
    let timeFormat: TimeFormat
    let units: OpenMeteoUnits

    enum Zone: Sendable {
        case korea
        case utc
    }

    enum TimeFormat: String, Sendable, CaseIterable {
        case iso8601
        case unixtime
    }

    private static let forecastLimits = 0...16
    private static let pastLimits = 0...92
    /// Some 400 kB of JSON in a fiftieth of a second; MagicMirror's variables in sixteen days are half of it.
    static let maximumCount = 50_000
    private static let known: Set<String> = [
        "latitude", "longitude", "current", "hourly", "daily", "current_weather", "forecast_days",
        "past_days", "timezone", "timeformat", "temperature_unit", "wind_speed_unit", "windspeed_unit",
        "precipitation_unit", "format", "elevation",
    ]
    private static let unsupported = [
        "start_date", "end_date", "start_hour", "end_hour", "forecast_hours", "past_hours",
    ]

    init(_ text: Substring, _ api: OpenMeteoAPI = .forecast) throws(Problem) {
        self.api = api
        let values = try OpenMeteoQuery.values(in: text)
        parameters = values.filter { !["latitude", "longitude"].contains($0.key) }
            .sorted { $0.key < $1.key }
            .flatMap { name, values in values.map { "\(name)=\($0)" } }
        if let name = OpenMeteoQuery.unsupported.first(where: { values[$0] != nil }) {
            throw .openMeteo("Parameter '\(name)' is not supported by this server. Use 'forecast_days'.")
        }
        let format = values["format"]?.last ?? "json"
        guard ["json", "csv"].contains(format) else {
            throw .openMeteo(
                "Format '\(format.shown)' is not supported by this server. Use 'json' or 'csv'."
            )
        }
        isCSV = format == "csv"
        places = try OpenMeteoQuery.places(values)
        elevations = try OpenMeteoQuery.elevations(values, count: places.count)
        typealias Definition = OpenMeteoVariable<OpenMeteoHour>.Definition
        let variables = api == .forecast ? Definition.hourly : Definition.airQuality
        let type = api == .forecast ? "ForecastVariable" : "VariableAirQuality"
        current = try OpenMeteoVariable.list(
            values["current"],
            of: variables,
            type: type
        )
        hourly = try OpenMeteoVariable.list(
            values["hourly"],
            of: variables,
            type: type
        )
        daily = try OpenMeteoVariable.list(
            values["daily"],
            of: OpenMeteoVariable.Definition.daily,
            type: "ForecastVariableDaily"
        )
        hasCurrentWeather = try OpenMeteoQuery.isTrue("current_weather", values)
        forecastDays =
            try OpenMeteoQuery.number("forecast_days", values, OpenMeteoQuery.forecastLimits)
            ?? api.usualForecastDays
        pastDays = try OpenMeteoQuery.number("past_days", values, OpenMeteoQuery.pastLimits) ?? 0
        zone = try OpenMeteoQuery.zone(values["timezone"] ?? [])
        timeFormat = try OpenMeteoQuery.choice("timeformat", values) ?? .iso8601
        let wind: OpenMeteoUnits.Wind? = try OpenMeteoQuery.choice("wind_speed_unit", values)
        let oldWind: OpenMeteoUnits.Wind? = try OpenMeteoQuery.choice("windspeed_unit", values)
        units = OpenMeteoUnits(
            temperature: try OpenMeteoQuery.choice("temperature_unit", values) ?? .celsius,
            wind: wind ?? oldWind ?? .kmh,
            precipitation: try OpenMeteoQuery.choice("precipitation_unit", values) ?? .mm
        )
        guard valueCount <= OpenMeteoQuery.maximumCount else {
            throw .openMeteo(
                "Too many values: \(valueCount). This server answers at most \(OpenMeteoQuery.maximumCount) of all locations, times and variables together."
            )
        }
    }

    var dayCount: Int { pastDays + forecastDays }

    var isOfPast: Bool {
        !daily.isEmpty && (pastDays > 0 || daily.contains(where: \.definition.isOfEarlier))
    }

    private var valueCount: Int {
        let hours = hourly.isEmpty ? 0 : 24 * dayCount * (hourly.count + 1)
        let days = daily.isEmpty ? 0 : dayCount * (daily.count + 1)
        return places.count * (hours + days + current.count)
    }
}

extension OpenMeteoQuery {
    /// Values between commas, and of repeated parameters.
    private static func values(in text: Substring) throws(Problem) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Lists of PHP and others: `hourly[]=`.
            let name = try QueryString.decoded(sides[0]).replacing("[]", with: "")
            guard known.contains(name) || unsupported.contains(name) else { continue }
            let value = try sides.count == 2 ? QueryString.decoded(sides[1]) : ""
            values[name, default: []] += value.split(separator: ",").map(String.init)
        }
        return values
    }

    private static func places(_ values: [String: [String]]) throws(Problem) -> [PlaceRequest] {
        let latitudes = try degrees("latitude", values, limit: 90)
        let longitudes = try degrees("longitude", values, limit: 180)
        guard latitudes.count == longitudes.count else {
            throw .openMeteo("Parameter 'latitude' and 'longitude' must have the same number of elements")
        }
        guard latitudes.count <= PlaceRequest.maximumCount else {
            throw .openMeteo(
                "Only up to \(PlaceRequest.maximumCount) locations are supported by this server."
            )
        }
        let points = zip(latitudes, longitudes).map { [$0, $1] }
        guard Set(points).count == points.count else {
            throw .openMeteo("Parameter 'latitude' and 'longitude' name a location twice. Name it once.")
        }
        return zip(latitudes, longitudes).map(PlaceRequest.init(latitude:longitude:))
    }

    private static func elevations(
        _ values: [String: [String]],
        count: Int
    ) throws(Problem) -> [Double?] {
        let texts = values["elevation"] ?? []
        guard texts.isEmpty || texts.count == count else {
            throw .openMeteo("Parameter 'elevation' must have the same number of elements as coordinates")
        }
        return try texts.map { text throws(Problem) in
            if text.lowercased() == "nan" { return nil }
            let number = try decimal(text, of: "elevation")
            guard abs(number) < 10_000 else {
                throw .openMeteo("Invalid value '\(text.shown)' for parameter 'elevation'")
            }
            return number
        }
    }

    private static func decimal(_ text: String, of name: String) throws(Problem) -> Double {
        let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else {
            throw .openMeteo("Invalid value '\(text.shown)' for parameter '\(name)'")
        }
        return number
    }

    private static func degrees(
        _ name: String,
        _ values: [String: [String]],
        limit: Double
    ) throws(Problem) -> [Double] {
        guard let texts = values[name], !texts.isEmpty else {
            throw .openMeteo("Parameter '\(name)' is required")
        }
        return try texts.map { text throws(Problem) in
            let number = try decimal(text, of: name)
            guard abs(number) <= limit else {
                let title = name.prefix(1).uppercased() + name.dropFirst()
                throw .openMeteo(
                    "\(title) must be in range of -\(Int(limit)) to \(Int(limit))°. Given: \(number)."
                )
            }
            return number
        }
    }

    private static func number(
        _ name: String,
        _ values: [String: [String]],
        _ limits: ClosedRange<Int>
    ) throws(Problem) -> Int? {
        guard let text = values[name]?.last else { return nil }
        guard let number = Int(text), limits.contains(number) else {
            throw .openMeteo(
                "Parameter '\(name)' is invalid. Allowed range \(limits.lowerBound) to \(limits.upperBound). Given \(text.shown)."
            )
        }
        return number
    }

    /// `auto` is the zone of the point, which is in Korea.
    private static func zone(_ names: [String]) throws(Problem) -> Zone {
        let zones = try names.map { name throws(Problem) -> Zone in
            switch name {
            case "auto", "Asia/Seoul", "ROK": return .korea
            case "GMT", "UTC", "Etc/UTC", "Etc/GMT": return .utc
            default:
                throw .openMeteo(
                    "Invalid timezone '\(name.shown)'. This server knows 'Asia/Seoul' and 'GMT'."
                )
            }
        }
        guard Set(zones).count < 2 else {
            throw .openMeteo("Parameter 'timezone' names two zones. This server answers in one.")
        }
        return zones.first ?? .korea
    }

    /// In any case and as a digit: Python's clients write `True`.
    private static func isTrue(_ name: String, _ values: [String: [String]]) throws(Problem) -> Bool {
        guard let text = values[name]?.last else { return false }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default:
            throw .openMeteo(
                "Invalid value '\(text.shown)' for parameter '\(name)'. Allowed: true, false."
            )
        }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        _ values: [String: [String]]
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
        guard let text = values[name]?.last else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .openMeteo(
                "Invalid value '\(text.shown)' for parameter '\(name)'. Allowed: \(names)."
            )
        }
        return choice
    }
}
