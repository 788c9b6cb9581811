/// Observed day at a station of KMA (지상 일자료, ASOS).
public struct ObservedDay: Sendable, Hashable {
    /// Rain of a day, 00–24 in Korea.
    public enum Rain: Sendable, Hashable {
        /// Not sent, or not readable.
        case unknown
        /// Nothing noted, which mostly means none.
        case blank
        case trace
        case measured(Double)

        /// mm; `nil` if nothing is noted or known, 0 for a trace.
        public var amount: Double? {
            switch self {
            case .unknown, .blank: nil
            case .trace: 0
            case .measured(let amount): amount
            }
        }

        /// True for at least 0.1 mm; `nil` if unknown.
        public var isWet: Bool? {
            switch self {
            case .unknown: nil
            case .blank, .trace: false
            case .measured(let amount): amount >= 0.1
            }
        }
    }

    /// Number of the station, 108 for Seoul.
    public var station: Int
    /// Day of the values.
    public var date: KoreanDate
    /// Low in °C.
    public var minimum: Double?
    /// High in °C.
    public var maximum: Double?
    /// Rain of the day.
    public var rain: Rain
    /// Time of the fetch; a later one corrects an earlier one.
    public var fetchedAt: Date

    /// Creates an observed day.
    public init(station: Int, date: KoreanDate, minimum: Double?, maximum: Double?, rain: Rain, fetchedAt: Date) {
        (self.station, self.date, self.minimum, self.maximum, self.rain, self.fetchedAt) = (station, date, minimum, maximum, rain, fetchedAt)
    }
}

extension KoreanDate {
    /// Latest publication of a day's observations, between 09 and 11 of the next.
    package var publication: Date { (self + 1).at(hour: 11, minute: 10) }
}
