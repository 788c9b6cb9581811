/// Feed and issue of a value.
public struct Origin: Sendable, Hashable {
    /// Feed of the value.
    public var feed: Feed
    /// Issue or observation; of OpenWeather's forecast, the time its answer is stored under.
    public var issuedAt: Date
    /// Time of the fetch.
    public var fetchedAt: Date

    /// Creates an origin.
    public init(_ feed: Feed, issuedAt: Date, fetchedAt: Date) { (self.feed, self.issuedAt, self.fetchedAt) = (feed, issuedAt, fetchedAt) }

    /// Time of the issue or observation; `nil` of OpenWeather, which issues nothing.
    public var issue: Date? { feed.source == .openWeather ? nil : issuedAt }

    package func mayKnow(of announcement: Date) -> Bool { announcement.mayHavePassed(at: fetchedAt) }
}

extension Date {
    /// True for what has passed by another clock, which may be an hour ahead, not a day.
    func mayHavePassed(at now: Date) -> Bool { self <= now + 3_600 }
}

/// Value with its origin and hours.
public struct Stated<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Value itself.
    public var value: Value
    /// Origin of the value.
    public var origin: Origin
    /// Hours of the value, without a gap.
    public var span: Range<Date>

    /// Creates a value.
    public init(_ value: Value, _ origin: Origin, of span: Range<Date>) { (self.value, self.origin, self.span) = (value, origin, span) }

    package func covers(_ hours: Range<Date>) -> Bool { span.lowerBound <= hours.lowerBound && hours.upperBound <= span.upperBound }
}
