/// A spell of rain or snow: the one that is on, or else the next of the forecast.
public struct RainPeriod: Sendable, Hashable {
    /// True if it falls now.
    public var isNow: Bool
    /// Its beginning; `nil` if it falls already.
    public var startsAt: Date?
    /// The beginning of the dry steps after it; `nil` if the forecast does not reach that far.
    public var endsAt: Date?
    /// Rain, snow or both, of all of it.
    public var kind: Kind
    /// Its name for people.
    public var text: LocalizedText
    /// The highest of its steps.
    public var probability: Probability?
    /// mm from now on; `nil` if the amount of a step is not known.
    public var amount: Amount?
    /// cm of fresh snow from now on; `nil` if the amount of a step is not known.
    public var snowfall: Amount?
    /// mm of the wettest hour, if several hours have a trace each, whose sum says nothing.
    public var trace: Amount?
    /// The same in cm of fresh snow.
    public var snowTrace: Amount?
    /// True if it begins in the steps of three hours at the end of the forecast, of which the day alone is said.
    public var startsLate: Bool
    /// True if it ends in them.
    public var endsLate: Bool
    /// The feed of what falls now, or of its first step.
    public var feed: Feed

    /// The kinds of precipitation.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Water only.
        case rain
        /// Ice only.
        case snow
        /// Both, together or one after the other.
        case mixed
    }

    /// Seconds to the first step that still continues the present weather: one step of OpenWeather.
    fileprivate static let stepReach = 3 * 3_600.0

    /// The period of a week that is on at a moment, or comes next; `nil` if none is forecast.
    ///
    /// What is observed decides whether it rains now. The steps are those of the merged hours, so that a period goes on
    /// from KMA's next six hours into its short-term forecast.
    public init?(in week: Week, at now: Date) {
        let steps = week.hours.filter { $0.end > now }
        let ahead = steps.drop { $0.time <= now }
        let present = steps.first.flatMap { $0.time <= now ? $0 : nil }
        let observed = week.current?.condition ?? present?.condition
        let today = KoreanDate(of: now)
        if let observed, observed.isFalling {
            let reach = now.addingTimeInterval(RainPeriod.stepReach)
            let spell = ahead.first.map { $0.time <= reach } == true ? Spell(ahead, today: today) : Spell()
            let own = [present].compactMap { $0 }.filter { $0.condition?.isFalling == true } + spell.wet
            let feed = week.themeSelection.feed ?? own.first?.feed ?? .nowcast
            self.init(own, to: spell.end, observed: observed, feed: feed, today: today)
        } else {
            let coming = ahead.drop { $0.condition?.isFalling != true }
            guard let first = coming.first else { return nil }
            let spell = Spell(coming, today: today)
            self.init(spell.wet, to: spell.end, observed: nil, feed: first.feed, today: today)
        }
    }

    private init(_ steps: [Slot], to end: Date?, observed: Condition?, feed: Feed, today: KoreanDate) {
        isNow = observed != nil
        startsAt = isNow ? nil : steps.first?.time
        startsLate = !isNow && steps.first?.isLate(seenFrom: today) == true
        endsAt = end
        endsLate = steps.last?.isLate(seenFrom: today) == true
        self.feed = feed
        let falling =
            steps.compactMap { step in step.condition.map { ($0, step.precipitation?.value ?? 0) } }
            + [observed].compactMap { $0.map { ($0, 0) } }
        let kinds = falling.map(\.0.kind)
        kind = kinds.allSatisfy { $0 == .rain } ? .rain : kinds.allSatisfy { $0 == .snow } ? .snow : .mixed
        let representative = Condition.representative(of: falling)?.text
        text = kind == .mixed ? LocalizedText("비/눈", "Rain and snow") : representative ?? .notKnown
        probability = steps.compactMap(\.precipitationProbability).max()
        amount = steps.sum(\.precipitation)
        snowfall = steps.sum(\.snowfall)
        trace = amount.flatMap { steps.trace(\.precipitation, sum: $0) }
        snowTrace = snowfall.flatMap { steps.trace(\.snowfall, sum: $0) }
    }

    /// True if it falls now or begins within so many seconds.
    public func falls(within seconds: Double, of now: Date) -> Bool {
        startsAt.map { $0.timeIntervalSince(now) <= seconds } ?? isNow
    }
}

extension Week {
    /// The end of the time of which it is known without a gap if rain or snow falls; `nil` if it is not known from now on.
    public func rainKnownUntil(from now: Date) -> Date? {
        var end: Date?
        for step in hours where step.end > now {
            guard step.condition != nil, step.time <= end ?? now.addingTimeInterval(RainPeriod.stepReach)
            else { break }
            end = step.end
        }
        return end
    }

    /// True if rain or snow falls now or begins within so many seconds, or at all in the forecast; `nil` if the forecast
    /// does not reach so far, or has a gap.
    public func falls(within seconds: Double?, of now: Date) -> Bool? {
        if let rain = RainPeriod(in: self, at: now), rain.falls(within: seconds ?? .infinity, of: now) {
            return true
        }
        guard let known = rainKnownUntil(from: now) else { return nil }
        return seconds.map { known.timeIntervalSince(now) >= $0 } ?? true ? false : nil
    }
}

extension Slot {
    /// The beginning of the feed's next step.
    public var end: Date { time.addingTimeInterval(Double(hours) * 3_600) }

    /// True for the steps of three hours at the end of a forecast, from the fourth day after today on.
    fileprivate func isLate(seenFrom today: KoreanDate) -> Bool {
        hours > 1 && KoreanDate(of: time) - today >= 4
    }
}

/// The first spell of some steps, which begins with the first of them.
private struct Spell {
    var wet: [Slot] = []
    /// The beginning of the dry steps after it; `nil` if the steps do not reach that far.
    var end: Date?
}

extension Spell {
    /// The spell ends before the first step that is missing, or of which nothing is known. One dry step of three hours
    /// does not end it, because such a forecast says no more than that it rains on and off; nor, in the late steps, do
    /// dry ones between wet ones of a day.
    init(_ steps: ArraySlice<Slot>, today: KoreanDate) {
        var dry: [Slot] = []
        var previous: Slot?
        for step in steps {
            guard let condition = step.condition, previous.map({ $0.end == step.time }) ?? true else { break }
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

    private static func goesOn(from last: Slot?, over dry: [Slot], to next: Slot, _ today: KoreanDate) -> Bool
    {
        guard let last, !dry.isEmpty else { return true }
        if dry.count == 1, dry[0].hours > 1 { return true }
        return next.isLate(seenFrom: today) && KoreanDate(of: last.time) == KoreanDate(of: next.time)
    }
}

extension [Slot] {
    /// The largest amount of one of several hours; `nil` unless all of them together may be nothing.
    fileprivate func trace(_ amount: KeyPath<Slot, Amount?>, sum: Amount) -> Amount? {
        guard sum.low == 0, let high = sum.high else { return nil }
        let most = compactMap { $0[keyPath: amount] }.max { ($0.high ?? 0) < ($1.high ?? 0) }
        return most.flatMap { $0.high == high ? nil : $0 }
    }
}
