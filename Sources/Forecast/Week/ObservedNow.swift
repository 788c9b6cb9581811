// What is observed now stands beside forecasts of the same hour and of the same day. Whatever is shown of them says
// the same: the observation decides.

extension Slot {
    /// The forecast of the running hour with what is observed in it, where the two differ in whether anything falls.
    ///
    /// An amount that was forecast is then of something that does not fall.
    mutating func correct(by observed: Condition) {
        guard let forecast = condition, forecast.isFalling != observed.isFalling else { return }
        condition = observed
        guard !observed.isFalling else { return }
        precipitation = nil
        snowfall = nil
    }
}

extension Day {
    /// Counts rain or snow observed at a moment of the day, of its half. The probability stays the forecast's.
    mutating func count(falling condition: Condition, from feed: Feed, at moment: Date) {
        let isUndivided = morning == nil && afternoon == nil && whole != nil
        whole = HalfDay(whole, counting: condition)
        use(feed)
        let isMorning = moment < date.at(hour: 12)
        let half: WritableKeyPath<Day, HalfDay?> = isMorning ? \.morning : \.afternoon
        if !isUndivided {
            self[keyPath: half] = HalfDay(self[keyPath: half], counting: condition)
            if let half = self[keyPath: half] {
                explain(isMorning ? .morning : .afternoon, .sky(half), from: feed)
            }
        }
        if let whole { explain(.whole, .sky(whole), from: feed) }
    }

    /// Takes a temperature observed in the day into its low and high: 3.5° now are below a low of 4°.
    mutating func count(_ observation: Observation) {
        guard let temperature = observation.temperature, KoreanDate(of: observation.observedAt) == date
        else { return }
        let (minimum, maximum) = (extremes.minimum, extremes.maximum)
        let isBelow = minimum.map { temperature < $0 } ?? false
        let isAbove = maximum.map { temperature > $0 } ?? false
        guard isBelow || isAbove else { return }
        extremes = Extremes(
            minimum: isBelow ? temperature : minimum,
            maximum: isAbove ? temperature : maximum,
            minimumSpread: extremes.minimumSpread,
            maximumSpread: extremes.maximumSpread
        )
        use(observation.feed)
        if isBelow { explain(.minimum, .degrees(temperature), from: observation.feed) }
        if isAbove { explain(.maximum, .degrees(temperature), from: observation.feed) }
    }

    /// Notes that a value is what is observed, where decisions are noted.
    private mutating func explain(_ field: DayDecision.Field, _ value: DayDecision.Value, from feed: Feed) {
        guard let noted = decisions else { return }
        let candidates = noted.first { $0.field == field }?.candidates ?? []
        let observed = DayDecision(field, value, from: [feed], by: .observed, among: candidates)
        decisions = (noted.filter { $0.field != field } + [observed].compactMap { $0 }).sorted {
            $0.field.order < $1.field.order
        }
    }

    private mutating func use(_ feed: Feed) {
        let used = Set(feeds + [feed])
        feeds = Feed.allCases.filter(used.contains)
    }
}

extension HalfDay {
    /// A half day of which it is observed that something falls.
    fileprivate init?(_ forecast: HalfDay?, counting falling: Condition) {
        let conditions = [forecast?.condition, falling].compactMap { $0 }
        self.init(
            condition: .representative(of: conditions.map { ($0, 0) }),
            precipitationProbability: forecast?.precipitationProbability
        )
    }
}

extension Week {
    /// The days, of today what is left at a moment: its halves by the hours that are still to come, the one that is over
    /// without a value. Low and high stay those of the whole day.
    ///
    /// Where the hours do not reach the end of the day, its half stands as it is forecast.
    public func daysAhead(from now: Date) -> [Day] {
        let today = KoreanDate(of: now)
        guard var day = days.first, day.date == today else { return days }
        let noon = today.at(hour: 12)
        let isUndivided = day.morning == nil && day.afternoon == nil
        let steps = hours.prefix { $0.time < (today + 1).start }.drop { $0.end <= now }
        if isUndivided { return days }
        if now >= noon { day.morning = nil }
        if steps.reach((today + 1).start, from: now) {
            let split = steps.firstIndex { $0.time >= noon } ?? steps.endIndex
            if now < noon { day.morning = steps[..<split].halfDay }
            day.afternoon = steps[split...].halfDay
        }
        day.whole = HalfDay(combining: [day.morning, day.afternoon].compactMap { $0 })
        if let current, let falling = current.condition, falling.isFalling, let feed = themeSelection.feed,
            current.observedAt >= (now < noon ? today.start : noon)
        {
            day.count(falling: falling, from: feed, at: current.observedAt)
        }
        return [day] + days.dropFirst()
    }
}

extension ArraySlice<Slot> {
    /// Whether they go without a gap from a moment, or the step after it, to another.
    fileprivate func reach(_ end: Date, from start: Date) -> Bool {
        var known = start.addingTimeInterval(3 * 3_600)
        for step in self {
            guard step.time <= known else { return false }
            known = step.end
        }
        return !isEmpty && known >= end
    }
}
