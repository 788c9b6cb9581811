import Forecast
import KMAForecast
import Rendering

package enum OpenMeteoAPI: String, Sendable, CaseIterable {
    case forecast
    case airQuality = "air-quality"

    package var path: String { "/om/v1/\(rawValue)" }

    package var question: Question { self == .forecast ? .week : .now }
}

package struct OpenMeteoQuery: Sendable {
    package let api: OpenMeteoAPI
    /// Skipped parameters, and their order, make no other response.
    package let parameters: [String]
    package let places: [PlaceRequest]
    /// Metres; `nil` for `nan`.
    let elevations: [Double?]
    package let isCSV: Bool
    let current: [OpenMeteoVariable<OpenMeteoHour>]
    let hourly: [OpenMeteoVariable<OpenMeteoHour>]
    let minutely: [OpenMeteoVariable<OpenMeteoHour>]
    let daily: [OpenMeteoVariable<OpenMeteoDay>]
    let hasCurrentWeather: Bool
    package let span: OpenMeteoSpan
    let reachesBack: Bool
    let zone: OpenMeteoZone
    let timeFormat: TimeFormat
    let units: OpenMeteoUnits

    enum TimeFormat: String, Sendable, CaseIterable {
        case iso8601
        case unixtime
    }

    /// 400 kB of JSON in a fiftieth of a second; MagicMirror's variables in sixteen days are half of it.
    static let maximumCount = 50_000

    package init(_ values: OpenMeteoParameters, _ api: OpenMeteoAPI, at now: Date) throws(OpenMeteoError) {
        self.api = api
        parameters = values.form
        let format = values["format"]?.last ?? "json"
        guard ["json", "csv"].contains(format) else {
            throw OpenMeteoError("Format '\(format.shown)' is not supported by this server. Use 'json' or 'csv'.")
        }
        isCSV = format == "csv"
        places = try OpenMeteoQuery.places(values)
        elevations = try OpenMeteoQuery.elevations(values, count: places.count)
        typealias Definition = OpenMeteoVariable<OpenMeteoHour>.Definition
        let variables = api == .forecast ? Definition.hourly : Definition.airQuality
        let type = api == .forecast ? "ForecastVariable" : "VariableAirQuality"
        current = try OpenMeteoVariable.list(values["current"], of: variables, type: type)
        hourly = try OpenMeteoVariable.list(values["hourly"], of: variables, type: type)
        minutely = try OpenMeteoVariable.list(values["minutely_15"], of: variables, type: type)
        daily = try OpenMeteoVariable.list(values["daily"], of: OpenMeteoVariable.Definition.daily, type: "ForecastVariableDaily")
        hasCurrentWeather = try values.isTrue("current_weather")
        zone = try OpenMeteoZone(values["timezone"] ?? [])
        let offset = zone.offset(at: now)
        span = try OpenMeteoSpan(values, usual: api == .forecast ? 7 : 5, at: now, offset: offset)
        reachesBack = OpenMeteoDay.date(span.firstDay(at: now, offset: offset)) < KoreanDate(of: now)
        timeFormat = try values.choice("timeformat") ?? .iso8601
        let wind: OpenMeteoUnits.Wind? = try values.choice("wind_speed_unit")
        let oldWind: OpenMeteoUnits.Wind? = try values.choice("windspeed_unit")
        units = OpenMeteoUnits(
            temperature: try values.choice("temperature_unit") ?? .celsius,
            wind: wind ?? oldWind ?? .kmh,
            precipitation: try values.choice("precipitation_unit") ?? .mm
        )
        guard valueCount <= OpenMeteoQuery.maximumCount else {
            throw OpenMeteoError(
                "Too many values: \(valueCount). This server answers at most \(OpenMeteoQuery.maximumCount) of all locations, times and variables together."
            )
        }
    }

    package var isOfPast: Bool { !daily.isEmpty && (reachesBack || daily.contains(where: \.definition.isOfEarlier)) }

    private var valueCount: Int {
        let hours = hourly.isEmpty ? 0 : span.hourCount * (hourly.count + 1)
        let quarters = minutely.isEmpty ? 0 : 4 * span.hourCount * (minutely.count + 1)
        let days = daily.isEmpty ? 0 : span.dayCount * (daily.count + 1)
        return places.count * (hours + quarters + days + current.count)
    }
}

extension OpenMeteoQuery {
    private static func places(_ values: OpenMeteoParameters) throws(OpenMeteoError) -> [PlaceRequest] {
        let latitudes = try degrees("latitude", values, limit: 90)
        let longitudes = try degrees("longitude", values, limit: 180)
        guard latitudes.count == longitudes.count else {
            throw OpenMeteoError("Parameter 'latitude' and 'longitude' must have the same number of elements")
        }
        guard latitudes.count <= PlaceRequest.maximumCount else {
            throw OpenMeteoError("Only up to \(PlaceRequest.maximumCount) locations are supported by this server.")
        }
        let points = zip(latitudes, longitudes).map { [$0, $1] }
        guard Set(points).count == points.count else {
            throw OpenMeteoError("Parameter 'latitude' and 'longitude' name a location twice. Name it once.")
        }
        return zip(latitudes, longitudes).map(PlaceRequest.init(latitude:longitude:))
    }

    private static func elevations(_ values: OpenMeteoParameters, count: Int) throws(OpenMeteoError) -> [Double?] {
        let texts = values["elevation"] ?? []
        guard texts.isEmpty || texts.count == count else {
            throw OpenMeteoError("Parameter 'elevation' must have the same number of elements as coordinates")
        }
        return try texts.map { text throws(OpenMeteoError) in
            if text.lowercased() == "nan" { return nil }
            let number = try decimal(text, of: "elevation")
            guard abs(number) < 10_000 else { throw OpenMeteoError("Invalid value '\(text.shown)' for parameter 'elevation'") }
            return number
        }
    }

    private static func decimal(_ text: String, of name: String) throws(OpenMeteoError) -> Double {
        let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else {
            throw OpenMeteoError("Invalid value '\(text.shown)' for parameter '\(name)'")
        }
        return number
    }

    private static func degrees(_ name: String, _ values: OpenMeteoParameters, limit: Double) throws(OpenMeteoError) -> [Double] {
        guard let texts = values[name], !texts.isEmpty else { throw OpenMeteoError("Parameter '\(name)' is required") }
        return try texts.map { text throws(OpenMeteoError) in
            let number = try decimal(text, of: name)
            guard abs(number) <= limit else {
                throw OpenMeteoError("\(name.withCapital) must be in range of -\(Int(limit)) to \(Int(limit))°. Given: \(number).")
            }
            return number
        }
    }
}
