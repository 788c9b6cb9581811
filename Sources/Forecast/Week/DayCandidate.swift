/// What one service has of one day: a candidate in the merge of a ``Day``.
struct DayCandidate: Sendable {
    /// A value, whether it is of all of its day or half day, and the feeds it came from.
    struct Sourced<Value: Sendable>: Sendable {
        var value: Value
        var isWhole: Bool
        var feeds: [Feed]
    }

    var source: Provider
    /// °C; never above ``maximum``.
    var minimum: Sourced<Double>?
    /// °C.
    var maximum: Sourced<Double>?
    /// °C, where the hours of the service cover the day.
    var feelsLikeMinimum: Double?
    /// °C, where the hours of the service cover the day.
    var feelsLikeMaximum: Double?
    var minimumSpread: Spread?
    var maximumSpread: Spread?
    /// 00–12.
    var morning: Sourced<HalfDay>?
    /// 12–24.
    var afternoon: Sourced<HalfDay>?
    /// The day where the service does not divide it.
    var undivided: Sourced<HalfDay>?
    /// mm over the hours the service covers.
    var precipitation: Amount?
}

extension DayCandidate {
    /// KMA's mid-term values of a day; `nil` where neither of its feeds has it.
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

    /// A day from a service's time steps; `nil` where none of them falls on it.
    ///
    /// A low or high that the feed states for the whole day goes before what its steps happen to sample, and excludes a
    /// sampled high below the stated low, or the other way round: late in the day the steps left can be colder than the
    /// morning was.
    init?(_ source: Provider, slots: ArraySlice<Slot>, stated: Extremes?, on date: KoreanDate) {
        guard !slots.isEmpty else { return nil }
        let noon = date.at(hour: 12)
        let split = slots.firstIndex { $0.time >= noon } ?? slots.endIndex
        let isWholeDay = slots.cover(hours: 24)
        let feeds = slots.feeds
        let temperatures = slots.compactMap(\.temperature)
        let (low, high) = (temperatures.min(), temperatures.max())
        func extreme(_ stated: Double?, _ sampled: Double?) -> Sourced<Double>? {
            if let stated { return Sourced(value: stated, isWhole: true, feeds: feeds) }
            return sampled.map { Sourced(value: $0, isWhole: isWholeDay, feeds: feeds) }
        }
        func half(_ slots: ArraySlice<Slot>) -> Sourced<HalfDay>? {
            slots.halfDay.map {
                Sourced(value: $0, isWhole: slots.cover(hours: 12), feeds: slots.feeds)
            }
        }
        self.source = source
        minimum = extreme(stated?.minimum, Extremes.isContradiction(low, stated?.maximum) ? nil : low)
        maximum = extreme(stated?.maximum, Extremes.isContradiction(stated?.minimum, high) ? nil : high)
        feelsLikeMinimum = isWholeDay ? slots.lowestFeelsLike : nil
        feelsLikeMaximum = isWholeDay ? slots.highestFeelsLike : nil
        morning = half(slots[..<split])
        afternoon = half(slots[split...])
        precipitation = slots.precipitation
    }
}

extension ArraySlice<Slot> {
    /// The feeds the steps came from, each once.
    fileprivate var feeds: [Feed] {
        reduce(into: []) { feeds, slot in
            if !feeds.contains(slot.feed) { feeds.append(slot.feed) }
        }
    }

    /// Whether the steps together last so many hours.
    fileprivate func cover(hours: Int) -> Bool {
        reduce(0) { $0 + $1.hours } >= hours
    }

    /// The steps as one half day: the highest probability, and the condition that represents them all.
    ///
    /// Where the probability of a wet step is missing, the highest is not known: the missing one may be it.
    var halfDay: HalfDay? {
        let conditions = compactMap { slot in
            slot.condition.map { (condition: $0, amount: slot.precipitation?.value ?? 0) }
        }
        let isComplete = allSatisfy { $0.condition?.isFalling != true || $0.precipitationProbability != nil }
        return HalfDay(
            condition: .representative(of: conditions),
            precipitationProbability: isComplete ? compactMap(\.precipitationProbability).max() : nil
        )
    }

    /// What falls in all of them; `nil` where the amount of a step is not known, or is a rate, which does not add up.
    fileprivate var precipitation: Amount? {
        var sum = Amount.zero
        for slot in self {
            guard let amount = slot.precipitation ?? (slot.isDry ? .zero : nil) else { return nil }
            if slot.isRate, amount != .zero { return nil }
            sum = sum + amount
        }
        return sum
    }
}
