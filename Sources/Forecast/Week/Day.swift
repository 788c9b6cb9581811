/// One day of the week as people read it, put together from the feeds.
public struct Day: Sendable, Hashable {
    /// The day in Korea.
    public var date: KoreanDate
    /// Low, high and their spreads in °C.
    public var extremes = Extremes()
    /// 00–12; `nil` where no feed divides the day or the hours are over.
    public var morning: HalfDay?
    /// 12–24; `nil` where no feed divides the day.
    public var afternoon: HalfDay?
    /// The day as one: its halves together, or the feed's own word where it has no halves.
    public var whole: HalfDay?
    /// mm over the hours the feed covers; `nil` where it gives none.
    public var precipitation: Amount?
    /// The service whose day this is; `nil` for a day between others of which nobody says anything.
    public var source: Source?
    /// Every feed a value came from.
    public var feeds: [Feed] = []
    /// The feed the day's condition came from.
    public var skyFeed: Feed?
    /// Whether a value is of only a part of the day.
    public var isPartial = false
}

extension Day {
    /// One day out of what the services say of it, the one whose word counts first in front.
    ///
    /// A value that speaks for all it stands for goes before one of a part of the day, whoever says it; among
    /// equals the service in front is heard. Low and high are chosen one by one; rain and sky belong together
    /// and come from one service wherever one has the whole day.
    init(_ date: KoreanDate, candidates: [DayCandidate]) {
        self.init(date: date)
        let minimum = candidates.best(\.minimum)
        let maximum = candidates.best(\.maximum)
        extremes.minimum = minimum?.sourced.value
        extremes.maximum = maximum?.sourced.value
        extremes.minimumSpread = minimum?.candidate.minimumSpread
        extremes.maximumSpread = maximum?.candidate.maximumSpread

        let skyCandidates = candidates.first(where: \.hasWholeSky).map { [$0] } ?? candidates
        let undivided = skyCandidates.best(\.undivided)
        let morning = undivided == nil ? skyCandidates.best(\.morning) : nil
        let afternoon = undivided == nil ? skyCandidates.best(\.afternoon) : nil
        let halves = [undivided, morning, afternoon].compactMap { $0 }
        self.morning = morning?.sourced.value
        self.afternoon = afternoon?.sourced.value
        whole = undivided?.sourced.value ?? HalfDay(togetherOf: halves.map(\.sourced.value))
        if let speaker = halves.first?.candidate, halves.allSatisfy({ $0.candidate.source == speaker.source })
        {
            precipitation = speaker.precipitation
        }

        let temperatures = [minimum, maximum].compactMap { $0 }
        let heardFeeds = Set(temperatures.flatMap(\.sourced.feeds) + halves.flatMap(\.sourced.feeds))
        let heardSources = Set(temperatures.map(\.candidate.source) + halves.map(\.candidate.source))
        feeds = Feed.allCases.filter(heardFeeds.contains)
        source = candidates.map(\.source).first(where: heardSources.contains)
        skyFeed = halves.first.flatMap { first in Feed.allCases.first(where: first.sourced.feeds.contains) }
        isPartial =
            temperatures.contains { !$0.sourced.isWhole } || halves.contains { !$0.sourced.isWhole }
            || (undivided == nil && (morning == nil) != (afternoon == nil))
    }
}

extension DayCandidate {
    /// Whether this candidate alone tells the sky from midnight to midnight.
    fileprivate var hasWholeSky: Bool {
        undivided != nil || (morning?.isWhole == true && afternoon?.isWhole == true)
    }
}

extension [DayCandidate] {
    /// The first candidate that speaks for the whole of it, else the first that speaks of it at all.
    fileprivate func best<Value>(
        _ part: KeyPath<DayCandidate, DayCandidate.Sourced<Value>?>
    ) -> (sourced: DayCandidate.Sourced<Value>, candidate: DayCandidate)? {
        let saying = compactMap { candidate in
            candidate[keyPath: part].map { (sourced: $0, candidate: candidate) }
        }
        return saying.first(where: \.sourced.isWhole) ?? saying.first
    }
}

extension HalfDay {
    /// A day as one out of its halves; `nil` where there are none.
    init?(togetherOf halves: [HalfDay]) {
        let conditions = halves.compactMap { half in half.condition.map { (condition: $0, amount: 0.0) } }
        self.init(
            condition: .representative(of: conditions),
            precipitationProbability: halves.compactMap(\.precipitationProbability).max()
        )
    }
}
