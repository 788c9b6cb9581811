/// The choice of the values of a day among what services or issues say of it.
///
/// A value of the whole day, or the whole half day, goes before one of a part of it, whoever says it; among equals the
/// first candidate's is taken. Low and high are chosen one by one; rain and sky belong together and come from one candidate
/// if one has the whole day. Days of the week, of the record and of scores are all chosen here.
public struct DayChoice: Sendable {
    /// A value that is taken, whose it is, and why.
    struct Taken<Value: Sendable & Hashable> {
        let value: Stated<Value>
        /// Its place among the candidates.
        let candidate: Int
        let rule: DayDecision.Rule
    }

    let date: KoreanDate
    private(set) var low: Taken<Double>?
    private(set) var high: Taken<Double>?
    private(set) var undivided: Taken<HalfDay>?
    /// `nil` if the day is undivided.
    private(set) var morning: Taken<HalfDay>?
    private(set) var afternoon: Taken<HalfDay>?
    private let candidates: [DayCandidate]

    /// Chooses among candidates, which are in order of preference.
    public init(on date: KoreanDate, among candidates: [DayCandidate]) {
        self.date = date
        self.candidates = candidates
        low = candidates.best(of: date.hours) { $0.said.low }
        high = candidates.best(of: date.hours) { $0.said.high }
        settleContradiction()
        guard let whole = candidates.firstIndex(where: { $0.said.hasWholeSky }) else {
            morning = candidates.best(of: date.morning) { $0.said.morning }
            afternoon = candidates.best(of: date.afternoon) { $0.said.afternoon }
            return
        }
        let isMoved = candidates[..<whole].contains { !$0.said.skies.isEmpty }
        func taken(_ value: Stated<HalfDay>?) -> Taken<HalfDay>? {
            value.map { Taken(value: $0, candidate: whole, rule: isMoved ? .wholeSky : .preferred) }
        }
        undivided = taken(candidates[whole].said.undivided)
        guard undivided == nil else { return }
        morning = taken(candidates[whole].said.morning)
        afternoon = taken(candidates[whole].said.afternoon)
    }

    /// Keeps only one of a low and a high of two candidates if the low is above the high: the one of the whole day, among
    /// equals the preferred candidate's.
    private mutating func settleContradiction() {
        guard let low, let high, Extremes.isContradiction(low.value.value, high.value.value) else { return }
        let (isLowWhole, isHighWhole) = (low.value.covers(date.hours), high.value.covers(date.hours))
        let isLowKept = isLowWhole == isHighWhole ? low.candidate < high.candidate : isLowWhole
        if isLowKept { self.high = nil } else { self.low = nil }
    }

    /// The values that are taken.
    public var said: StatedDay {
        var said = StatedDay(date)
        said.low = low?.value
        said.high = high?.value
        said.lowSpread = low.flatMap { candidates[$0.candidate].said.lowSpread }
        said.highSpread = high.flatMap { candidates[$0.candidate].said.highSpread }
        said.undivided = undivided?.value
        said.morning = morning?.value
        said.afternoon = afternoon?.value
        return said
    }

    /// The candidate of the low and the high, if they are of one.
    var ofTemperatures: Int? { low?.candidate == high?.candidate ? low?.candidate : nil }

    private var skies: [Int] { [undivided, morning, afternoon].compactMap { $0?.candidate } }

    /// The candidate of rain and sky, if they are of one.
    var ofSky: Int? { skies.first.flatMap { first in skies.allSatisfy { $0 == first } ? first : nil } }

    /// The preferred candidate of those that a value is taken of.
    var preferred: Int? { (skies + [low, high].compactMap { $0?.candidate }).min() }
}

extension [DayCandidate] {
    /// The first value that is of a whole span, else the first of a part of it.
    fileprivate func best<Value>(of hours: Range<Date>, _ value: (DayCandidate) -> Stated<Value>?)
        -> DayChoice.Taken<Value>?
    {
        var first: DayChoice.Taken<Value>?
        for index in indices {
            guard let stated = value(self[index]) else { continue }
            if stated.covers(hours) {
                return .init(value: stated, candidate: index, rule: first == nil ? .preferred : .whole)
            }
            first = first ?? .init(value: stated, candidate: index, rule: .preferred)
        }
        return first
    }
}
