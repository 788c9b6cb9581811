#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One issue of KMA's mid-term temperatures for one city zone.
public struct MidTemperature: Sendable, Hashable {
    /// 06:00 or 18:00 in Korea. Days were counted from here.
    public var issuedAt: Date
    /// What each day it speaks of will be; a day it does not speak of is absent.
    public var days: [KoreanDate: Extremes]

    /// An issue from its time and its days.
    public init(issuedAt: Date, days: [KoreanDate: Extremes]) {
        self.issuedAt = issuedAt
        self.days = days
    }
}

/// The low and the high of a day, in °C.
public struct Extremes: Sendable, Hashable {
    /// The day's low.
    public var minimum: Double?
    /// The day's high.
    public var maximum: Double?
    /// How far off the low may be.
    public var minimumSpread: Spread?
    /// How far off the high may be.
    public var maximumSpread: Spread?

    /// A low and a high, either of which may be missing.
    public init(
        minimum: Double? = nil,
        maximum: Double? = nil,
        minimumSpread: Spread? = nil,
        maximumSpread: Spread? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumSpread = minimumSpread
        self.maximumSpread = maximumSpread
    }
}

/// KMA's uncertainty of a temperature: degrees it may be below and above, not temperatures.
public struct Spread: Sendable, Hashable {
    /// Degrees below.
    public var low: Double
    /// Degrees above.
    public var high: Double

    /// Degrees below and above.
    public init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }
}

/// One issue of KMA's mid-term rain and sky for one province zone.
public struct MidLand: Sendable, Hashable {
    /// 06:00 or 18:00 in Korea. Days were counted from here.
    public var issuedAt: Date
    /// What each day it speaks of will be; a day it does not speak of is absent.
    public var days: [KoreanDate: DaySky]

    /// An issue from its time and its days.
    public init(issuedAt: Date, days: [KoreanDate: DaySky]) {
        self.issuedAt = issuedAt
        self.days = days
    }
}

/// Rain and sky of a day: by halves, or as one where the feed has no halves (days 8 to 10 of an issue).
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
    /// What the weather is.
    public var condition: Condition?
    /// Chance of precipitation, 0…100 %.
    public var precipitationProbability: Int?

    /// A half day; `nil` where both parts are missing.
    public init?(condition: Condition?, precipitationProbability: Int?) {
        if condition == nil, precipitationProbability == nil { return nil }
        self.condition = condition
        self.precipitationProbability = precipitationProbability
    }
}

/// One issue of KMA's mid-term text, as a forecaster wrote it.
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
