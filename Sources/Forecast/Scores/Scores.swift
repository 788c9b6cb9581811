/// Share of cases, with bounds of the true share.
public struct Share: Sendable, Hashable {
    /// Cases in question.
    public let count: Int
    /// All cases, at least one.
    public let cases: Int

    /// Creates a share; `nil` without a case, or for an impossible part.
    public init?(_ count: Int, of cases: Int) {
        guard cases > 0, (0...cases).contains(count) else { return nil }
        (self.count, self.cases) = (count, cases)
    }

    /// Share of 0…1.
    public var value: Double { Double(count) / Double(cases) }

    /// Bounds of the true share at 95 % by Wilson's score interval (JASA 22, 1927; R. G. Newcombe, Statistics in Medicine 17, 1998, method 3).
    public var bounds: ClosedRange<Double> {
        let z = Share.quantile
        let number = Double(cases)
        let square = z * z / number
        let middle = value + square / 2
        let half = z * (value * (1 - value) / number + square / (4 * number)).squareRoot()
        // At 0 and at all cases a bound is exact, which rounding may miss.
        let low = count == 0 ? 0 : (middle - half) / (1 + square)
        let high = count == cases ? 1 : (middle + half) / (1 + square)
        return low...high
    }

    /// 2.5 % of the normal distribution lie above.
    private static let quantile = 1.959963984540054
}

/// Distance of forecast and measured lows or highs, in °C.
public struct TemperatureScore: Sendable, Hashable {
    /// Forecast and measurement of a day.
    public struct Case: Sendable, Hashable {
        /// Forecast, °C.
        public var forecast: Double
        /// KMA's own ±, if any.
        public var spread: Spread?
        /// Range by the place's own record before the issue.
        public var ownRange: LearnedRange?
        /// Measurement, °C.
        public var observed: Double

        /// Tenths, as temperatures are measured: 15.3 − 14.3 is 1, not a little more.
        fileprivate var error: Double { ((forecast - observed) * 10).rounded() / 10 }
    }

    /// Number of days.
    public let cases: Int
    /// Mean distance of forecast and measurement (MAE).
    public let meanAbsoluteError: Double
    /// Mean of forecast minus measurement, above 0 if too warm.
    public let bias: Double
    /// Days at most 1° off.
    public let withinOne: Share
    /// Days at most 2° off.
    public let withinTwo: Share
    /// Days inside KMA's own range, of those with one.
    public let rangeCoverage: Share?
    /// Days inside the range by the place's own record, of those with one.
    public let ownRangeCoverage: Share?

    /// Scores cases; a score or a share of fewer days than `fewest` is `nil`.
    public init?(_ cases: [Case], fewest: Int = 1) {
        func share(_ count: Int, _ cases: Int) -> Share? { cases < fewest ? nil : Share(count, of: cases) }
        let errors = cases.map(\.error)
        let distances = errors.map { $0.magnitude }
        guard let withinOne = share(distances.count { $0 <= 1 }, cases.count), let withinTwo = share(distances.count { $0 <= 2 }, cases.count) else {
            return nil
        }
        self.cases = cases.count
        meanAbsoluteError = distances.reduce(0, +) / Double(cases.count)
        bias = errors.reduce(0, +) / Double(cases.count)
        (self.withinOne, self.withinTwo) = (withinOne, withinTwo)
        let ranges = cases.compactMap { item in item.spread.map { (spread: $0, error: item.error) } }
        // Too high by at most the degrees below, or too low by at most those above.
        rangeCoverage = share(ranges.count { $0.error <= $0.spread.low && -$0.error <= $0.spread.high }, ranges.count)
        let own = cases.compactMap { item in item.ownRange.map { $0.contains(item.observed) } }
        ownRangeCoverage = share(own.count { $0 }, own.count)
    }
}

/// Fit of probabilities of precipitation.
public struct ProbabilityScore: Sendable, Hashable {
    /// Day with its forecast probability.
    public struct Case: Sendable, Hashable {
        /// Forecast probability.
        public var probability: Probability
        /// True for a wet day.
        public var wasWet: Bool
        /// Wet share of its month's days, 0…1, known without a forecast.
        public var baseRate: Double
    }

    /// Wet days of one probability.
    public struct Bin: Sendable, Hashable {
        /// Forecast probability.
        public var probability: Probability
        /// Wet days among those with it.
        public var wet: Share
    }

    /// Number of days.
    public let cases: Int
    /// Mean squared difference of probability and outcome, 0 at best (G. W. Brier, Monthly Weather Review 78, 1950, one category).
    public let brier: Double
    /// Brier score of the base rates, the forecast to beat.
    public let baseBrier: Double
    /// Share of the base rates' score removed: 1 for all, below 0 if the forecast is worse.
    public let skill: Double?
    /// Bins in KMA's steps of 10, ascending.
    public let reliability: [Bin]

    /// Scores cases; `nil` without any.
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
            guard let probability = Probability(percent: Double(step * 10)), let wet = Share(bin.wet, of: bin.cases) else { return nil }
            return Bin(probability: probability, wet: wet)
        }
    }

    /// Table of a yes or no by a chance; KMA names rain from 60 %.
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

/// Cases of a yes-or-no forecast in the WMO's terms (cawcr.gov.au/projects/verification); a ratio without cases is `nil`.
public struct ContingencyTable: Sendable, Hashable {
    /// Forecast and observed.
    public private(set) var hits = 0
    /// Observed, but not forecast.
    public private(set) var misses = 0
    /// Forecast, but not observed.
    public private(set) var falseAlarms = 0
    /// Neither forecast nor observed: a dry day.
    public private(set) var correctDry = 0

    /// Creates an empty table.
    public init() {}

    /// Creates a table from its counts; `nil` if one is below 0.
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

    /// Forecast cases.
    public var said: Int { hits + falseAlarms }

    /// Observed cases.
    public var came: Int { hits + misses }

    /// Observed cases that were forecast (POD, hit rate).
    public var probabilityOfDetection: Double? { ratio(hits, came) }

    /// Forecast cases that were not observed (FAR, false alarm ratio).
    public var falseAlarmRatio: Double? { ratio(falseAlarms, said) }

    /// Hits among forecast or observed cases (CSI, threat score).
    public var criticalSuccessIndex: Double? { ratio(hits, hits + misses + falseAlarms) }

    /// Share of observed cases.
    public var baseRate: Double? { ratio(came, cases) }

    private func ratio(_ part: Int, _ whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }
}
