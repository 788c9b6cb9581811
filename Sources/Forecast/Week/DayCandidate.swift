/// What one service says of one day: a candidate in the merge.
struct DayCandidate {
    /// A value, whether it speaks for all of what it stands for, and who says it.
    struct Sourced<Value> {
        var value: Value
        var isWhole: Bool
        var feeds: Set<Feed>
    }

    var source: Source
    var minimum: Sourced<Double>?
    var maximum: Sourced<Double>?
    var minimumSpread: Spread?
    var maximumSpread: Spread?
    var morning: Sourced<HalfDay>?
    var afternoon: Sourced<HalfDay>?
    var undivided: Sourced<HalfDay>?
    var precipitation: Amount?
}

extension DayCandidate {
    /// KMA's mid-term word on a day; `nil` where neither feed speaks of it.
    init?(midTerm readings: Readings, on date: KoreanDate) {
        let temperatures = readings.midTemperature?.days[date]
        let sky = readings.midLand?.days[date]
        if temperatures == nil, sky == nil { return nil }
        func temperature(_ value: Double?) -> Sourced<Double>? {
            value.map { Sourced(value: $0, isWhole: true, feeds: [.midTemperature]) }
        }
        func half(_ value: HalfDay?) -> Sourced<HalfDay>? {
            value.map { Sourced(value: $0, isWhole: true, feeds: [.midLand]) }
        }
        source = .midTerm
        minimum = temperature(temperatures?.minimum)
        maximum = temperature(temperatures?.maximum)
        minimumSpread = temperatures?.minimumSpread
        maximumSpread = temperatures?.maximumSpread
        morning = half(sky?.morning)
        afternoon = half(sky?.afternoon)
        undivided = half(sky?.whole)
    }

    /// A day out of a service's time steps; `nil` where none of them falls on it. A low or high that the feed states
    /// for the whole day goes before what its steps happen to sample.
    init?(_ source: Source, slots: ArraySlice<Slot>, stated: Extremes?, on date: KoreanDate) {
        guard !slots.isEmpty else { return nil }
        let noon = date.at(hour: 12)
        let split = slots.firstIndex { $0.time >= noon } ?? slots.endIndex
        let isWholeDay = slots.cover(hours: 24)
        let feeds = Set(slots.map(\.feed))
        let temperatures = slots.compactMap(\.temperature)
        func extreme(_ stated: Double?, _ sampled: Double?) -> Sourced<Double>? {
            if let stated { return Sourced(value: stated, isWhole: true, feeds: feeds) }
            return sampled.map { Sourced(value: $0, isWhole: isWholeDay, feeds: feeds) }
        }
        func half(_ slots: ArraySlice<Slot>) -> Sourced<HalfDay>? {
            slots.halfDay.map {
                Sourced(value: $0, isWhole: slots.cover(hours: 12), feeds: Set(slots.map(\.feed)))
            }
        }
        self.source = source
        minimum = extreme(stated?.minimum, temperatures.min())
        maximum = extreme(stated?.maximum, temperatures.max())
        morning = half(slots[..<split])
        afternoon = half(slots[split...])
        precipitation = slots.precipitation
    }
}

extension ArraySlice<Slot> {
    /// Whether the steps follow one another through so many hours.
    fileprivate func cover(hours: Int) -> Bool {
        reduce(0) { $0 + $1.hours } >= hours
    }

    /// The steps as one half day: the highest chance, the condition that stands for all.
    fileprivate var halfDay: HalfDay? {
        let conditions = compactMap { slot in
            slot.condition.map { (condition: $0, amount: slot.precipitation?.value ?? 0) }
        }
        return HalfDay(
            condition: .representative(of: conditions),
            precipitationProbability: compactMap(\.precipitationProbability).max()
        )
    }

    /// What falls in all of them; `nil` where a rainy step gives only a rate, which does not add up.
    fileprivate var precipitation: Amount? {
        if contains(where: { $0.isRate && $0.precipitation != Amount(0) }) { return nil }
        return reduce(Amount(0)) { $0 + ($1.precipitation ?? Amount(0)) }
    }
}
