/// Day of the week, merged from the services.
public struct Day: Sendable, Hashable {
    /// Values with their origins.
    public var said: StatedDay
    /// Lowest felt temperature in °C; `nil` if the hours do not cover the day.
    public var feelsLikeMinimum: Double?
    /// Highest felt temperature in °C; `nil` if the hours do not cover the day.
    public var feelsLikeMaximum: Double?
    /// mm over the feed's hours; `nil` if absent or partly unreadable.
    public var precipitation: Amount?
    /// Service of the day; `nil` for a gap between days.
    public var source: Provider?
    /// Feeds of its values.
    public var feeds: [Feed] = []
    /// Sunrise and sunset at the place.
    public var sun: Sun?
    /// Normal of the day, if a station is near.
    public var normal: ClimateNormal?
    /// Low's range by the place's own record; only of the mid-term forecast.
    public var lowRange: LearnedRange?
    /// Range of the high, as ``lowRange``.
    public var highRange: LearnedRange?
    /// Confidence of rain by the place's own record.
    public var rainConfidence: RainConfidence?
    /// Choices behind its values, if requested.
    public internal(set) var decisions: [DayDecision]?

    /// Creates an empty day.
    public init(date: KoreanDate) { said = StatedDay(date) }
}

extension Day {
    /// Day in Korea.
    public var date: KoreanDate { said.date }
    /// Low, high and uncertainties in °C.
    public var extremes: Extremes { said.extremes }
    /// 00–12; `nil` if undivided or over.
    public var morning: HalfDay? { said.morning?.value }
    /// 12–24; `nil` if undivided.
    public var afternoon: HalfDay? { said.afternoon?.value }
    /// Whole day, undivided or from its halves.
    public var whole: HalfDay? { said.whole?.value }
    /// Feed of the day's condition.
    public var skyFeed: Feed? { said.skies.first?.origin.feed }
    /// True if a value is of a part of the day.
    public var isPartial: Bool { said.isPartial }
    /// Day without a low or high of a part of it, for formats without a mark.
    public var withoutPartialExtremes: Day {
        var day = self
        day.said = said.withoutPartialExtremes
        return day
    }
    /// True for a low or high of a part of the day.
    public var hasExtremesOfPart: Bool { said.hasExtremesOfPart }

    init(_ date: KoreanDate, candidates: [DayCandidate], isExplained: Bool = false) {
        let choice = DayChoice(on: date, among: candidates)
        said = choice.said
        // Only beside air temperatures of the same service.
        feelsLikeMinimum = choice.ofTemperatures.flatMap { candidates[$0].feelsLikeLow?.value }
        feelsLikeMaximum = choice.ofTemperatures.flatMap { candidates[$0].feelsLikeHigh?.value }
        precipitation = choice.ofSky.flatMap { candidates[$0].precipitation }
        source = choice.preferred.map { candidates[$0].source }
        let temperatures = [said.low, said.high].compactMap { $0?.origin.feed }
        use(temperatures + said.skies.map(\.origin.feed))
        if isExplained { decisions = DayDecision.all(of: choice, among: candidates) }
    }

    mutating func use(_ others: [Feed]) {
        let used = feeds + others
        feeds = Feed.allCases.filter(used.contains)
    }
}
