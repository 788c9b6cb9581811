/// Choice among services or issues: whole day or half before a part, then the first; low and high one by one, rain and sky of one with the whole day.
public struct DayChoice: Sendable {
    struct Taken<Value: Sendable & Hashable> {
        let value: Stated<Value>
        let candidate: Int
        let rule: DayDecision.Rule
    }

    let date: KoreanDate
    private(set) var low: Taken<Double>?
    private(set) var high: Taken<Double>?
    private(set) var undivided: Taken<HalfDay>?
    private(set) var morning: Taken<HalfDay>?
    private(set) var afternoon: Taken<HalfDay>?
    private let candidates: [DayCandidate]

    /// Chooses among candidates in order of preference.
    public init(on date: KoreanDate, among candidates: [DayCandidate]) {
        (self.date, self.candidates) = (date, candidates)
        low = candidates.best(of: date.hours) { $0.said.low }
        high = candidates.best(of: date.hours) { $0.said.high }
        settleContradiction()
        guard let whole = candidates.firstIndex(where: { $0.said.hasWholeSky }) else {
            morning = candidates.half(date.morning, \.morning)
            afternoon = candidates.half(date.afternoon, \.afternoon)
            if morning == nil, afternoon == nil { undivided = candidates.best(of: date.hours) { $0.said.undivided } }
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

    private mutating func settleContradiction() {
        guard let low, let high, Extremes.isContradiction(low.value.value, high.value.value) else { return }
        let (isLowWhole, isHighWhole) = (low.value.covers(date.hours), high.value.covers(date.hours))
        let isLowKept = isLowWhole == isHighWhole ? low.candidate < high.candidate : isLowWhole
        if isLowKept { self.high = nil } else { self.low = nil }
    }

    /// Chosen values.
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

    var ofTemperatures: Int? { low?.candidate == high?.candidate ? low?.candidate : nil }

    private var skies: [Int] { [undivided, morning, afternoon].compactMap { $0?.candidate } }

    var ofSky: Int? { skies.first.flatMap { first in skies.allSatisfy { $0 == first } ? first : nil } }

    var preferred: Int? { (skies + [low, high].compactMap { $0?.candidate }).min() }
}

extension [DayCandidate] {
    /// Prefers a half day whose weather is known, as others may have a chance of rain alone.
    fileprivate func half(_ hours: Range<Date>, _ part: KeyPath<StatedDay, Stated<HalfDay>?>) -> DayChoice.Taken<HalfDay>? {
        let known = best(of: hours) { $0.said[keyPath: part].flatMap { $0.value.condition == nil ? nil : $0 } }
        guard let known else { return best(of: hours) { $0.said[keyPath: part] } }
        let isMoved = known.rule == .preferred && self[..<known.candidate].contains { $0.said[keyPath: part] != nil }
        return .init(value: known.value, candidate: known.candidate, rule: isMoved ? .wholeSky : known.rule)
    }

    fileprivate func best<Value>(of hours: Range<Date>, _ value: (DayCandidate) -> Stated<Value>?) -> DayChoice.Taken<Value>? {
        var first: DayChoice.Taken<Value>?
        for index in indices {
            guard let stated = value(self[index]) else { continue }
            if stated.covers(hours) { return .init(value: stated, candidate: index, rule: first == nil ? .preferred : .whole) }
            first = first ?? .init(value: stated, candidate: index, rule: .preferred)
        }
        return first
    }
}
