/// Spell of rain or snow: the present one, else the next.
public struct RainPeriod: Sendable, Hashable {
    /// True if it falls now.
    public var isNow: Bool
    /// False if neither an observation nor the present step says so.
    public var isNowKnown = true
    /// Start; `nil` if it falls already.
    public var startsAt: Date?
    /// Start of the dry steps after it; `nil` beyond the forecast.
    public var endsAt: Date?
    /// Kind of the whole spell.
    public var kind: Kind
    /// Name for people.
    public var text: LocalizedText
    /// Highest probability of its steps.
    public var probability: Probability?
    /// mm from now on; `nil` if a step has no known amount, or the weather after it is not known.
    public var amount: Amount?
    /// cm of fresh snow from now on, like ``amount``.
    public var snowfall: Amount?
    /// mm of the wettest hour, for hours of traces, whose sum says nothing.
    public var trace: Amount?
    /// cm of fresh snow, like ``trace``.
    public var snowTrace: Amount?
    /// True if it begins in the 3-hour steps at the end, which give only the day.
    public var startsLate: Bool
    /// True if it ends in the 3-hour steps.
    public var endsLate: Bool
    /// Feed of the present or first step.
    public var feed: Feed

    /// Kinds of precipitation.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case rain
        case snow
        case mixed
    }

    /// Seconds to a step that continues the present weather: one step of OpenWeather.
    fileprivate static let stepReach = 3 * 3_600.0

    /// Finds the present or next spell in the merged steps; the observation decides for now.
    public init?(in week: Week, at now: Date) {
        let steps = week.hours.filter { $0.end > now }
        let ahead = steps.drop { $0.time <= now }
        let present = steps.first.flatMap { $0.time <= now ? $0 : nil }
        let observed = week.current?.condition ?? present?.condition
        let today = KoreanDate(of: now)
        if let observed, observed.isFalling {
            let reach = now.addingTimeInterval(RainPeriod.stepReach)
            var spell = ahead.first.map { $0.time <= reach } == true ? Spell(ahead, today: today) : Spell(isCut: !ahead.isEmpty)
            spell.wet = [present].compactMap { $0 }.filter { $0.condition?.isFalling == true } + spell.wet
            let feed = week.themeSelection.feed ?? spell.wet.first?.feed ?? .nowcast
            self.init(spell, observed: observed, feed: feed, today: today)
        } else {
            let next = week.lastMidnight.flatMap { midnight in ahead.first { $0.time > midnight } }
            let lone = next?.condition?.isFalling == true ? nil : week.lastMidnight
            let coming = ahead.drop { $0.condition?.isFalling != true || $0.time == lone }
            guard let first = coming.first else { return nil }
            self.init(Spell(coming, today: today), observed: nil, feed: first.feed, today: today)
            isNowKnown = observed != nil
        }
    }

    private init(_ spell: Spell, observed: Condition?, feed: Feed, today: KoreanDate) {
        let steps = spell.wet
        isNow = observed != nil
        startsAt = isNow ? nil : steps.first?.time
        startsLate = !isNow && steps.first?.isLate(seenFrom: today) == true
        endsAt = spell.end
        endsLate = steps.last?.isLate(seenFrom: today) == true
        self.feed = feed
        let falling =
            steps.compactMap { step in step.condition.map { ($0, step.precipitation?.value ?? 0) } } + [observed].compactMap { $0.map { ($0, 0) } }
        let kinds = falling.map(\.0.kind)
        kind = kinds.allSatisfy { $0 == .rain } ? .rain : kinds.allSatisfy { $0 == .snow } ? .snow : .mixed
        let representative = Condition.representative(of: falling)?.text
        text = kind == .mixed ? LocalizedText("비/눈", "Rain and snow") : representative ?? .notKnown
        probability = steps.compactMap(\.precipitationProbability).max()
        amount = spell.isCut ? nil : steps.sum(\.precipitation)
        snowfall = spell.isCut ? nil : steps.sum(\.snowfall)
        trace = amount.flatMap { steps.trace(\.precipitation, sum: $0) }
        snowTrace = snowfall.flatMap { steps.trace(\.snowfall, sum: $0) }
    }

    /// True if it falls now or begins within so many seconds.
    public func falls(within seconds: Double, of now: Date) -> Bool { startsAt.map { $0.timeIntervalSince(now) <= seconds } ?? isNow }
}

extension Week {
    /// End of the time with known weather from now on without a gap.
    public func rainKnownUntil(from start: Date) -> Date? { known(of: Condition.Kind.falling, from: start, isNow: true) }

    private func known(of kinds: [Condition.Kind], from start: Date, isNow: Bool) -> Date? {
        guard let last = stepsEnd else { return nil }
        var end: Date?
        for step in hours where step.end > start && step.time < last {
            let reach = isNow ? start.addingTimeInterval(Double(step.hours) * 3_600) : start
            guard let condition = step.condition, condition.isKnown(beside: step.precipitationProbability), step.time <= end ?? reach,
                !isDenied(step, of: kinds)
            else { break }
            end = step.end
        }
        return end
    }

    /// Last step of KMA's, if at midnight: it ends the day before and says nothing of the next.
    fileprivate var lastMidnight: Date? { hours.last(where: \.isRate).flatMap { $0.time == KoreanDate(of: $0.time).start ? $0.time : nil } }

    package var stepsEnd: Date? { [unaskedFrom, end(of: hours.last)].compactMap(\.self).min() }
    package var shortTermEnd: Date? { end(of: hours.last { $0.feed == .shortTerm }) }

    private func end(of step: Slot?) -> Date? { step.map { $0.time == lastMidnight ? $0.time : $0.end } }

    /// True for a dry step in a part of a day for which KMA's mid-term forecast names rain or snow.
    private func isDenied(_ step: Slot, of kinds: [Condition.Kind]) -> Bool {
        let midnight = lastMidnight
        if step.time == midnight, step.condition?.isFalling == true { return true }
        guard let said = skies(on: step.time).first(where: { $0.span.contains(step.time) }), said.origin.feed == .midLand else { return false }
        return said.value.condition.map { kinds.contains($0.kind) } == true
            && !hours.contains { said.span.contains($0.time) && $0.time != midnight && $0.condition?.isFalling == true }
    }

    private func skies(on instant: Date) -> [Stated<HalfDay>] { days.first { $0.date == KoreanDate(of: instant) }?.said.skies ?? [] }

    func drySkyOfKMA(beside rain: RainPeriod) -> HalfDay? {
        guard rain.feed == .openWeatherForecast, let start = rain.startsAt else { return nil }
        let skies = skies(on: start)
        let said = skies.first { $0.span.contains(start) && $0.origin.feed != rain.feed }
        return skies.contains { $0.value.condition?.isFalling == true } ? nil : said?.value
    }

    package func isDenied(on date: KoreanDate) -> Bool {
        hours.contains { KoreanDate(of: $0.time) == date && isDenied($0, of: Condition.Kind.falling) }
    }

    /// Highest chance of the likely steps in which no rain or snow is named, of the first ones after a moment.
    package func likelyChance(after start: Date) -> Probability? {
        let rest = hours.drop { $0.end <= start }
        guard let first = rest.first, first.time <= start.addingTimeInterval(Double(first.hours) * 3_600) else { return nil }
        return rest.prefix { $0.condition?.isKnown(beside: $0.precipitationProbability) == false }.compactMap(\.precipitationProbability).max()
    }

    /// True if it falls within so many seconds, or at all; `nil` if not known so far.
    public func falls(within seconds: Double?, of now: Date) -> Bool? {
        if let rain = RainPeriod(in: self, at: now), rain.falls(within: seconds ?? .infinity, of: now) { return true }
        return isRainKnown(within: seconds, of: now) ? false : nil
    }

    /// True if the weather of so many seconds is known, or any at all.
    public func isRainKnown(within seconds: Double?, of now: Date) -> Bool {
        rainKnownUntil(from: now).map { $0.timeIntervalSince(now) >= seconds ?? 0 } ?? false
    }

    /// True if the weather of what is left of a span is known as far as the steps reach.
    package func isRainKnown(of kinds: [Condition.Kind], in span: Range<Date>, at now: Date) -> Bool {
        guard let last = stepsEnd, last > span.lowerBound else { return true }
        let until = known(of: kinds, from: max(span.lowerBound, now), isNow: span.lowerBound <= now)
        return until.map { $0 >= min(span.upperBound, last) } ?? (last <= now)
    }
}

extension Slot {
    /// Start of the feed's next step.
    public var end: Date { time.addingTimeInterval(Double(hours) * 3_600) }

    fileprivate func isLate(seenFrom today: KoreanDate) -> Bool { hours > 1 && KoreanDate(of: time) - today >= 4 }
}

private struct Spell {
    var wet: [Slot] = []
    var end: Date?
    /// True if the weather is not known where the last wet step ends.
    var isCut = false
}

extension Spell {
    /// One dry 3-hour step does not end it (rain on and off), nor do late dry steps between wet ones of a day.
    init(_ steps: ArraySlice<Slot>, today: KoreanDate) {
        var dry: [Slot] = []
        var previous: Slot?
        for step in steps {
            guard let condition = step.condition, previous.map({ $0.end == step.time }) ?? true else {
                isCut = dry.isEmpty
                break
            }
            previous = step
            if !condition.isFalling {
                dry.append(step)
                if wet.isEmpty { break }
            } else if Spell.goesOn(from: wet.last, over: dry, to: step, today) {
                wet.append(step)
                dry = []
            } else {
                break
            }
        }
        end = dry.first?.time
    }

    private static func goesOn(from last: Slot?, over dry: [Slot], to next: Slot, _ today: KoreanDate) -> Bool {
        guard let last, !dry.isEmpty else { return true }
        if dry.count == 1, dry[0].hours > 1 { return true }
        return next.isLate(seenFrom: today) && KoreanDate(of: last.time) == KoreanDate(of: next.time)
    }
}

extension [Slot] {
    fileprivate func trace(_ amount: KeyPath<Slot, Amount?>, sum: Amount) -> Amount? {
        guard sum.low == 0, let high = sum.high else { return nil }
        let most = compactMap { $0[keyPath: amount] }.max { ($0.high ?? 0) < ($1.high ?? 0) }
        return most.flatMap { $0.high == high ? nil : $0 }
    }
}
