/// How well probabilities of precipitation fit what came.
public struct ProbabilityScore: Sendable, Hashable {
    /// A day with the probability that was forecast for it.
    public struct Case: Sendable, Hashable {
        /// What was forecast.
        public var probability: Probability
        /// Whether it was wet.
        public var wasWet: Bool
        /// The share of days of its month that are wet, 0…1: what is known without a forecast.
        public var baseRate: Double

        /// A case from its parts.
        public init(probability: Probability, wasWet: Bool, baseRate: Double) {
            self.probability = probability
            self.wasWet = wasWet
            self.baseRate = baseRate
        }
    }

    /// Days with the same probability: how many of them were wet.
    public struct Bin: Sendable, Hashable {
        /// The probability that was forecast.
        public var probability: Probability
        /// The wet days among the days that had it.
        public var wet: Share
    }

    /// Days.
    public let cases: Int
    /// The mean squared difference of probability and outcome, 0 (always sure and right) to 1 (G. W. Brier, Monthly
    /// Weather Review 78, 1950, in the form with one category).
    public let brier: Double
    /// The same for the base rates, the forecast to beat.
    public let baseBrier: Double
    /// How much of the base rates' score the forecast removes: 1 all of it, 0 nothing, below 0 it is worse than they are.
    /// `nil` where theirs is 0.
    public let skill: Double?
    /// By the probabilities themselves, in steps of 10, those that occurred, ascending. KMA forecasts in steps of 10.
    public let reliability: [Bin]

    /// The score of cases; `nil` without any.
    public init?(_ cases: [Case]) {
        guard !cases.isEmpty else { return nil }
        var (forecast, base) = (0.0, 0.0)
        var bins: [Int: (cases: Int, wet: Int)] = [:]
        for item in cases {
            let outcome = item.wasWet ? 1.0 : 0.0
            let error = Double(item.probability.percent) / 100 - outcome
            forecast += error * error
            base += (item.baseRate - outcome) * (item.baseRate - outcome)
            let step = (item.probability.percent + 5) / 10
            bins[step, default: (0, 0)].cases += 1
            if item.wasWet { bins[step, default: (0, 0)].wet += 1 }
        }
        self.cases = cases.count
        brier = forecast / Double(cases.count)
        baseBrier = base / Double(cases.count)
        skill = base > 0 ? 1 - forecast / base : nil
        reliability = bins.sorted { $0.key < $1.key }.compactMap { step, bin in
            guard let probability = Probability(percent: Double(step * 10)),
                let wet = Share(bin.wet, of: bin.cases)
            else { return nil }
            return Bin(probability: probability, wet: wet)
        }
    }
}
