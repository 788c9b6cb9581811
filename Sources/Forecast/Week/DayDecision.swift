/// Choice of a value of a ``Day`` by a rule of ``DayChoice``, with all candidates.
public struct DayDecision: Sendable, Hashable {
    /// Value of a day, by its member in JSON.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case minimum = "temperature_min"
        case maximum = "temperature_max"
        case feelsLikeMinimum = "feels_like_min"
        case feelsLikeMaximum = "feels_like_max"
        case morning = "am"
        case afternoon = "pm"
        case whole = "day"
        case precipitation = "precipitation_amount"
    }

    /// Content of a value.
    public enum Value: Sendable, Hashable {
        case degrees(Double)
        case sky(HalfDay)
        case amount(Amount)
    }

    /// Reason for a choice.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        case only
        case preferred
        /// Whole day or half, before a part.
        case whole
        /// Rain and sky of one service with the whole day.
        case wholeSky = "whole_sky"
        case together
        case combined
        case observed
        /// None: contradicts the other extreme, which was kept.
        case contradiction
        /// None: undivided by the day's service.
        case undivided
    }

    /// Value with its origin.
    public struct Candidate: Sendable, Hashable {
        /// Feeds of the value.
        public let feeds: [Feed]
        /// Issue or observation; `nil` for several.
        public let origin: Origin?
        /// Value itself.
        public let value: Value
        /// True if of the whole day or half.
        public let isWhole: Bool
    }

    /// Field of the value.
    public let field: Field
    /// Chosen candidate; `nil` for none.
    public let chosen: Candidate?
    /// Reason for the choice.
    public let rule: Rule
    /// Candidates, the preferred service first.
    public let candidates: [Candidate]
}

extension DayDecision {
    static func all(of choice: DayChoice, among candidates: [DayCandidate]) -> [DayDecision] {
        Field.allCases.compactMap { field in
            let said = candidates.map { $0.value(of: field) }
            let known = said.compactMap { $0 }
            let (candidate, rule) = choice.taken(field)
            let chosen = candidate.flatMap { said[$0] } ?? (field == .whole ? choice.combined : nil)
            if chosen == nil, known.isEmpty { return nil }
            let isOnly = chosen != nil && known.count == 1 && [.preferred, .whole, .wholeSky].contains(rule)
            return DayDecision(field: field, chosen: chosen, rule: isOnly ? .only : rule, candidates: known)
        }
    }

    init(_ field: Field, observed value: Value, _ origin: Origin, insteadOf noted: [DayDecision]) {
        let chosen = Candidate(feeds: [origin.feed], origin: origin, value: value, isWhole: false)
        let forecast = noted.first { $0.field == field }?.candidates ?? []
        self.init(field: field, chosen: chosen, rule: .observed, candidates: forecast)
    }
}

extension DayChoice {
    fileprivate func taken(_ field: DayDecision.Field) -> (candidate: Int?, rule: DayDecision.Rule) {
        switch field {
        case .minimum: (low?.candidate, low?.rule ?? .contradiction)
        case .maximum: (high?.candidate, high?.rule ?? .contradiction)
        case .feelsLikeMinimum, .feelsLikeMaximum: (ofTemperatures, .together)
        case .morning: (morning?.candidate, morning?.rule ?? .undivided)
        case .afternoon: (afternoon?.candidate, afternoon?.rule ?? .undivided)
        case .whole: undivided.map { ($0.candidate, $0.rule) } ?? (ofSky, .combined)
        case .precipitation: (ofSky, .together)
        }
    }

    fileprivate var combined: DayDecision.Candidate? {
        said.whole.map { whole in
            let feeds = said.skies.map(\.origin.feed)
            return .init(feeds: Feed.allCases.filter(feeds.contains), origin: nil, value: .sky(whole.value), isWhole: whole.covers(date.hours))
        }
    }
}

extension DayCandidate {
    fileprivate func value(of field: DayDecision.Field) -> DayDecision.Candidate? {
        let (date, feed) = (said.date, said.skies.first?.origin.feed)
        switch field {
        case .minimum: return degrees(said.low, of: date.hours)
        case .maximum: return degrees(said.high, of: date.hours)
        case .feelsLikeMinimum: return said.low.flatMap { degrees(feelsLikeLow, of: $0.span) }
        case .feelsLikeMaximum: return said.high.flatMap { degrees(feelsLikeHigh, of: $0.span) }
        case .morning: return sky(said.morning, of: date.morning)
        case .afternoon: return sky(said.afternoon, of: date.afternoon)
        case .whole: return whole
        case .precipitation:
            let issues = Set(slots.map(\.origin))
            guard let precipitation, let feed else { return nil }
            return .init(feeds: [feed], origin: issues.count == 1 ? issues.first : nil, value: .amount(precipitation), isWhole: said.hasWholeSky)
        }
    }

    /// Halves of different issues: one is named only if it has the same value.
    private var whole: DayDecision.Candidate? {
        guard let day = sky(said.whole, of: said.date.hours), said.undivided == nil else { return sky(said.whole, of: said.date.hours) }
        let halves = [value(of: .morning), value(of: .afternoon)].compactMap(\.self)
        let alike = halves.filter { $0.value == day.value }
        let issues = Set(halves.map(\.origin))
        let origin = issues.count == 1 ? halves[0].origin : alike.count == 1 ? alike[0].origin : nil
        return .init(feeds: day.feeds, origin: origin, value: day.value, isWhole: day.isWhole)
    }

    private func degrees(_ value: Stated<Double>?, of hours: Range<Date>) -> DayDecision.Candidate? {
        value.map { .init(feeds: [$0.origin.feed], origin: $0.origin, value: .degrees($0.value), isWhole: $0.covers(hours)) }
    }

    private func sky(_ value: Stated<HalfDay>?, of hours: Range<Date>) -> DayDecision.Candidate? {
        value.map { value in
            .init(
                feeds: [value.origin.feed],
                origin: issue(of: value, in: slots.filter { hours.contains($0.time) }),
                value: .sky(value.value),
                isWhole: value.covers(hours)
            )
        }
    }

    private func issue(of value: Stated<HalfDay>, in steps: [Slot]) -> Origin? {
        guard steps.contains(where: { $0.origin != value.origin }) else { return value.origin }
        return steps.last { $0.condition == value.value.condition && $0.precipitationProbability == value.value.precipitationProbability }?.origin
    }
}
