import KMAForecast

/// How the program ends, after `sysexits.h` and the table of the README.
enum ExitStatus: Int32 {
    /// It was told to end, and has.
    case success = 0
    /// Wrong usage.
    case usage = 64
    /// No such place, or several.
    case noInput = 66
    /// A setting is malformed, or the address cannot be listened on.
    case configuration = 78

    /// The end that an error before the start leads to.
    init(_ error: ForecastError) {
        switch error {
        case .place: self = .noInput
        case .badInput: self = .usage
        case .settings, .nothingToShow: self = .configuration
        }
    }
}
