/// A low or high that was forecast, with the one that came.
public struct PastTemperature: Sendable, Hashable {
    /// The day.
    public var date: KoreanDate
    /// Time of the issue.
    public var issuedAt: Date
    /// Value of the issue, °C.
    public var said: Double
    /// KMA's own ± of it; `nil` where the forecast has none.
    public var spread: Spread?
    /// Value of the station, °C.
    public var observed: Double

    /// A case from its parts.
    public init(date: KoreanDate, issuedAt: Date, said: Double, spread: Spread?, observed: Double) {
        self.date = date
        self.issuedAt = issuedAt
        self.said = said
        self.spread = spread
        self.observed = observed
    }
}

/// The range in which a low or high lies on four days of five, learned from the errors of past forecasts of the same place
/// and lead.
public struct LearnedRange: Sendable, Hashable {
    /// Share of days that the range is made to hold, 0…1.
    public static let share = 0.8
    /// Fewest errors that a range is made of.
    public static let fewestCases = 20
    /// Most errors that a range is made of: the newest count.
    public static let mostCases = 365

    /// Lower end, °C.
    public let from: Double
    /// Upper end, °C.
    public let to: Double
    /// Errors that it is made of.
    public let cases: Int
    /// First day of which there is one.
    public let since: KoreanDate

    /// The range as a text that is read again to the last bit.
    package var stored: String { "\(from) \(to) \(cases) \(since)" }

    /// Half of its width, °C.
    public var halfWidth: Double { (to - from) / 2 }

    /// True if a temperature lies in it.
    public func contains(_ degrees: Double) -> Bool { (from...to).contains(degrees) }
}

extension LearnedRange {
    /// Reads a text of ``stored``; `nil` for another.
    package init?(stored: some StringProtocol) {
        let parts = stored.split(separator: " ")
        guard parts.count == 4, let from = Double(parts[0]), let to = Double(parts[1]), from <= to,
            let cases = Int(parts[2]), let since = KoreanDate(parts[3])
        else { return nil }
        self.init(from: from, to: to, cases: cases, since: since)
    }
}

/// The errors of one lead's lows, or highs, at a place.
///
/// The method is split conformal prediction: of n errors in order, the ⌊(n + 1) · 0.1⌋th and the ⌈(n + 1) · 0.9⌉th are the
/// ends (V. Vovk, A. Gammerman, G. Shafer, Algorithmic Learning in a Random World, 2005). Errors are observed − said, each
/// over a scale: half of KMA's ± and a degree, which tells doubtful days from others, times the root of the errors of the
/// thirty days before it, which tells a doubtful season. The ends are multiplied by the scale of the forecast in question
/// and rounded outward to tenths. A range depends only on issues before its own, and on days whose observation was
/// published by then.
public struct RangeRecord: Sendable {
    private struct Case {
        let date: KoreanDate
        let issuedAt: Date
        /// Error over KMA's width.
        let error: Double
        /// Error over the whole scale.
        let scaled: Double
    }

    /// The cases in the order of their days.
    private let cases: [Case]
    /// The range that each case's forecast had; `nil` where there were too few errors.
    public let ranges: [LearnedRange?]
    private let usesSpread: Bool

    /// A record of the issues of one lead, in the order of their days. Errors are measured by KMA's ± if `usesSpread`, and
    /// cases without one are then left out.
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
            cases.append(
                Case(
                    date: next.date,
                    issuedAt: next.issuedAt,
                    error: error,
                    scaled: error / known.scale
                )
            )
        }
        (self.cases, self.ranges) = (cases, ranges)
    }

    /// Returns the range of a forecast; `nil` with too few errors, or without KMA's ± if errors are measured by it.
    public func range(around said: Double, _ spread: Spread?, issuedAt: Date) -> LearnedRange? {
        var known = Known()
        known.add(cases, by: issuedAt)
        return RangeRecord.width(spread, usesSpread).flatMap { known.range(around: said, width: $0) }
    }

    /// Half of KMA's ±, and a degree: KMA gives 0 of some days.
    private static func width(_ spread: Spread?, _ usesSpread: Bool) -> Double? {
        usesSpread ? spread.map { ($0.low + $0.high) / 2 + 1 } : 1
    }

    /// The errors that are known at a time, in order.
    private struct Known {
        private static let recentCases = 30
        /// Cases that count as an error of 1 beside the recent ones, so that few of them do not decide.
        private static let priorCases = 10.0

        private var taken: [Case] = []
        private var first = 0
        private var ordered: [Double] = []

        /// Adds the cases that are known at a time; those that were added before are at their start.
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

        /// The first place at which an error keeps the order.
        private func position(of error: Double) -> Int {
            var (low, high) = (0, ordered.count)
            while low < high {
                let middle = (low + high) / 2
                if ordered[middle] < error { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// Root of the mean of recent errors, by which those of a doubtful season are divided.
        var scale: Double {
            let recent = taken.suffix(Known.recentCases)
            let sum = recent.reduce(Known.priorCases) { $0 + $1.error.magnitude }
            return (sum / (Double(recent.count) + Known.priorCases)).squareRoot()
        }

        func range(around said: Double, width: Double) -> LearnedRange? {
            let count = ordered.count
            guard count >= LearnedRange.fewestCases else { return nil }
            // In tenths: (n + 1) · 0.1 is no number of a computer.
            let low = max(1, (count + 1) / 10)
            let high = min(count, (9 * (count + 1) + 9) / 10)
            let scale = width * scale
            func tenths(_ error: Double, _ rule: FloatingPointRoundingRule) -> Double {
                // What is a tenth but for its last bits stays one.
                let degrees = ((said + scale * error) * 1e7).rounded() / 1e6
                return degrees.rounded(rule) / 10
            }
            return LearnedRange(
                from: tenths(ordered[low - 1], .down),
                to: tenths(ordered[high - 1], .up),
                cases: count,
                since: taken[first].date
            )
        }
    }
}
