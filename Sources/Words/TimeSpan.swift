/// Time from now: `3h`, `90m`, `1h30m`, `1d`, `3시간`, or `3`, which is hours.
public struct TimeSpan: Sendable, Hashable {
    /// Seconds, up to a year.
    public let seconds: Double

    /// Reads a time; `nil` for 0, and for more than a year.
    public init?(_ text: String) {
        let text = text.lowercased().filter { !$0.isWhitespace }
        guard let match = text.wholeMatch(of: /(?:(\d+)(?:d|일|days?))?(?:(\d+)(?:h|시간|hours?|$))?(?:(\d+)(?:m|분|min|minutes?))?/) else { return nil }
        let counts = [match.1, match.2, match.3].map { $0.map { Double($0) ?? 0 } ?? 0 }
        seconds = counts[0] * 86_400 + counts[1] * 3_600 + counts[2] * 60
        guard seconds > 0, seconds <= 366 * 86_400 else { return nil }
    }
}
