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
