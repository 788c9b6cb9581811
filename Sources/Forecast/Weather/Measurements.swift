/// How much falls: a number where the feed gives one, else the range it names.
public struct Amount: Sendable, Hashable {
    /// The least it can be, in the unit of the field that holds it (mm of rain, cm of snow).
    public var low: Double
    /// The most it can be; `nil` where the feed sets no bound ("50.0mm 이상").
    public var high: Double?

    /// A range, open above where `high` is `nil`.
    public init(low: Double, high: Double?) {
        self.low = low
        self.high = high
    }

    /// An amount known as a number.
    public init(_ exactly: Double) {
        self.init(low: exactly, high: exactly)
    }

    /// Whether it is one number.
    public var isExact: Bool { low == high }

    /// One number for it: itself, the middle of its range, or the bound it starts from.
    public var value: Double {
        guard let high else { return low }
        return isExact ? low : (low + high) / 2
    }

    /// Both together.
    public static func + (left: Amount, right: Amount) -> Amount {
        var sum = Amount(low: left.low + right.low, high: nil)
        if let leftHigh = left.high, let rightHigh = right.high { sum.high = leftHigh + rightHigh }
        return sum
    }
}
