/// One day of the week, merged from the services that have it.
public struct Day: Sendable, Hashable {
    /// The day in Korea.
    public var date: KoreanDate
    /// Low, high and their uncertainties in °C.
    public var extremes = Extremes()
    /// The lowest that the day feels like in °C; `nil` where the hours do not cover the day.
    public var feelsLikeMinimum: Double?
    /// The highest that the day feels like in °C; `nil` where the hours do not cover the day.
    public var feelsLikeMaximum: Double?
    /// 00–12; `nil` where no feed divides the day or the hours are over.
    public var morning: HalfDay?
    /// 12–24; `nil` where no feed divides the day.
    public var afternoon: HalfDay?
    /// The day as one: its two halves together, or the feed's own value where it has no halves.
    public var whole: HalfDay?
    /// mm over the hours the feed covers; `nil` where it gives none, or not all of it can be read.
    public var precipitation: Amount?
    /// The service whose day this is; `nil` for a day between others that no feed has.
    public var source: Provider?
    /// Every feed a value came from.
    public var feeds: [Feed] = []
    /// The feed the day's condition came from.
    public var skyFeed: Feed?
    /// Whether a value is of only a part of the day.
    public var isPartial = false
    /// Whether low and high are those of the whole day.
    public var areExtremesWhole = false
    /// Sunrise and sunset at the place.
    public var sun: Sun?
    /// What is usual on the day; `nil` where no station with normals is near.
    public var normal: ClimateNormal?
    /// How its values came about; `nil` where that was not asked.
    public internal(set) var decisions: [DayDecision]?
}

extension Day {
    /// Merges what the services have of a day; the candidates are in order of preference. `isExplained`: it also says how
    /// its values came about.
    init(_ date: KoreanDate, candidates: [DayCandidate], isExplained: Bool = false) {
        self.init(date: date)
        let choice = DayChoice(among: candidates)
        let (low, high) = (choice.minimum, choice.maximum)
        extremes = Extremes(
            minimum: low?.minimum?.value,
            maximum: high?.maximum?.value,
            minimumSpread: low?.minimumSpread,
            maximumSpread: high?.maximumSpread
        )
        // Beside the air temperatures of the same service only.
        if let low, low.source == high?.source {
            feelsLikeMinimum = low.feelsLikeMinimum
            feelsLikeMaximum = low.feelsLikeMaximum
        }

        let (skies, halves) = (choice.skies, choice.halves)
        morning = choice.morning?.morning?.value
        afternoon = choice.afternoon?.afternoon?.value
        whole = choice.undivided?.undivided?.value ?? HalfDay(combining: halves.map(\.value))
        if let first = skies.first, skies.allSatisfy({ $0.source == first.source }) {
            precipitation = first.precipitation
        }

        let temperatures = [low?.minimum, high?.maximum].compactMap { $0 }
        areExtremesWhole = !temperatures.isEmpty && temperatures.allSatisfy(\.isWhole)
        let usedFeeds = temperatures.flatMap(\.feeds) + halves.flatMap(\.feeds)
        let usedSources = ([low, high].compactMap { $0 } + skies).map(\.source)
        feeds = Feed.allCases.filter(usedFeeds.contains)
        source = candidates.map(\.source).first(where: usedSources.contains)
        skyFeed = halves.first.flatMap { first in Feed.allCases.first(where: first.feeds.contains) }
        isPartial =
            !temperatures.allSatisfy(\.isWhole) || !halves.allSatisfy(\.isWhole)
            || (choice.undivided == nil && (morning == nil) != (afternoon == nil))
        if isExplained { decisions = DayDecision.all(on: self, choice, among: candidates) }
    }
}

/// The candidates that the values of a day are taken of.
///
/// A value of the whole day, or the whole half day, goes before one of a part of it, whichever service has it; among
/// equals the preferred service's is taken. Low and high are chosen one by one; rain and sky belong together and come
/// from one service wherever one has the whole day.
struct DayChoice {
    private(set) var minimum: DayCandidate?
    private(set) var maximum: DayCandidate?
    private(set) var undivided: DayCandidate?
    /// `nil` where the day is undivided.
    private(set) var morning: DayCandidate?
    private(set) var afternoon: DayCandidate?
    /// Whether a service before that of rain and sky has some as well, but not of the whole day.
    private(set) var isSkyMoved = false

    init(among candidates: [DayCandidate]) {
        (minimum, maximum) = candidates.bestExtremes
        var candidates = candidates
        if let wholeSky = candidates.firstIndex(where: \.hasWholeSky) {
            isSkyMoved = candidates[..<wholeSky].contains { $0.whole != nil }
            candidates = [candidates[wholeSky]]
        }
        undivided = candidates.best(\.undivided)
        guard undivided == nil else { return }
        morning = candidates.best(\.morning)
        afternoon = candidates.best(\.afternoon)
    }

    var skies: [DayCandidate] { [undivided, morning, afternoon].compactMap { $0 } }

    /// Rain and sky of the day, or of its halves.
    var halves: [DayCandidate.Sourced<HalfDay>] {
        [undivided?.undivided, morning?.morning, afternoon?.afternoon].compactMap { $0 }
    }
}

extension DayCandidate {
    /// Whether this candidate alone has rain and sky from midnight to midnight.
    fileprivate var hasWholeSky: Bool {
        undivided != nil || (morning?.isWhole == true && afternoon?.isWhole == true)
    }

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
}

extension [DayCandidate.Sourced<HalfDay>] {
    var feeds: [Feed] {
        let used = flatMap(\.feeds)
        return Feed.allCases.filter(used.contains)
    }
}

extension [DayCandidate] {
    /// The first that has a value of the whole of it, else the first that has one of a part.
    fileprivate func best<Value: Sendable>(_ part: (DayCandidate) -> DayCandidate.Sourced<Value>?)
        -> DayCandidate?
    {
        first { part($0)?.isWhole == true } ?? first { part($0) != nil }
    }

    /// The low and the high. Where they come from two services and the low is above the high, only one of them is
    /// kept: the one of the whole day, among equals the preferred service's.
    fileprivate var bestExtremes: (minimum: DayCandidate?, maximum: DayCandidate?) {
        let (low, high) = (best(\.minimum), best(\.maximum))
        guard let low, let minimum = low.minimum, let high, let maximum = high.maximum,
            Extremes.isContradiction(minimum.value, maximum.value)
        else { return (low, high) }
        let preferred = first { [low.source, high.source].contains($0.source) }
        let isMinimumKept =
            minimum.isWhole == maximum.isWhole ? preferred?.source == low.source : minimum.isWhole
        return isMinimumKept ? (low, nil) : (nil, high)
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

    /// A day from a service's time steps; `nil` if none of them falls on it, or one at its midnight alone: that is the end of
    /// the day before. The lowest and highest of a single step are none.
    ///
    /// A low or high that the feed states for the whole day goes before what its steps happen to sample, and excludes a
    /// sampled high below the stated low, or the other way round: late in the day the steps left can be colder than the
    /// morning was.
    init?(_ source: Provider, slots: ArraySlice<Slot>, stated: Extremes?, on date: KoreanDate) {
        guard slots.contains(where: { $0.time > date.start }) else { return nil }
        let noon = date.at(hour: 12)
        let split = slots.firstIndex { $0.time >= noon } ?? slots.endIndex
        let isWholeDay = slots.cover(hours: 24)
        let feeds = slots.feeds
        let temperatures = slots.compactMap(\.temperature)
        let (low, high) = temperatures.count > 1 ? (temperatures.min(), temperatures.max()) : (nil, nil)
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
        precipitation = slots.sum(\.precipitation)
    }
}

extension ArraySlice<Slot> {
    fileprivate var feeds: [Feed] {
        reduce(into: []) { feeds, slot in
            if !feeds.contains(slot.feed) { feeds.append(slot.feed) }
        }
    }

    fileprivate func cover(hours: Int) -> Bool {
        reduce(0) { $0 + $1.hours } >= hours
    }

    var halfDay: HalfDay? {
        HalfDay(of: map { ($0.condition, $0.precipitationProbability, $0.precipitation?.value ?? 0) })
    }
}

extension Collection<Slot> {
    /// What falls in all of them; `nil` where there is none, or where the amount of one is not known or is a rate, which
    /// does not add up.
    func sum(_ amount: KeyPath<Slot, Amount?>) -> Amount? {
        reduce(isEmpty ? nil : Amount.zero) { sum, step in
            guard let sum, let amount = step[keyPath: amount] ?? (step.isDry ? .zero : nil),
                !step.isRate || amount == .zero
            else { return nil }
            return sum + amount
        }
    }
}

extension HalfDay {
    /// A day as one from its halves; `nil` without any.
    package init?(combining halves: [HalfDay]) {
        self.init(of: halves.map { ($0.condition, $0.precipitationProbability, 0) })
    }

    /// A half day from its parts, each with the mm that fall in it: the condition that represents them all, and the highest
    /// probability, which is not known where that of a wet part is missing: the missing one may be it.
    fileprivate init?(of parts: [(condition: Condition?, probability: Probability?, amount: Double)]) {
        let isComplete = parts.allSatisfy { $0.condition?.isFalling != true || $0.probability != nil }
        self.init(
            condition: .representative(
                of: parts.compactMap { part in part.condition.map { ($0, part.amount) } }
            ),
            precipitationProbability: isComplete ? parts.compactMap(\.probability).max() : nil
        )
    }
}
