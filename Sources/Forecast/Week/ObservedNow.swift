extension Slot {
    mutating func correct(by observed: Condition) {
        guard let forecast = condition, forecast.isFalling != observed.isFalling else { return }
        condition = observed
        // An amount of the other weather is none of this.
        precipitation = nil
        snowfall = nil
    }
}

extension Day {
    mutating func count(falling condition: Condition, _ origin: Origin) {
        func counted(_ forecast: Stated<HalfDay>?) -> Stated<HalfDay>? {
            HalfDay(forecast?.value, counting: condition).map { Stated($0, origin, of: forecast?.span ?? origin.issuedAt..<origin.issuedAt) }
        }
        if said.undivided != nil {
            said.undivided = counted(said.undivided)
        } else if date.morning.contains(origin.issuedAt) {
            said.morning = counted(said.morning)
            if let morning { explain(.morning, .sky(morning), origin) }
        } else {
            said.afternoon = counted(said.afternoon)
            if let afternoon { explain(.afternoon, .sky(afternoon), origin) }
        }
        use([origin.feed])
        if precipitation == .zero { precipitation = nil }
        if let whole { explain(.whole, .sky(whole), origin) }
    }

    /// Extends low and high: 3.5° now are below a low of 4°.
    mutating func count(_ observation: ObservedWeather) {
        guard let temperature = observation.temperature, KoreanDate(of: observation.observedAt) == date else { return }
        if let low = said.low, temperature < low.value {
            said.low = Stated(temperature, observation.origin, of: low.span)
            use([observation.feed])
            explain(.minimum, .degrees(temperature), observation.origin)
        }
        if let high = said.high, temperature > high.value {
            said.high = Stated(temperature, observation.origin, of: high.span)
            use([observation.feed])
            explain(.maximum, .degrees(temperature), observation.origin)
        }
    }

    private mutating func explain(_ field: DayDecision.Field, _ value: DayDecision.Value, _ origin: Origin) {
        guard let noted = decisions else { return }
        let observed = DayDecision(field, observed: value, origin, insteadOf: noted)
        decisions = DayDecision.Field.allCases.compactMap { each in each == field ? observed : noted.first { $0.field == each } }
    }
}

extension HalfDay {
    fileprivate init?(_ forecast: HalfDay?, counting falling: Condition) {
        let conditions = [forecast?.condition, falling].compactMap { $0 }
        self.init(condition: .representative(of: conditions.map { ($0, 0) }), precipitationProbability: forecast?.precipitationProbability)
    }
}

extension Week {
    /// Days from a moment on: past halves of today have no value; low and high stay whole.
    public func daysAhead(from now: Date) -> [Day] {
        let today = KoreanDate(of: now)
        guard var day = days.first, day.date == today, day.morning != nil || day.afternoon != nil else { return days }
        let noon = today.at(hour: 12)
        let steps = hours.prefix { $0.time < (today + 1).start }.drop { $0.end <= now }
        if now >= noon { day.said.morning = nil }
        if steps.reach((today + 1).start, from: now) {
            let split = steps.firstIndex { $0.time >= noon } ?? steps.endIndex
            if now < noon { day.said.morning = steps[..<split].halfDay }
            day.said.afternoon = steps[split...].halfDay
        }
        if let current, let falling = current.condition, falling.isFalling, let feed = themeSelection.feed,
            current.observedAt >= (now < noon ? today.start : noon)
        {
            let origin = Origin(feed, issuedAt: current.observedAt, fetchedAt: current.fetchedAt)
            day.count(falling: falling, origin)
        }
        return [day] + days.dropFirst()
    }
}

extension ArraySlice<Slot> {
    fileprivate func reach(_ end: Date, from start: Date) -> Bool {
        var known = start.addingTimeInterval(3 * 3_600)
        for step in self {
            guard step.time <= known else { return false }
            known = step.end
        }
        return !isEmpty && known >= end
    }
}
