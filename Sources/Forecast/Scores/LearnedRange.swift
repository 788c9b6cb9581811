/// Forecast low or high with the observed one.
public struct PastTemperature: Sendable, Hashable {
    /// Day of the forecast.
    public var date: KoreanDate
    /// Time of the issue.
    public var issuedAt: Date
    /// Forecast, °C.
    public var said: Double
    /// KMA's own ± of it; `nil` where the forecast has none.
    public var spread: Spread?
    /// Observation, °C.
    public var observed: Double

    /// Creates a case.
    public init(date: KoreanDate, issuedAt: Date, said: Double, spread: Spread?, observed: Double) {
        (self.date, self.issuedAt, self.said, self.spread, self.observed) = (date, issuedAt, said, spread, observed)
    }
}

/// Range of a low or high on four days of five, learned from past errors of the place and lead.
public struct LearnedRange: Sendable, Hashable {
    /// Share of days inside the range, 0…1.
    public static let share = 0.8
    /// Fewest errors of a range.
    public static let fewestCases = 20
    /// Most errors of a range, the newest.
    public static let mostCases = 365

    /// Lower end, °C.
    public let from: Double
    /// Upper end, °C.
    public let to: Double
    /// Number of errors.
    public let cases: Int
    /// Day of the first error.
    public let since: KoreanDate

    /// Text exact to the last bit.
    package var stored: String { "\(from) \(to) \(cases) \(since)" }

    /// Half of the width, °C.
    public var halfWidth: Double { (to - from) / 2 }

    /// True for a temperature inside.
    public func contains(_ degrees: Double) -> Bool { (from...to).contains(degrees) }
}

extension LearnedRange {
    package init?(stored: some StringProtocol) {
        let parts = stored.split(separator: " ")
        guard parts.count == 4, let from = Double(parts[0]), let to = Double(parts[1]), from <= to, let cases = Int(parts[2]),
            let since = KoreanDate(parts[3])
        else { return nil }
        self.init(from: from, to: to, cases: cases, since: since)
    }
}

/// Errors of one lead's lows or highs at a place, as split conformal prediction: of n in order, the ⌊(n + 1) · 0.1⌋th and ⌈(n + 1) · 0.9⌉th are the
/// ends (V. Vovk, A. Gammerman, G. Shafer, Algorithmic Learning in a Random World, 2005). Errors are (observed − said) / scale, half of KMA's ± and
/// a degree, times the root of thirty recent errors. Ends are rounded outward to tenths. A range uses only issues before its own, and observations
/// published by then.
public struct RangeRecord: Sendable {
    private struct Case {
        let date: KoreanDate
        let issuedAt: Date
        let error: Double
        let scaled: Double
    }

    private let cases: [Case]
    /// Range of each case's forecast; `nil` with too few errors.
    public let ranges: [LearnedRange?]
    private let usesSpread: Bool

    /// Creates a record of issues in order; with `usesSpread` by KMA's ±, without cases that lack it.
    public init(_ past: [PastTemperature], usesSpread: Bool) {
        self.usesSpread = usesSpread
        var cases: [Case] = []
        var ranges: [LearnedRange?] = []
        var known = Known()
        for next in past {
            guard let width = RangeRecord.width(next.spread, usesSpread) else {
                ranges.append(nil)
                continue
            }
            known.add(cases, by: next.issuedAt)
            ranges.append(known.range(around: next.said, width: width))
            let error = (next.observed - next.said) / width
            cases.append(Case(date: next.date, issuedAt: next.issuedAt, error: error, scaled: error / known.scale))
        }
        (self.cases, self.ranges) = (cases, ranges)
    }

    /// Returns the range of a forecast, if there are enough errors.
    public func range(around said: Double, _ spread: Spread?, issuedAt: Date) -> LearnedRange? {
        var known = Known()
        known.add(cases, by: issuedAt)
        return RangeRecord.width(spread, usesSpread).flatMap { known.range(around: said, width: $0) }
    }

    /// Half of KMA's ±, and a degree: KMA gives 0 of some days.
    private static func width(_ spread: Spread?, _ usesSpread: Bool) -> Double? { usesSpread ? spread.map { ($0.low + $0.high) / 2 + 1 } : 1 }

    private struct Known {
        private static let recentCases = 30
        /// Virtual errors of 1, so that few recent cases do not decide.
        private static let priorCases = 10.0

        private var taken: [Case] = []
        private var first = 0
        private var ordered: [Double] = []

        mutating func add(_ cases: [Case], by time: Date) {
            while taken.count < cases.count {
                let next = cases[taken.count]
                guard next.issuedAt < time, next.date.publication <= time else { return }
                taken.append(next)
                ordered.insert(next.scaled, at: position(of: next.scaled))
                guard ordered.count > LearnedRange.mostCases else { continue }
                ordered.remove(at: position(of: taken[first].scaled))
                first += 1
            }
        }

        private func position(of error: Double) -> Int {
            var (low, high) = (0, ordered.count)
            while low < high {
                let middle = (low + high) / 2
                if ordered[middle] < error { low = middle + 1 } else { high = middle }
            }
            return low
        }

        var scale: Double {
            let recent = taken.suffix(Known.recentCases)
            let sum = recent.reduce(Known.priorCases) { $0 + $1.error.magnitude }
            return (sum / (Double(recent.count) + Known.priorCases)).squareRoot()
        }

        func range(around said: Double, width: Double) -> LearnedRange? {
            let count = ordered.count
            guard count >= LearnedRange.fewestCases else { return nil }
            // Whole numbers, as (n + 1) · 0.1 is not exact.
            let low = max(1, (count + 1) / 10)
            let high = min(count, (9 * (count + 1) + 9) / 10)
            let scale = width * scale
            func tenths(_ error: Double, _ rule: FloatingPointRoundingRule) -> Double {
                // A tenth stays one whatever its last bits.
                let degrees = ((said + scale * error) * 1e7).rounded() / 1e6
                return degrees.rounded(rule) / 10
            }
            return LearnedRange(from: tenths(ordered[low - 1], .down), to: tenths(ordered[high - 1], .up), cases: count, since: taken[first].date)
        }
    }
}
