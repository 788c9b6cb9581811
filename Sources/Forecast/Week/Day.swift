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
    /// Merges what the services have of a day; the candidates are in order of preference.
    ///
    /// A value of the whole day, or the whole half day, goes before one of a part of it, whichever service has it; among
    /// equals the preferred service's is taken. Low and high are chosen one by one; rain and sky belong together and come
    /// from one service wherever one has the whole day.
    init(_ date: KoreanDate, candidates: [DayCandidate], isExplained: Bool = false) {
        self.init(date: date)
        let (minimum, maximum) = candidates.bestExtremes
        extremes = Extremes(
            minimum: minimum?.sourced.value,
            maximum: maximum?.sourced.value,
            minimumSpread: minimum?.candidate.minimumSpread,
            maximumSpread: maximum?.candidate.maximumSpread
        )
        // Beside the air temperatures of the same service only.
        if let candidate = minimum?.candidate, candidate.source == maximum?.candidate.source {
            feelsLikeMinimum = candidate.feelsLikeMinimum
            feelsLikeMaximum = candidate.feelsLikeMaximum
        }

        let wholeSky = candidates.firstIndex(where: \.hasWholeSky)
        let skyCandidates = wholeSky.map { [candidates[$0]] } ?? candidates
        let undivided = skyCandidates.best(\.undivided)
        let morning = undivided == nil ? skyCandidates.best(\.morning) : nil
        let afternoon = undivided == nil ? skyCandidates.best(\.afternoon) : nil
        let halves = [undivided, morning, afternoon].compactMap { $0 }
        self.morning = morning?.sourced.value
        self.afternoon = afternoon?.sourced.value
        whole = undivided?.sourced.value ?? HalfDay(combining: halves.map(\.sourced.value))
        if let first = halves.first?.candidate, halves.allSatisfy({ $0.candidate.source == first.source }) {
            precipitation = first.precipitation
        }

        let temperatures = [minimum, maximum].compactMap { $0 }
        areExtremesWhole = !temperatures.isEmpty && temperatures.allSatisfy(\.sourced.isWhole)
        let usedFeeds = temperatures.flatMap(\.sourced.feeds) + halves.flatMap(\.sourced.feeds)
        let usedSources = temperatures.map(\.candidate.source) + halves.map(\.candidate.source)
        feeds = Feed.allCases.filter(usedFeeds.contains)
        source = candidates.map(\.source).first(where: usedSources.contains)
        skyFeed = halves.first.flatMap { first in Feed.allCases.first(where: first.sourced.feeds.contains) }
        isPartial =
            temperatures.contains { !$0.sourced.isWhole } || halves.contains { !$0.sourced.isWhole }
            || (undivided == nil && (morning == nil) != (afternoon == nil))
        guard isExplained else { return }
        let isSkyMoved = wholeSky.map { candidates[..<$0].contains { $0.whole != nil } } ?? false
        /// Sky and rain of a part of the day.
        func sky(
            _ field: DayDecision.Field,
            _ chosen: [DayCandidate].Choice<HalfDay>?,
            _ part: @escaping (DayCandidate) -> DayCandidate.Sourced<HalfDay>?
        ) -> DayDecision? {
            DayDecision(
                field,
                chosen.map { .sky($0.sourced.value) },
                from: chosen?.sourced.feeds ?? [],
                by: chosen == nil ? .undivided : isSkyMoved ? .wholeSky : chosen?.rule ?? .preferred,
                among: candidates.values(part) { .sky($0) }
            )
        }
        let temperatureDecisions = Day.decisions(on: minimum, maximum, candidates)
        let feelsLike = [
            DayDecision(
                .feelsLikeMinimum,
                feelsLikeMinimum.map { .degrees($0) },
                from: minimum?.sourced.feeds ?? [],
                by: .together,
                among: candidates.values({ $0.beside($0.minimum, $0.feelsLikeMinimum) }) { .degrees($0) }
            ),
            DayDecision(
                .feelsLikeMaximum,
                feelsLikeMaximum.map { .degrees($0) },
                from: maximum?.sourced.feeds ?? [],
                by: .together,
                among: candidates.values({ $0.beside($0.maximum, $0.feelsLikeMaximum) }) { .degrees($0) }
            ),
        ]
        let skies = [
            sky(.morning, morning, \.morning), sky(.afternoon, afternoon, \.afternoon),
            undivided == nil
                ? DayDecision(
                    .whole,
                    whole.map { .sky($0) },
                    from: halves.map(\.sourced).feeds,
                    by: .combined,
                    among: candidates.values(\.whole) { .sky($0) }
                ) : sky(.whole, undivided, \.whole),
            DayDecision(
                .precipitation,
                precipitation.map { .amount($0) },
                from: halves.first?.sourced.feeds ?? [],
                by: .together,
                among: candidates.values({ $0.beside($0.whole, $0.precipitation) }) { .amount($0) }
            ),
        ]
        decisions = (temperatureDecisions + feelsLike + skies).compactMap { $0 }
    }

    /// How low and high came about. Where the candidates have one and none was taken, they contradict each other.
    private static func decisions(
        on minimum: [DayCandidate].Choice<Double>?,
        _ maximum: [DayCandidate].Choice<Double>?,
        _ candidates: [DayCandidate]
    ) -> [DayDecision?] {
        func decision(
            _ field: DayDecision.Field,
            _ chosen: [DayCandidate].Choice<Double>?,
            _ part: (DayCandidate) -> DayCandidate.Sourced<Double>?
        ) -> DayDecision? {
            DayDecision(
                field,
                chosen.map { .degrees($0.sourced.value) },
                from: chosen?.sourced.feeds ?? [],
                by: chosen?.rule ?? .contradiction,
                among: candidates.values(part) { .degrees($0) }
            )
        }
        return [decision(.minimum, minimum, \.minimum), decision(.maximum, maximum, \.maximum)]
    }
}

extension DayCandidate {
    /// Whether this candidate alone has rain and sky from midnight to midnight.
    fileprivate var hasWholeSky: Bool {
        undivided != nil || (morning?.isWhole == true && afternoon?.isWhole == true)
    }
}

extension [DayCandidate] {
    /// A value of a day, the candidate it is of, and why it is that one.
    fileprivate typealias Choice<Value: Sendable> = (
        sourced: DayCandidate.Sourced<Value>, candidate: DayCandidate, rule: DayDecision.Rule
    )

    /// The first value of the whole of it, else the first value of a part.
    fileprivate func best<Value: Sendable>(
        _ part: (DayCandidate) -> DayCandidate.Sourced<Value>?
    ) -> Choice<Value>? {
        var best: Choice<Value>?
        for candidate in self {
            guard let sourced = part(candidate), best == nil || sourced.isWhole else { continue }
            best = (sourced, candidate, best == nil ? .preferred : .whole)
            if sourced.isWhole { break }
        }
        return best
    }

    /// The low and the high. Where they come from two services and the low is above the high, only one of them is
    /// kept: the one of the whole day, among equals the preferred service's.
    fileprivate var bestExtremes: (minimum: Choice<Double>?, maximum: Choice<Double>?) {
        let (minimum, maximum) = (best(\.minimum), best(\.maximum))
        guard let minimum, let maximum,
            Extremes.isContradiction(minimum.sourced.value, maximum.sourced.value)
        else { return (minimum, maximum) }
        let preferred = first { [minimum.candidate.source, maximum.candidate.source].contains($0.source) }
        let isMinimumKept =
            minimum.sourced.isWhole == maximum.sourced.isWhole
            ? preferred?.source == minimum.candidate.source : minimum.sourced.isWhole
        return isMinimumKept ? (minimum, nil) : (nil, maximum)
    }
}

extension HalfDay {
    /// A day as one from its halves: the highest probability, which is not known where that of a wet half is missing, and
    /// the condition that represents both; `nil` without any.
    package init?(combining halves: [HalfDay]) {
        let conditions = halves.compactMap { half in half.condition.map { (condition: $0, amount: 0.0) } }
        let isComplete = halves.allSatisfy {
            $0.condition?.isFalling != true || $0.precipitationProbability != nil
        }
        self.init(
            condition: .representative(of: conditions),
            precipitationProbability: isComplete ? halves.compactMap(\.precipitationProbability).max() : nil
        )
    }
}
