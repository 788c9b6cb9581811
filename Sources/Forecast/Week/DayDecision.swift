/// How a value of a ``Day`` came about: what each service said of it, what was taken, and by which rule of ``DayChoice``.
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

    /// A value and who said it.
    public struct Candidate: Sendable, Hashable {
        /// The feeds it came from.
        public let feeds: [Feed]
        /// The issue or observation that says it; `nil` if it is made of several.
        public let origin: Origin?
        /// What it says.
        public let value: Value
        /// Whether it is of all of the day or half day.
        public let isWhole: Bool
    }

    /// Which value.
    public let field: Field
    /// What was taken; `nil` for none.
    public let chosen: Candidate?
    /// Why.
    public let rule: Rule
    /// What the services say, the preferred one first.
    public let candidates: [Candidate]
}

extension DayDecision {
    /// How the values of a day are chosen among candidates; one that nobody has is left out.
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

    /// An observed value, with what was forecast beside it.
    init(_ field: Field, observed value: Value, _ origin: Origin, insteadOf noted: [DayDecision]) {
        let chosen = Candidate(feeds: [origin.feed], origin: origin, value: value, isWhole: false)
        let forecast = noted.first { $0.field == field }?.candidates ?? []
        self.init(field: field, chosen: chosen, rule: .observed, candidates: forecast)
    }
}

extension DayChoice {
    /// The candidate that a value is taken of, `nil` for none or for several, and why.
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

    /// The day as one of halves of two services; `nil` without any.
    fileprivate var combined: DayDecision.Candidate? {
        said.whole.map { whole in
            let feeds = said.skies.map(\.origin.feed)
            return .init(
                feeds: Feed.allCases.filter(feeds.contains),
                origin: nil,
                value: .sky(whole.value),
                isWhole: whole.covers(date.hours)
            )
        }
    }
}

extension DayCandidate {
    /// The value of a field, with the issue that says it.
    fileprivate func value(of field: DayDecision.Field) -> DayDecision.Candidate? {
        let (date, feed) = (said.date, said.skies.first?.origin.feed)
        switch field {
        case .minimum: return degrees(said.low, of: date.hours)
        case .maximum: return degrees(said.high, of: date.hours)
        case .feelsLikeMinimum: return said.low.flatMap { degrees(feelsLikeLow, of: $0.span) }
        case .feelsLikeMaximum: return said.high.flatMap { degrees(feelsLikeHigh, of: $0.span) }
        case .morning: return sky(said.morning, of: date.morning)
        case .afternoon: return sky(said.afternoon, of: date.afternoon)
        case .whole: return sky(said.whole, of: date.hours)
        case .precipitation:
            let issues = Set(slots.map(\.origin))
            guard let precipitation, let feed else { return nil }
            return .init(
                feeds: [feed],
                origin: issues.count == 1 ? issues.first : nil,
                value: .amount(precipitation),
                isWhole: said.hasWholeSky
            )
        }
    }

    private func degrees(_ value: Stated<Double>?, of hours: Range<Date>) -> DayDecision.Candidate? {
        value.map {
            .init(
                feeds: [$0.origin.feed],
                origin: $0.origin,
                value: .degrees($0.value),
                isWhole: $0.covers(hours)
            )
        }
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

    /// The issue of rain and sky: that of all its steps, else of the last step that says both by itself; `nil` if several
    /// issues make it up.
    private func issue(of value: Stated<HalfDay>, in steps: [Slot]) -> Origin? {
        guard steps.contains(where: { $0.origin != value.origin }) else { return value.origin }
        return steps.last {
            $0.condition == value.value.condition
                && $0.precipitationProbability == value.value.precipitationProbability
        }?.origin
    }
}
