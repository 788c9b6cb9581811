/// One day of the week, merged from the services that have it.
public struct Day: Sendable, Hashable {
    /// Its values with their origins.
    public var said: StatedDay
    /// The lowest that the day feels like in °C; `nil` if the hours do not cover the day.
    public var feelsLikeMinimum: Double?
    /// The highest that the day feels like in °C; `nil` if the hours do not cover the day.
    public var feelsLikeMaximum: Double?
    /// mm over the hours the feed covers; `nil` if it gives none, or not all of it can be read.
    public var precipitation: Amount?
    /// The service whose day this is; `nil` for a day between others that no feed has.
    public var source: Provider?
    /// Every feed a value came from.
    public var feeds: [Feed] = []
    /// Sunrise and sunset at the place.
    public var sun: Sun?
    /// What is usual on the day; `nil` if no station with normals is near.
    public var normal: ClimateNormal?
    /// How its values came about; `nil` if that was not asked.
    public internal(set) var decisions: [DayDecision]?

    /// A day of which nothing is known yet.
    public init(date: KoreanDate) { said = StatedDay(date) }
}

extension Day {
    /// The day in Korea.
    public var date: KoreanDate { said.date }
    /// Low, high and their uncertainties in °C.
    public var extremes: Extremes { said.extremes }
    /// 00–12; `nil` if no feed divides the day or the hours are over.
    public var morning: HalfDay? { said.morning?.value }
    /// 12–24; `nil` if no feed divides the day.
    public var afternoon: HalfDay? { said.afternoon?.value }
    /// The day as one: its two halves together, or the feed's own value if it has no halves.
    public var whole: HalfDay? { said.whole?.value }
    /// The feed the day's condition came from.
    public var skyFeed: Feed? { said.skies.first?.origin.feed }
    /// True if a value is of only a part of the day.
    public var isPartial: Bool { said.isPartial }
    /// True if low and high are those of the whole day.
    public var areExtremesWhole: Bool { said.areExtremesWhole }

    /// Merges what the services have of a day; the candidates are in order of preference. `isExplained`: it also says how
    /// its values came about.
    init(_ date: KoreanDate, candidates: [DayCandidate], isExplained: Bool = false) {
        let choice = DayChoice(on: date, among: candidates)
        said = choice.said
        // Beside the air temperatures of the same service only.
        feelsLikeMinimum = choice.ofTemperatures.flatMap { candidates[$0].feelsLikeLow?.value }
        feelsLikeMaximum = choice.ofTemperatures.flatMap { candidates[$0].feelsLikeHigh?.value }
        precipitation = choice.ofSky.flatMap { candidates[$0].precipitation }
        source = choice.preferred.map { candidates[$0].source }
        let temperatures = [said.low, said.high].compactMap { $0?.origin.feed }
        use(temperatures + said.skies.map(\.origin.feed))
        if isExplained { decisions = DayDecision.all(of: choice, among: candidates) }
    }

    /// Adds feeds to those a value came from.
    mutating func use(_ others: [Feed]) {
        let used = Set(feeds + others)
        feeds = Feed.allCases.filter(used.contains)
    }
}
