import Forecast

/// The time that somebody asks about, in their words and as instants.
public struct AskedTime: Sendable, Hashable {
    /// The words as they were given.
    public var text: String
    /// The beginning.
    public var from: Date
    /// The end, which does not belong to it.
    public var to: Date
    /// Whether it is asked whether rain or snow falls.
    public var asksForRain: Bool
    /// Until when the words mean this time: 내일 is another day after midnight, and 지금 another hour in the next.
    public var holdsUntil: Date

    /// What words mean at a moment.
    init(text: String, from: Date, to: Date, asksForRain: Bool, at now: Date) {
        (self.text, self.from, self.to, self.asksForRain) = (text, from, to, asksForRain)
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        // Whole days turn with the day; any other time with the hour, and where it begins or ends before.
        holdsUntil =
            isWholeDays
            ? (KoreanDate(of: now) + 1).start : [from, to].filter { $0 > now }.reduce(holdsUntil, min)
    }

    /// The days that it touches.
    public var days: ClosedRange<KoreanDate> {
        let first = KoreanDate(of: from)
        return first...max(first, KoreanDate(of: to.addingTimeInterval(-1)))
    }

    /// Whether it is whole days.
    public var isWholeDays: Bool { days.lowerBound.start == from && (days.upperBound + 1).start == to }
}
