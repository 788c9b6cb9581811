/// One issue of KMA's mid-term temperatures for one city zone (`getMidTa`).
public struct MidTemperature: Sendable, Hashable {
    /// The issue, of 06:00 or 18:00 in Korea.
    public var origin: Origin
    /// Low and high by date; a day that the issue leaves out is absent.
    public var days: [KoreanDate: Extremes]
    /// True if a number of what the feed sent cannot be read.
    public var isInPart: Bool

    /// An issue from its origin and its days.
    public init(origin: Origin, days: [KoreanDate: Extremes], isInPart: Bool = false) {
        self.origin = origin
        self.days = days
        self.isInPart = isInPart
    }
}

/// The low and the high of a day in °C, each with its uncertainty where KMA gives one. The low is never above the high.
public struct Extremes: Sendable, Hashable {
    /// The day's low.
    public let minimum: Double?
    /// The day's high.
    public let maximum: Double?
    /// Uncertainty of the low; `nil` without a low.
    public let minimumSpread: Spread?
    /// Uncertainty of the high; `nil` without a high.
    public let maximumSpread: Spread?

    /// A low and a high, either of which may be missing. A low above its high leaves neither: which of the two is wrong
    /// cannot be told.
    public init(
        minimum: Double? = nil,
        maximum: Double? = nil,
        minimumSpread: Spread? = nil,
        maximumSpread: Spread? = nil
    ) {
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

/// KMA's uncertainty of a temperature: degrees it may be below and above, not temperatures.
public struct Spread: Sendable, Hashable {
    /// Degrees below.
    public let low: Double
    /// Degrees above.
    public let high: Double

    /// Degrees below and above, each 0…30 (KMA's are 0 to 3); `nil` for anything else.
    public init?(low: Double, high: Double) {
        guard (0...30).contains(low), (0...30).contains(high) else { return nil }
        self.low = low
        self.high = high
    }
}

/// One issue of KMA's mid-term rain and sky for one province zone (`getMidLandFcst`).
public struct MidLand: Sendable, Hashable {
    /// The issue, of 06:00 or 18:00 in Korea.
    public var origin: Origin
    /// Rain and sky by date; a day that the issue leaves out is absent.
    public var days: [KoreanDate: DaySky]
    /// True if a number of what the feed sent cannot be read.
    public var isInPart: Bool

    /// An issue from its origin and its days.
    public init(origin: Origin, days: [KoreanDate: DaySky], isInPart: Bool = false) {
        self.origin = origin
        self.days = days
        self.isInPart = isInPart
    }
}

/// Rain and sky of a day: by halves, or as one where the feed has no halves (days 8 to 10 of a mid-term issue).
public struct DaySky: Sendable, Hashable {
    /// 00–12 in Korea.
    public var morning: HalfDay?
    /// 12–24 in Korea.
    public var afternoon: HalfDay?
    /// The whole day, where it comes undivided.
    public var whole: HalfDay?

    /// A day by halves or as a whole.
    public init(morning: HalfDay? = nil, afternoon: HalfDay? = nil, whole: HalfDay? = nil) {
        self.morning = morning
        self.afternoon = afternoon
        self.whole = whole
    }
}

/// Rain and sky of half a day, or of a day that comes undivided.
public struct HalfDay: Sendable, Hashable {
    /// What falls, or the sky.
    public var condition: Condition?
    /// The chance of precipitation.
    public var precipitationProbability: Probability?

    /// A half day; `nil` where both parts are missing.
    public init?(condition: Condition?, precipitationProbability: Probability?) {
        if condition == nil, precipitationProbability == nil { return nil }
        self.condition = condition
        self.precipitationProbability = precipitationProbability
    }
}

/// One issue of KMA's mid-term text, as a forecaster wrote it (`getMidFcst`).
public struct Outlook: Sendable, Hashable {
    /// 06:00 or 18:00 in Korea.
    public var issuedAt: Date
    /// The text in Korean, a line a statement, without the padding it comes with.
    public var text: String

    /// An issue from its time and its text.
    public init(issuedAt: Date, text: String) {
        self.issuedAt = issuedAt
        self.text = text
    }
}
