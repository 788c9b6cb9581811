/// Values of one service or issue for one day.
public struct DayCandidate: Sendable, Hashable {
    /// Service of the values.
    public var source: Provider
    /// Values of the day.
    public var said: StatedDay
    var feelsLikeLow: Stated<Double>?
    var feelsLikeHigh: Stated<Double>?
    /// mm over the service's hours.
    var precipitation: Amount?
    var slots: ArraySlice<Slot> = []

    /// Creates a candidate.
    public init(_ source: Provider, _ said: StatedDay) { (self.source, self.said) = (source, said) }
}

extension DayCandidate {
    init?(midTerm readings: Readings, on date: KoreanDate) {
        let temperatures = readings.midTemperature?.days[date]
        let sky = readings.midLand?.days[date]
        if temperatures == nil, sky == nil { return nil }
        self.init(.midTerm, StatedDay(date))
        if let temperatures, let origin = readings.midTemperature?.origin {
            said.low = temperatures.minimum.map { Stated($0, origin, of: date.hours) }
            said.high = temperatures.maximum.map { Stated($0, origin, of: date.hours) }
            said.lowSpread = temperatures.minimumSpread
            said.highSpread = temperatures.maximumSpread
        }
        if let sky, let origin = readings.midLand?.origin {
            said.morning = sky.morning.map { Stated($0, origin, of: date.morning) }
            said.afternoon = sky.afternoon.map { Stated($0, origin, of: date.afternoon) }
            said.undivided = sky.whole.map { Stated($0, origin, of: date.hours) }
        }
    }

    /// A stated low or high goes before sampled ones and bounds them: the rest of a day can be colder than its morning. One step samples neither.
    init?(_ source: Provider, slots: ArraySlice<Slot>, low: Stated<Double>?, high: Stated<Double>?, on date: KoreanDate) {
        guard !slots.isEmpty else { return nil }
        self.init(source, StatedDay(date))
        self.slots = slots
        let sampled = slots.extremes
        said.low = low ?? sampled.flatMap { Extremes.isContradiction($0.low.value, high?.value) ? nil : $0.low }
        said.high = high ?? sampled.flatMap { Extremes.isContradiction(low?.value, $0.high.value) ? nil : $0.high }
        if slots.cover(date.hours) {
            feelsLikeLow = slots.feelsLike(<)
            feelsLikeHigh = slots.feelsLike(>)
        }
        let split = slots.firstIndex { $0.time >= date.afternoon.lowerBound } ?? slots.endIndex
        said.morning = slots[..<split].halfDay
        said.afternoon = slots[split...].halfDay
        precipitation = slots.sum(\.precipitation)
    }
}

extension ArraySlice<Slot> {
    private var span: Range<Date>? {
        guard let start = first?.time else { return nil }
        var end = start
        for slot in self {
            guard slot.time <= end else { break }
            end = Swift.max(end, slot.end)
        }
        return start..<end
    }

    fileprivate func cover(_ hours: Range<Date>) -> Bool {
        span.map { $0.lowerBound <= hours.lowerBound && hours.upperBound <= $0.upperBound } == true
    }

    fileprivate var extremes: (low: Stated<Double>, high: Stated<Double>)? {
        let known = filter { $0.temperature != nil }
        guard let span = known[...].span, known.count > 1 else { return nil }
        var extremes: (low: Stated<Double>, high: Stated<Double>)?
        for slot in self {
            guard let temperature = slot.temperature else { continue }
            let stated = Stated(temperature, slot.origin, of: span)
            guard let known = extremes else {
                extremes = (stated, stated)
                continue
            }
            if temperature < known.low.value { extremes?.low = stated }
            if temperature > known.high.value { extremes?.high = stated }
        }
        return extremes
    }

    var halfDay: Stated<HalfDay>? {
        let skies = filter { $0.condition != nil }
        guard let span = (skies.isEmpty ? self : skies[...]).span, let last else { return nil }
        return HalfDay(of: map { ($0.condition, $0.precipitationProbability, $0.precipitation?.value ?? 0) }).map {
            Stated($0, last.origin, of: span)
        }
    }
}

extension Collection<Slot> {
    func sum(_ amount: KeyPath<Slot, Amount?>) -> Amount? {
        reduce(isEmpty ? nil : Amount.zero) { sum, step in
            guard let sum, let amount = step[keyPath: amount] ?? (step.isDry ? .zero : nil), !step.isRate || amount == .zero else { return nil }
            return sum + amount
        }
    }
}

extension HalfDay {
    /// A dry half says nothing of one that is not known.
    package init?(combining halves: [HalfDay]) {
        self.init(of: halves.map { ($0.condition, $0.precipitationProbability, 0) })
        if condition?.isFalling == false, halves.contains(where: { $0.condition == nil }) { condition = nil }
    }

    /// Unknown if a wet part has no probability, since that may be the highest.
    fileprivate init?(of parts: [(condition: Condition?, probability: Probability?, amount: Double)]) {
        let isComplete = parts.allSatisfy { $0.condition?.isFalling != true || $0.probability != nil }
        self.init(
            condition: .representative(of: parts.compactMap { part in part.condition.map { ($0, part.amount) } }),
            precipitationProbability: isComplete ? parts.compactMap(\.probability).max() : nil
        )
    }
}
