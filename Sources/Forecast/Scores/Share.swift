/// A share of cases, with the bounds between which the true share lies.
public struct Share: Sendable, Hashable {
    /// The cases in question.
    public let count: Int
    /// All cases, at least one.
    public let cases: Int

    /// So many of so many cases; `nil` without a case, or for a part that is none of them.
    public init?(_ count: Int, of cases: Int) {
        guard cases > 0, (0...cases).contains(count) else { return nil }
        self.count = count
        self.cases = cases
    }

    /// The share itself, 0…1.
    public var value: Double { Double(count) / Double(cases) }

    /// The bounds of the true share at 95 %, 0…1, by Wilson's score interval without a correction for continuity.
    ///
    /// E. B. Wilson, Journal of the American Statistical Association 22, 1927; method 3 of R. G. Newcombe, Statistics in
    /// Medicine 17, 1998, who compares it with others. The usual ± goes below 0 and above 1 where cases are few.
    public var bounds: ClosedRange<Double> {
        let z = Share.quantile
        let number = Double(cases)
        let square = z * z / number
        let middle = value + square / 2
        let half = z * (value * (1 - value) / number + square / (4 * number)).squareRoot()
        // At 0 and at all cases a bound is exact, which rounding may miss by a little.
        let low = count == 0 ? 0 : max(0, (middle - half) / (1 + square))
        let high = count == cases ? 1 : min(1, (middle + half) / (1 + square))
        return low...high
    }

    /// Of the normal distribution, 2.5 % lie above this many standard deviations.
    private static let quantile = 1.959963984540054
}
