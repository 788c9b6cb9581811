/// How far forecast lows or highs were from those measured, in °C.
public struct TemperatureScore: Sendable, Hashable {
    /// A day with its forecast and what was measured.
    public struct Case: Sendable, Hashable {
        /// What was forecast, °C.
        public var forecast: Double
        /// KMA's own ± of it; `nil` where the forecast has none.
        public var spread: Spread?
        /// What was measured, °C.
        public var observed: Double

        /// A case from its parts.
        public init(forecast: Double, spread: Spread? = nil, observed: Double) {
            self.forecast = forecast
            self.spread = spread
            self.observed = observed
        }

        /// How much too high the forecast was. In tenths, as temperatures are measured: 15.3 − 14.3 is 1, not a little more.
        fileprivate var error: Double { ((forecast - observed) * 10).rounded() / 10 }
    }

    /// Days.
    public let cases: Int
    /// The mean distance of forecast and measurement (MAE).
    public let meanAbsoluteError: Double
    /// The mean of forecast minus measurement: above 0 where forecasts were too warm.
    public let bias: Double
    /// Days on which the forecast was at most 1° off.
    public let withinOne: Share
    /// Days on which the forecast was at most 2° off.
    public let withinTwo: Share
    /// Days on which the measurement lay inside KMA's own range, of those that had one; `nil` where none had.
    public let rangeCoverage: Share?

    /// The score of cases; `nil` without any.
    public init?(_ cases: [Case]) {
        let errors = cases.map(\.error)
        let distances = errors.map { $0.magnitude }
        guard let withinOne = Share(distances.count { $0 <= 1 }, of: cases.count),
            let withinTwo = Share(distances.count { $0 <= 2 }, of: cases.count)
        else { return nil }
        self.cases = cases.count
        meanAbsoluteError = distances.reduce(0, +) / Double(cases.count)
        bias = errors.reduce(0, +) / Double(cases.count)
        (self.withinOne, self.withinTwo) = (withinOne, withinTwo)
        let ranges = cases.compactMap { item in item.spread.map { (spread: $0, error: item.error) } }
        rangeCoverage = Share(
            // Too high by no more than the degrees below, too low by no more than those above.
            ranges.count { $0.error <= $0.spread.low && -$0.error <= $0.spread.high },
            of: ranges.count
        )
    }
}
