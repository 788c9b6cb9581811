/// Direction the wind comes from, in whole degrees clockwise from north.
public struct WindDirection: Sendable, Hashable {
    /// 0…359, 0 for north.
    public let degrees: Int

    /// Creates a direction to the nearest degree; 360 is north. `nil` outside 0…360.
    public init?(degrees: Double) {
        guard (0...360).contains(degrees) else { return nil }
        self.degrees = Int(degrees.rounded()) % 360
    }
}

/// Chance of precipitation in whole per cent.
public struct Probability: Sendable, Hashable, Comparable {
    /// 0…100.
    public let percent: Int

    /// Creates a chance to the nearest per cent; `nil` outside 0…100.
    public init?(percent: Double) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = Int(percent.rounded())
    }

    /// Orders the less likely first.
    public static func < (left: Probability, right: Probability) -> Bool { left.percent < right.percent }
}

/// Relative humidity in whole per cent.
public struct Humidity: Sendable, Hashable {
    /// 0…100.
    public let percent: Int

    /// Creates a humidity to the nearest per cent; `nil` outside 0…100.
    public init?(percent: Double) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = Int(percent.rounded())
    }
}

/// Amount of precipitation, a number or a range, in mm of rain or cm of snow by its field.
public struct Amount: Sendable, Hashable {
    /// Bound of one step: an hour's most is 305 mm (WMO archive), in Korea some 145 (1998-07-31); KMA marks missing values with 900 and more.
    public static let limit = 306.0

    /// No precipitation.
    public static let zero = Amount(unchecked: 0, high: 0)

    /// Least amount.
    public let low: Double
    /// Greatest amount; `nil` if open (`50.0mm 이상`).
    public let high: Double?

    /// Creates a range, open above without `high`; `nil` if negative, not finite, reversed, or at ``limit``.
    public init?(low: Double, high: Double?) {
        guard 0 <= low, low <= high ?? low, high ?? low < Amount.limit else { return nil }
        self.init(unchecked: low, high: high)
    }

    /// Creates one number; `nil` if negative, not finite, or at or beyond ``limit``.
    public init?(_ exactly: Double) { self.init(low: exactly, high: exactly) }

    private init(unchecked low: Double, high: Double?) { (self.low, self.high) = (low, high) }

    /// True for one number.
    public var isExact: Bool { low == high }

    /// Number; `nil` for a range.
    public var exact: Double? { isExact ? low : nil }

    /// Range; `nil` for one number.
    public var range: Amount? { isExact ? nil : self }

    /// Number, middle of the range, or lower bound of an open range.
    public var value: Double {
        guard let high else { return low }
        return isExact ? low : (low + high) / 2
    }

    /// Adds amounts, also beyond ``limit``; open if one is.
    public static func + (left: Amount, right: Amount) -> Amount {
        let high = left.high.flatMap { leftHigh in right.high.map { leftHigh + $0 } }
        return Amount(unchecked: left.low + right.low, high: high)
    }
}

extension Amount {
    /// Text in mm or cm, ranges from 10 on whole: `1mm 미만`, `5~10mm`, `50mm 이상` (단기예보 조회서비스 활용가이드, 강수량 범주 및 표시방법).
    public func text(_ unit: String) -> LocalizedText {
        switch (low, high) {
        case (let low, nil): LocalizedText("\(low.shortest)\(unit) 이상", "\(low.shortest)+ \(unit)")
        case (0, let high?) where high > 0: LocalizedText("\(high.shortest)\(unit) 미만", "under \(high.shortest) \(unit)")
        case (let low, let high?) where low < high && low >= 10:
            Amount(unchecked: low.rounded(.toNearestOrEven), high: high.rounded(.toNearestOrEven)).rangeText(unit)
        case (let low, let high?) where low < high: rangeText(unit)
        case (let low, _): LocalizedText("\(low.shortest)\(unit)", "\(low.shortest) \(unit)")
        }
    }

    private func rangeText(_ unit: String) -> LocalizedText {
        let (low, high) = (low.shortest, (high ?? low).shortest)
        return LocalizedText("\(low)~\(high)\(unit)", "\(low)–\(high) \(unit)")
    }
}

extension Double {
    /// `16.9`, `5.0`, never `-0.0`.
    package var oneDecimal: String {
        let tenths = (self * 10).rounded() / 10
        return "\(tenths == 0 ? 0.0 : tenths)"
    }

    /// Whole number, never `-0`, of any size.
    package var wholeNumber: String { Int(exactly: rounded()).map { "\($0)" } ?? "\(self)" }

    fileprivate var shortest: String {
        let text = oneDecimal
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the number if in a range: one beyond is the upstream's fault.
    public func within(_ range: ClosedRange<Double>) -> Double? { range.contains(self) ? self : nil }
}

extension ClosedRange<Double> {
    /// °C of the air; Korea's records are −32.6 (양평, 1981) and 41.0 (홍천, 2018). KMA marks missing values with −50 and less (table of stations).
    public static var plausibleTemperature: ClosedRange<Double> { -45...50 }
    /// °C felt: wind at −25 feels like −45, moist air at 35 like 50; −50 and less is missing.
    public static var plausibleFeelsLike: ClosedRange<Double> { -49.9...60 }
    /// m/s eastward or northward; −50 and less is missing, the strongest gust 63.7 (속초, 2006).
    public static var plausibleWindComponent: ClosedRange<Double> { -49.9...65 }
    /// m/s with gusts; Korea's strongest is 63.7 (속초, 2006).
    public static var plausibleWindSpeed: ClosedRange<Double> { 0...75 }
    /// Metres; OpenWeather ends at 10,000, before 2018 at 16,093.
    public static var plausibleVisibility: ClosedRange<Double> { 0...100_000 }
}
