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
        let low = count == 0 ? 0 : (middle - half) / (1 + square)
        let high = count == cases ? 1 : (middle + half) / (1 + square)
        return low...high
    }

    /// Of the normal distribution, 2.5 % lie above this many standard deviations.
    private static let quantile = 1.959963984540054
}

/// How far forecast lows or highs were from those measured, in °C.
public struct TemperatureScore: Sendable, Hashable {
    /// A day with its forecast and what was measured.
    public struct Case: Sendable, Hashable {
        /// What was forecast, °C.
        public var forecast: Double
        /// KMA's own ± of it; `nil` where the forecast has none.
        public var spread: Spread?
        /// Range by the place's own record before the issue.
        public var ownRange: LearnedRange?
        /// What was measured, °C.
        public var observed: Double

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
    /// Days on which it lay inside the range by the place's own record, of those that had one.
    public let ownRangeCoverage: Share?

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
        let own = cases.compactMap { item in item.ownRange.map { $0.contains(item.observed) } }
        ownRangeCoverage = Share(own.count { $0 }, of: own.count)
    }
}

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
            if item.wasWet { bins[step]?.wet += 1 }
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

    /// Table of a yes or no that names rain from a chance on; KMA does from 60 %.
    public func contingencyTable(from percent: Int) -> ContingencyTable {
        var table = ContingencyTable()
        for bin in reliability {
            let isNamed = bin.probability.percent >= percent
            table.add(said: isNamed, came: true, cases: bin.wet.count)
            table.add(said: isNamed, came: false, cases: bin.wet.cases - bin.wet.count)
        }
        return table
    }
}

/// Cases of a forecast that says yes or no, by what was said and what came.
///
/// The names and formulas are those of the WMO's joint working group on forecast verification research
/// (cawcr.gov.au/projects/verification). A ratio without a case below its line is `nil`.
public struct ContingencyTable: Sendable, Hashable {
    /// It was said, and it came.
    public private(set) var hits = 0
    /// It was not said, and it came.
    public private(set) var misses = 0
    /// It was said, and it did not come.
    public private(set) var falseAlarms = 0
    /// It was not said, and it did not come: of rain, a dry day.
    public private(set) var correctDry = 0

    /// A table without a case.
    public init() {}

    /// A table from its four counts; `nil` where one is below 0.
    public init?(hits: Int, misses: Int, falseAlarms: Int, correctDry: Int) {
        guard [hits, misses, falseAlarms, correctDry].allSatisfy({ $0 >= 0 }) else { return nil }
        (self.hits, self.misses, self.falseAlarms, self.correctDry) = (hits, misses, falseAlarms, correctDry)
    }

    /// Adds cases.
    public mutating func add(said: Bool, came: Bool, cases: Int = 1) {
        switch (said, came) {
        case (true, true): hits += cases
        case (false, true): misses += cases
        case (true, false): falseAlarms += cases
        case (false, false): correctDry += cases
        }
    }

    /// All cases.
    public var cases: Int { hits + misses + falseAlarms + correctDry }

    /// How often it was said.
    public var said: Int { hits + falseAlarms }

    /// How often it came.
    public var came: Int { hits + misses }

    /// The share of what came that was said (POD, hit rate).
    public var probabilityOfDetection: Double? { ratio(hits, came) }

    /// The share of what was said that did not come (FAR, false alarm ratio).
    public var falseAlarmRatio: Double? { ratio(falseAlarms, said) }

    /// Hits among all that was said or came (CSI, threat score): correct dry days, of which there are many, do not count.
    public var criticalSuccessIndex: Double? { ratio(hits, hits + misses + falseAlarms) }

    /// The share of cases in which it came. Who always says no is right in all others.
    public var baseRate: Double? { ratio(came, cases) }

    private func ratio(_ part: Int, _ whole: Int) -> Double? {
        whole == 0 ? nil : Double(part) / Double(whole)
    }
}
