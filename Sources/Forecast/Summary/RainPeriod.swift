/// A spell of rain or snow: the one that is on, or else the next of the forecast.
public struct RainPeriod: Sendable, Hashable {
    /// Whether it falls now.
    public var isNow: Bool
    /// When it begins; `nil` where it falls already.
    public var startsAt: Date?
    /// When the dry steps after it begin; `nil` where the forecast does not reach that far.
    public var endsAt: Date?
    /// What falls in all of it.
    public var kind: Kind
    /// What falls, for people.
    public var text: LocalizedText
    /// The highest of its steps.
    public var probability: Probability?
    /// mm from now on; `nil` where the amount of a step is not known.
    public var amount: Amount?
    /// cm of fresh snow from now on; `nil` where the amount of a step is not known.
    public var snowfall: Amount?
    /// What an hour has at the most where several hours have a trace each, whose sum says nothing: mm of rain, cm of snow.
    public var trace: Trace?
    /// Whether it begins in the steps of three hours at the end of the forecast, of which the day alone is said.
    public var startsLate = false
    /// Whether it ends in them.
    public var endsLate = false
    /// The feed of what falls now, or of its first step.
    public var feed: Feed

    /// What falls.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Water only.
        case rain
        /// Ice only.
        case snow
        /// Both, together or one after the other.
        case mixed
    }

    /// The most that an hour has, where each has a trace.
    public struct Trace: Sendable, Hashable {
        /// mm.
        public var precipitation: Amount?
        /// cm of fresh snow.
        public var snowfall: Amount?
    }

    /// How long after now the first step may begin and still continue the present weather: one step of OpenWeather.
    fileprivate static let stepReach = 3 * 3_600.0

    /// The period of a week that is on at a moment, or comes next; `nil` where none is forecast.
    ///
    /// What is observed decides whether it rains now. The steps are those of the merged hours, so that a period goes on
    /// from KMA's next six hours into its short-term forecast.
    public init?(in week: Week, at now: Date) {
        let steps = week.hours.filter { $0.end > now }
        let ahead = steps.drop { $0.time <= now }
        let present = steps.first.flatMap { $0.time <= now ? $0 : nil }
        let observed = week.current?.condition ?? present?.condition
        let today = KoreanDate(of: now)
        let spell: Spell
        if let observed, observed.isFalling {
            let goesOn = ahead.first.map { $0.time.timeIntervalSince(now) <= RainPeriod.stepReach } ?? false
            spell = goesOn ? Spell(ahead, today: today) : Spell()
            let own = (present.flatMap { $0.condition?.isFalling == true ? [$0] : nil } ?? []) + spell.wet
            self.init(own, observed: observed, feed: week.themeSelection.feed ?? own.first?.feed ?? .nowcast)
        } else {
            let coming = ahead.drop { $0.condition?.isFalling != true }
            guard let first = coming.first else { return nil }
            spell = Spell(coming, today: today)
            self.init(spell.wet, observed: nil, feed: first.feed)
            startsAt = first.time
            startsLate = first.isLate(seenFrom: today)
        }
        endsAt = spell.end
        endsLate = spell.wet.last?.isLate(seenFrom: today) ?? false
    }

    private init(_ steps: [Slot], observed: Condition?, feed: Feed) {
        isNow = observed != nil
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
        let trace = Trace(
            precipitation: amount.flatMap { steps.trace(\.precipitation, sum: $0) },
            snowfall: snowfall.flatMap { steps.trace(\.snowfall, sum: $0) }
        )
        if trace.precipitation != nil || trace.snowfall != nil { self.trace = trace }
    }

    /// Whether it falls now or begins within so many seconds.
    public func falls(within seconds: Double, of now: Date) -> Bool {
        startsAt.map { $0.timeIntervalSince(now) <= seconds } ?? isNow
    }
}

extension Week {
    /// Until when it is known without a gap whether rain or snow falls; `nil` where it is not known from now on.
    public func rainKnownUntil(from now: Date) -> Date? {
        var end: Date?
        for step in hours where step.end > now {
            guard step.condition != nil, step.time <= end ?? now.addingTimeInterval(RainPeriod.stepReach)
            else { break }
            end = step.end
        }
        return end
    }

    /// Whether rain or snow falls now or begins within so many seconds, or at all in the forecast; `nil` where the
    /// forecast does not reach so far, or has a gap.
    public func falls(within seconds: Double?, of now: Date) -> Bool? {
        if let rain = RainPeriod(in: self, at: now), rain.falls(within: seconds ?? .infinity, of: now) {
            return true
        }
        guard let known = rainKnownUntil(from: now) else { return nil }
        return seconds.map { known.timeIntervalSince(now) >= $0 } ?? true ? false : nil
    }
}

extension Slot {
    /// When the feed's next step begins.
    public var end: Date { time.addingTimeInterval(Double(hours) * 3_600) }

    /// Whether it is one of the steps of three hours at the end of a forecast, from the fourth day after today on.
    fileprivate func isLate(seenFrom today: KoreanDate) -> Bool {
        hours > 1 && KoreanDate(of: time) - today >= 4
    }
}

/// The first spell of some steps, which begins with the first of them.
private struct Spell {
    var wet: [Slot] = []
    /// When the dry steps after it begin; `nil` where the steps do not reach that far.
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
    /// The largest amount of one of several hours, where what all of them have at the least is nothing.
    fileprivate func trace(_ amount: KeyPath<Slot, Amount?>, sum: Amount) -> Amount? {
        guard sum.low == 0, let high = sum.high, high > 0 else { return nil }
        let most = compactMap { $0[keyPath: amount] }.max { ($0.high ?? 0) < ($1.high ?? 0) }
        return most.flatMap { $0.high == high ? nil : $0 }
    }
}
