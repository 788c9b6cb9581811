enum OpenMeteoUnit: String, Sendable {
    case celsius = "°C"
    case percent = "%"
    case windSpeed = "km/h"
    case degrees = "°"
    case millimetres = "mm"
    case centimetres = "cm"
    case metres = "m"
    case code = "wmo code"
    case truth = ""
    case time = "iso8601"
    case seconds = "s"
    case hours = "h"
    case micrograms = "μg/m³"
    case undefined

    /// Typed clients read these as whole numbers.
    var isWhole: Bool {
        switch self {
        case .percent, .degrees, .code, .truth: true
        default: false
        }
    }
}

extension OpenMeteoUnit { var decimals: Int { self == .millimetres || self == .centimetres ? 3 : 2 } }

struct OpenMeteoUnits: Sendable {
    let temperature: Temperature
    let wind: Wind
    let precipitation: Precipitation

    enum Temperature: String, Sendable, CaseIterable {
        case celsius
        case fahrenheit
    }

    enum Wind: String, Sendable, CaseIterable {
        case kmh
        case ms
        case mph
        case kn

        fileprivate var traits: (name: String, perMetreASecond: Double) {
            switch self {
            case .kmh: ("km/h", 3.6)
            case .ms: ("m/s", 1)
            case .mph: ("mp/h", 3600 / 1609.344)
            case .kn: ("kn", 3600 / 1852)
            }
        }
    }

    enum Precipitation: String, Sendable, CaseIterable {
        case mm
        case inch
    }

    func value(_ value: Double?, _ unit: OpenMeteoUnit) -> Double? {
        guard let value else { return nil }
        switch unit {
        case .celsius: return temperature == .celsius ? value : value * 9 / 5 + 32
        case .windSpeed: return value * wind.traits.perMetreASecond
        case .millimetres: return precipitation == .mm ? value : value / 25.4
        case .centimetres: return precipitation == .mm ? value : value / 2.54
        default: return value
        }
    }

    func name(of unit: OpenMeteoUnit, _ timeFormat: OpenMeteoQuery.TimeFormat) -> String {
        switch unit {
        case .celsius: temperature == .celsius ? "°C" : "°F"
        case .windSpeed: wind.traits.name
        case .millimetres: precipitation.rawValue
        case .centimetres: precipitation == .mm ? "cm" : "inch"
        case .time: timeFormat.rawValue
        default: unit.rawValue
        }
    }
}
