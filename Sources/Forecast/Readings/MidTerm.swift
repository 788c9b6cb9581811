/// Issue of KMA's mid-term temperatures for a city zone (`getMidTa`).
public struct MidTemperature: Sendable, Hashable {
    /// Issue, of 06:00 or 18:00 in Korea.
    public var origin: Origin
    /// Low and high by date.
    public var days: [KoreanDate: Extremes]
    /// True if a number was unreadable.
    public var isInPart: Bool

    /// Creates an issue.
    public init(origin: Origin, days: [KoreanDate: Extremes], isInPart: Bool = false) {
        (self.origin, self.days, self.isInPart) = (origin, days, isInPart)
    }
}

/// Low and high of a day in °C with KMA's uncertainties. The low is never above the high.
public struct Extremes: Sendable, Hashable {
    /// Low of the day.
    public let minimum: Double?
    /// High of the day.
    public let maximum: Double?
    /// Uncertainty of the low.
    public let minimumSpread: Spread?
    /// Uncertainty of the high.
    public let maximumSpread: Spread?

    /// Creates a low and a high; neither is kept if the low is above the high.
    public init(minimum: Double? = nil, maximum: Double? = nil, minimumSpread: Spread? = nil, maximumSpread: Spread? = nil) {
        let isContradiction = Extremes.isContradiction(minimum, maximum)
        self.minimum = isContradiction ? nil : minimum
        self.maximum = isContradiction ? nil : maximum
        self.minimumSpread = self.minimum == nil ? nil : minimumSpread
        self.maximumSpread = self.maximum == nil ? nil : maximumSpread
    }

    package static func isContradiction(_ minimum: Double?, _ maximum: Double?) -> Bool {
        guard let minimum, let maximum else { return false }
        return minimum > maximum
    }
}

/// KMA's uncertainty of a temperature, in degrees below and above it.
public struct Spread: Sendable, Hashable {
    /// Degrees below.
    public let low: Double
    /// Degrees above.
    public let high: Double

    /// Creates an uncertainty of 0…10 each (KMA's are 0 to 5).
    public init?(low: Double, high: Double) {
        guard (0...10).contains(low), (0...10).contains(high) else { return nil }
        (self.low, self.high) = (low, high)
    }
}

/// Issue of KMA's mid-term rain and sky for a province zone (`getMidLandFcst`).
public struct MidLand: Sendable, Hashable {
    /// Issue, of 06:00 or 18:00 in Korea.
    public var origin: Origin
    /// Rain and sky by date.
    public var days: [KoreanDate: DaySky]
    /// True if a number was unreadable.
    public var isInPart: Bool

    /// Creates an issue.
    public init(origin: Origin, days: [KoreanDate: DaySky], isInPart: Bool = false) {
        (self.origin, self.days, self.isInPart) = (origin, days, isInPart)
    }
}

/// Rain and sky of a day, by halves or undivided (days 8 to 10 of a mid-term issue).
public struct DaySky: Sendable, Hashable {
    /// 00–12 in Korea.
    public var morning: HalfDay?
    /// 12–24 in Korea.
    public var afternoon: HalfDay?
    /// Undivided day.
    public var whole: HalfDay?

    /// Creates a day.
    public init(morning: HalfDay? = nil, afternoon: HalfDay? = nil, whole: HalfDay? = nil) {
        (self.morning, self.afternoon, self.whole) = (morning, afternoon, whole)
    }
}

/// Rain and sky of half a day, or of an undivided day.
public struct HalfDay: Sendable, Hashable {
    /// Precipitation, or the sky.
    public var condition: Condition?
    /// Chance of precipitation.
    public var precipitationProbability: Probability?

    /// Creates a half day; `nil` if both parts are missing.
    public init?(condition: Condition?, precipitationProbability: Probability?) {
        if condition == nil, precipitationProbability == nil { return nil }
        (self.condition, self.precipitationProbability) = (condition, precipitationProbability)
    }
}

/// Issue of KMA's mid-term text (`getMidFcst`).
public struct Outlook: Sendable, Hashable {
    /// 06:00 or 18:00 in Korea.
    public var issuedAt: Date
    /// Korean text, a line a statement, without its padding.
    public var text: String

    /// Creates an issue.
    public init(issuedAt: Date, text: String) { (self.issuedAt, self.text) = (issuedAt, text) }
}
