/// What a station of KMA observed on a day (지상 일자료, ASOS).
public struct ObservedDay: Sendable, Hashable {
    /// What is known of the rain of a day, 00–24 in Korea.
    public enum Rain: Sendable, Hashable {
        /// Nothing is noted, which mostly means that none fell.
        case blank
        /// Less than 0.1 mm.
        case trace
        /// mm, 0.1 and more.
        case measured(Double)

        /// mm; `nil` where nothing is noted, 0 for a trace.
        public var amount: Double? {
            switch self {
            case .blank: nil
            case .trace: 0
            case .measured(let amount): amount
            }
        }

        /// Whether at least 0.1 mm fell.
        public var isWet: Bool {
            if case .measured(let amount) = self { amount >= 0.1 } else { false }
        }
    }

    /// The station's number, 108 for Seoul.
    public var station: Int
    /// The day.
    public var date: KoreanDate
    /// The low in °C.
    public var minimum: Double?
    /// The high in °C.
    public var maximum: Double?
    /// What fell.
    public var rain: Rain
    /// When it was fetched; a later one corrects an earlier one.
    public var fetchedAt: Date

    /// What was observed, from its parts.
    public init(
        station: Int,
        date: KoreanDate,
        minimum: Double?,
        maximum: Double?,
        rain: Rain,
        fetchedAt: Date
    ) {
        self.station = station
        self.date = date
        self.minimum = minimum
        self.maximum = maximum
        self.rain = rain
        self.fetchedAt = fetchedAt
    }
}
