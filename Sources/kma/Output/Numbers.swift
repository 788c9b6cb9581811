import Forecast

extension Double {
    /// To a whole degree, never `-0`.
    var wholeDegrees: String { "\(Int(rounded()))°" }

    /// To one decimal, never `-0.0`.
    var oneDecimal: String {
        let tenths = (self * 10).rounded() / 10
        return "\(tenths == 0 ? 0.0 : tenths)"
    }
}

extension KoreanDate {
    /// `10/4`.
    var monthAndDay: String {
        let (_, month, day) = civil
        return "\(month)/\(day)"
    }
}

extension Theme {
    /// A symbol one cell wide.
    func symbol(night: Bool) -> String {
        switch self {
        case .clear: night ? "☾" : "☀"
        case .cloudy: "☁"
        case .rain: "☂"
        case .snow: "❄"
        }
    }
}

extension Int? {
    /// `20%`, or a dash where nothing is known.
    var percent: String { map { "\($0)%" } ?? "-" }
}
