/// How a value of a ``Day`` came about: what each service said of it, what was taken, and by which rule.
///
/// The merge notes it where it decides, so that what is explained is what was done.
public struct DayDecision: Sendable, Hashable {
    /// A value of a day, by the name of its member in JSON.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case minimum = "temperature_min"
        case maximum = "temperature_max"
        case feelsLikeMinimum = "feels_like_min"
        case feelsLikeMaximum = "feels_like_max"
        case morning = "am"
        case afternoon = "pm"
        /// The day as one.
        case whole = "day"
        case precipitation = "precipitation_amount"

        /// Where it stands among the others.
        var order: Int { Field.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What is said of it.
    public enum Value: Sendable, Hashable {
        /// °C.
        case degrees(Double)
        /// Sky and probability.
        case sky(HalfDay)
        /// mm.
        case amount(Amount)
    }

    /// Why a value was taken, or none.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Nobody else has one.
        case only
        /// The service that comes first has it.
        case preferred
        /// It is of all of the day or half day, and that of a service before it is of a part.
        case whole
        /// Rain and sky are one service's, and this one has the whole day.
        case wholeSky = "whole_sky"
        /// It goes with another value of the day, which is of the same service.
        case together
        /// It is made of the halves of the day.
        case combined
        /// It is observed, and beyond what was forecast.
        case observed
        /// None: the services contradict each other, and the other extreme was kept.
        case contradiction
        /// None: the service whose day it is does not divide it.
        case undivided
    }

    /// What one service says.
    public struct Candidate: Sendable, Hashable {
        /// The feeds it came from.
        public let feeds: [Feed]
        /// What it says.
        public let value: Value
        /// Whether it is of all of the day or half day.
        public let isWhole: Bool
    }

    /// Which value.
    public let field: Field
    /// The value; `nil` where none was taken.
    public internal(set) var value: Value?
    /// The feeds it came from; empty without one.
    public internal(set) var feeds: [Feed]
    /// Why.
    public internal(set) var rule: Rule
    /// What the services say, the preferred one first.
    public let candidates: [Candidate]

    /// Whether a candidate is the one that was taken.
    public func isChosen(_ candidate: Candidate) -> Bool {
        candidate.feeds == feeds && candidate.value == value
    }
}

extension DayDecision {
    /// A decision between candidates, none of which may have the value; `nil` where there is nothing to tell.
    init?(_ field: Field, _ value: Value?, from feeds: [Feed], by rule: Rule, among candidates: [Candidate]) {
        guard value != nil || !candidates.isEmpty else { return nil }
        self.field = field
        self.value = value
        self.feeds = value == nil ? [] : feeds
        let isOnly = value != nil && candidates.count == 1 && [.preferred, .whole, .wholeSky].contains(rule)
        self.rule = isOnly ? .only : rule
        self.candidates = candidates
    }
}

extension [DayCandidate] {
    /// The values that the candidates have of a field.
    func values<Value: Sendable>(
        _ part: (DayCandidate) -> DayCandidate.Sourced<Value>?,
        as value: (Value) -> DayDecision.Value
    ) -> [DayDecision.Candidate] {
        compactMap { candidate in
            part(candidate).map { .init(feeds: $0.feeds, value: value($0.value), isWhole: $0.isWhole) }
        }
    }
}

extension DayCandidate {
    /// The day as one: undivided, or its halves together.
    var whole: Sourced<HalfDay>? {
        if let undivided { return undivided }
        let halves = [morning, afternoon].compactMap { $0 }
        return HalfDay(combining: halves.map(\.value)).map {
            Sourced(
                value: $0,
                isWhole: halves.count == 2 && halves.allSatisfy(\.isWhole),
                feeds: halves.feeds
            )
        }
    }

    /// A value that goes with the temperatures, or with the sky, and is from the feeds of those.
    func beside<Value: Sendable, Other: Sendable>(_ other: Sourced<Other>?, _ value: Value?) -> Sourced<
        Value
    >? {
        other.flatMap { other in
            value.map { Sourced(value: $0, isWhole: other.isWhole, feeds: other.feeds) }
        }
    }
}

extension [DayCandidate.Sourced<HalfDay>] {
    /// The feeds of them, each once.
    var feeds: [Feed] {
        let used = flatMap(\.feeds)
        return Feed.allCases.filter(used.contains)
    }
}

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
