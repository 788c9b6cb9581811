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

extension DayDecision {
    /// How the values of a day came about, which are taken of some candidates.
    static func all(on day: Day, _ choice: DayChoice, among candidates: [DayCandidate]) -> [DayDecision] {
        func decision<Part: Sendable>(
            _ field: Field,
            _ value: Part?,
            from feeds: [Feed]?,
            by rule: Rule,
            _ part: (DayCandidate) -> DayCandidate.Sourced<Part>?,
            as wrapped: (Part) -> Value
        ) -> DayDecision? {
            let said = candidates.compactMap(part).map {
                Candidate(feeds: $0.feeds, value: wrapped($0.value), isWhole: $0.isWhole)
            }
            return DayDecision(field, value.map(wrapped), from: feeds ?? [], by: rule, among: said)
        }
        /// A value that is chosen by itself; `none` is why there is none although the candidates have one.
        func chosen<Part: Sendable>(
            _ field: Field,
            _ candidate: DayCandidate?,
            _ part: (DayCandidate) -> DayCandidate.Sourced<Part>?,
            as wrapped: (Part) -> Value,
            moved: Rule? = nil,
            none: Rule
        ) -> DayDecision? {
            let taken = candidate.flatMap(part)
            let isOfFirst = candidates.lazy.compactMap(part).first?.isWhole == taken?.isWhole
            let rule = taken == nil ? none : moved ?? (isOfFirst ? .preferred : .whole)
            return decision(field, taken?.value, from: taken?.feeds, by: rule, part, as: wrapped)
        }
        func sky(
            _ field: Field,
            _ candidate: DayCandidate?,
            _ part: (DayCandidate) -> DayCandidate.Sourced<HalfDay>?
        ) -> DayDecision? {
            chosen(
                field,
                candidate,
                part,
                as: Value.sky,
                moved: choice.isSkyMoved ? .wholeSky : nil,
                none: .undivided
            )
        }
        return [
            // Where the candidates have one and none was taken, they contradict each other.
            chosen(.minimum, choice.minimum, \.minimum, as: Value.degrees, none: .contradiction),
            chosen(.maximum, choice.maximum, \.maximum, as: Value.degrees, none: .contradiction),
            decision(
                .feelsLikeMinimum,
                day.feelsLikeMinimum,
                from: choice.minimum?.minimum?.feeds,
                by: .together,
                { $0.beside($0.minimum, $0.feelsLikeMinimum) },
                as: Value.degrees
            ),
            decision(
                .feelsLikeMaximum,
                day.feelsLikeMaximum,
                from: choice.maximum?.maximum?.feeds,
                by: .together,
                { $0.beside($0.maximum, $0.feelsLikeMaximum) },
                as: Value.degrees
            ),
            sky(.morning, choice.morning, \.morning), sky(.afternoon, choice.afternoon, \.afternoon),
            choice.undivided == nil
                ? decision(
                    .whole,
                    day.whole,
                    from: choice.halves.feeds,
                    by: .combined,
                    \.whole,
                    as: Value.sky
                )
                : sky(.whole, choice.undivided, \.whole),
            decision(
                .precipitation,
                day.precipitation,
                from: choice.halves.first?.feeds,
                by: .together,
                { $0.beside($0.whole, $0.precipitation) },
                as: Value.amount
            ),
        ].compactMap { $0 }
    }
}

extension DayCandidate {
    /// A value that goes with the temperatures, or with the sky, and is from the feeds of those.
    fileprivate func beside<Value: Sendable>(_ other: Sourced<some Sendable>?, _ value: Value?) -> Sourced<
        Value
    >? {
        guard let other, let value else { return nil }
        return Sourced(value: value, isWhole: other.isWhole, feeds: other.feeds)
    }
}
