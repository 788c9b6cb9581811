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
