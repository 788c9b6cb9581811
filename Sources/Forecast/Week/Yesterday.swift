/// How warm it was a day before the present observation.
public struct Yesterday: Sendable, Hashable {
    /// The time of the observation.
    public var observedAt: Date
    /// °C.
    public var temperature: Double
    /// °C by which it is warmer now; negative where it is colder.
    public var difference: Double
    /// The feed that observed both.
    public var feed: Feed

    /// An observation of a day ago beside the present one; `nil` unless one feed observed both at the same hour.
    init?(_ earlier: Observation?, comparedWith current: Observation?) {
        guard let earlier, let current, earlier.feed == current.feed,
            earlier.observedAt == current.observedAt.addingTimeInterval(-86_400),
            let temperature = earlier.temperature, let present = current.temperature
        else { return nil }
        observedAt = earlier.observedAt
        self.temperature = temperature
        difference = ((present - temperature) * 10).rounded() / 10
        feed = earlier.feed
    }
}
