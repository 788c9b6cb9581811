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
