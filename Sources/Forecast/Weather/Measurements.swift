/// Where the wind comes from: whole degrees clockwise from north, 0…359.
public struct WindDirection: Sendable, Hashable {
    /// 0…359, 0 for north.
    public let degrees: Int

    /// A direction to the nearest degree; 360 is north, as both KMA and OpenWeather write it. `nil` outside 0…360:
    /// neither documents such a value, so what it should mean is not known.
    public init?(degrees: Double) {
        guard (0...360).contains(degrees) else { return nil }
        self.degrees = Int(degrees.rounded()) % 360
    }
}

/// The chance of precipitation in whole per cent.
public struct Probability: Sendable, Hashable, Comparable {
    /// 0…100.
    public let percent: Int

    /// A chance to the nearest per cent; `nil` outside 0…100.
    public init?(percent: Double) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = Int(percent.rounded())
    }

    /// The less likely first.
    public static func < (left: Probability, right: Probability) -> Bool {
        left.percent < right.percent
    }
}

/// Relative humidity in whole per cent.
public struct Humidity: Sendable, Hashable {
    /// 0…100.
    public let percent: Int

    /// A humidity to the nearest per cent; `nil` outside 0…100.
    public init?(percent: Double) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = Int(percent.rounded())
    }
}

/// How much falls: one number where the feed gives one, else the range it names. Millimetres of rain or centimetres of
/// snow, by the field that holds it.
public struct Amount: Sendable, Hashable {
    /// The end of what one step can have. KMA marks missing values with 900 and more, and nothing measured comes near:
    /// the most rain of an hour is 305 mm in the world (WMO archive) and some 145 mm in Korea (1998-07-31).
    public static let limit = 900.0

    /// Nothing falls.
    public static let zero = Amount(unchecked: 0, high: 0)

    /// The least it can be.
    public let low: Double
    /// The most it can be; `nil` where the feed sets no bound (`50.0mm 이상`).
    public let high: Double?

    /// A range, open above where `high` is `nil`. `nil` for one that is negative, not finite, at or beyond ``limit``, or
    /// whose low is above its high.
    public init?(low: Double, high: Double?) {
        guard 0 <= low, low <= high ?? low, high ?? low < Amount.limit else { return nil }
        self.init(unchecked: low, high: high)
    }

    /// An amount known as one number; `nil` where it is negative, not finite, or at or beyond ``limit``.
    public init?(_ exactly: Double) {
        self.init(low: exactly, high: exactly)
    }

    private init(unchecked low: Double, high: Double?) {
        self.low = low
        self.high = high
    }

    /// Whether it is one number.
    public var isExact: Bool { low == high }

    /// The one number it is; `nil` for a range.
    public var exact: Double? { isExact ? low : nil }

    /// It as a range; `nil` for one number.
    public var range: Amount? { isExact ? nil : self }

    /// One number for it: itself, the middle of its range, or the bound it starts from.
    public var value: Double {
        guard let high else { return low }
        return isExact ? low : (low + high) / 2
    }

    /// Both together, open above where one of them is. A sum of many steps may pass ``limit``.
    public static func + (left: Amount, right: Amount) -> Amount {
        let high = left.high.flatMap { leftHigh in right.high.map { leftHigh + $0 } }
        return Amount(unchecked: left.low + right.low, high: high)
    }
}

extension Amount {
    /// It with its unit, mm or cm, as KMA says it: `1mm 미만`, `5~10mm`, `50mm 이상` (단기예보 조회서비스 활용가이드, 강수량
    /// 범주 및 표시방법). A range from 10 on is in whole numbers, because its ends are no better known than that.
    public func text(_ unit: String) -> LocalizedText {
        switch (low, high) {
        case (let low, nil):
            LocalizedText("\(low.shortest)\(unit) 이상", "\(low.shortest)+ \(unit)")
        case (0, let high?) where high > 0:
            LocalizedText("\(high.shortest)\(unit) 미만", "under \(high.shortest) \(unit)")
        case (let low, let high?) where low < high && low >= 10:
            Amount(unchecked: low.rounded(.toNearestOrEven), high: high.rounded(.toNearestOrEven)).rangeText(
                unit
            )
        case (let low, let high?) where low < high:
            rangeText(unit)
        case (let low, _):
            LocalizedText("\(low.shortest)\(unit)", "\(low.shortest) \(unit)")
        }
    }

    private func rangeText(_ unit: String) -> LocalizedText {
        let (low, high) = (low.shortest, (high ?? low).shortest)
        return LocalizedText("\(low)~\(high)\(unit)", "\(low)–\(high) \(unit)")
    }
}

extension Double {
    /// To one decimal, never `-0.0`: `16.9`, `5.0`.
    package var oneDecimal: String {
        let tenths = (self * 10).rounded() / 10
        return "\(tenths == 0 ? 0.0 : tenths)"
    }

    /// To a whole number, never `-0`; any value can be written, however large.
    package var wholeNumber: String {
        Int(exactly: rounded()).map { "\($0)" } ?? "\(self)"
    }

    /// To one decimal where it has one, else without: `7.5`, `5`.
    fileprivate var shortest: String {
        let text = oneDecimal
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Double {
    /// This number where it lies in a range, else `nil`: beyond what weather can be, an upstream's number is a fault.
    public func within(_ range: ClosedRange<Double>) -> Double? {
        range.contains(self) ? self : nil
    }
}

extension ClosedRange<Double> {
    /// °C of the air in Korea, whose records are −32.6 (양평, 1981) and 41.0 (홍천, 2018). KMA marks what is missing with −50
    /// and less (heading of its table of stations: no observation, or an error).
    public static var plausibleTemperature: ClosedRange<Double> { -45...50 }
    /// °C felt, which goes past the air's: wind at −25 feels like −45, and moist air at 35 like 50. −50 and less is a mark.
    public static var plausibleFeelsLike: ClosedRange<Double> { -49.9...60 }
    /// m/s eastward or northward. −50 and less is a mark; the strongest gust is 63.7 (속초, 2006).
    public static var plausibleWindComponent: ClosedRange<Double> { -49.9...65 }
    /// m/s, gusts included: the record is 113 (WMO archive, Barrow Island 1996).
    public static var plausibleWindSpeed: ClosedRange<Double> { 0...120 }
    /// Metres. OpenWeather ends at 10,000; before 2018 it went to 16,093.
    public static var plausibleVisibility: ClosedRange<Double> { 0...100_000 }
}
