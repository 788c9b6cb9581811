/// Who said something, and when.
public struct Origin: Sendable, Hashable {
    /// The feed.
    public var feed: Feed
    /// Time of the issue, or of the observation; of OpenWeather's forecast, which has no issues, the time under which its
    /// answer is stored.
    public var issuedAt: Date
    /// When the answer was fetched.
    public var fetchedAt: Date

    /// An origin from its parts.
    public init(_ feed: Feed, issuedAt: Date, fetchedAt: Date) {
        self.feed = feed
        self.issuedAt = issuedAt
        self.fetchedAt = fetchedAt
    }

    /// Time of the issue or of the observation; `nil` of OpenWeather, which issues nothing.
    public var issue: Date? { feed.source == .openWeather ? nil : issuedAt }
}

/// A value with its origin and the hours it speaks of.
public struct Stated<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The value.
    public var value: Value
    /// Who said it.
    public var origin: Origin
    /// The hours it is of, without a gap.
    public var span: Range<Date>

    /// A value from its parts.
    public init(_ value: Value, _ origin: Origin, of span: Range<Date>) {
        self.value = value
        self.origin = origin
        self.span = span
    }

    /// True if it is of all hours of a span.
    func covers(_ hours: Range<Date>) -> Bool {
        span.lowerBound <= hours.lowerBound && hours.upperBound <= span.upperBound
    }
}
