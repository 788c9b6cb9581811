/// What one client may still ask: a burst at once, and so many a second after that.
struct TokenBucket: Sendable {
    /// How fast a bucket fills, and how much it holds.
    struct Rate: Sendable, Hashable {
        /// Requests a second.
        var perSecond: Double

        /// Requests at once: a page with all its files, three times over.
        var burst: Double { perSecond * 3 }
    }

    private var tokens: Double
    private var filledAt: ContinuousClock.Instant

    /// A full bucket.
    init(_ rate: Rate, at now: ContinuousClock.Instant) {
        tokens = rate.burst
        filledAt = now
    }

    /// Takes a token; where none is left, the seconds until there is one.
    mutating func take(_ rate: Rate, at now: ContinuousClock.Instant) -> Double? {
        tokens = level(rate, at: now)
        filledAt = now
        guard tokens < 1 else {
            tokens -= 1
            return nil
        }
        return (1 - tokens) / rate.perSecond
    }

    /// Whether it is as good as a new one.
    func isFull(_ rate: Rate, at now: ContinuousClock.Instant) -> Bool {
        level(rate, at: now) >= rate.burst
    }

    private func level(_ rate: Rate, at now: ContinuousClock.Instant) -> Double {
        min(rate.burst, tokens + (now - filledAt).inSeconds * rate.perSecond)
    }
}
