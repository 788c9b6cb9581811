import NIOConcurrencyHelpers

/// Keeps one client from taking what is there for all: a token bucket a client.
final class ClientLimiter: Sendable {
    /// Clients remembered at once. Past that those who are within their limit are forgotten, and if none are, all.
    static let capacity = 20_000

    private let rate: TokenBucket.Rate
    private let buckets = NIOLockedValueBox<[ClientAddress: TokenBucket]>([:])

    init(_ rate: TokenBucket.Rate) {
        self.rate = rate
    }

    /// How many are remembered.
    var clients: Int { buckets.withLockedValue(\.count) }

    /// Counts a request against its client's limit, and refuses one too many. This machine itself, `nil`, has none.
    func takeToken(for client: ClientAddress?, at now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let client else { return }
        let wait = buckets.withLockedValue { buckets in
            if buckets.count >= ClientLimiter.capacity {
                buckets = buckets.filter { !$0.value.isFull(rate, at: now) }
                if buckets.count >= ClientLimiter.capacity { buckets = [:] }
            }
            return buckets[client, default: TokenBucket(rate, at: now)].take(rate, at: now)
        }
        guard let wait else { return }
        throw .tooManyRequests(retryAfter: max(1, Int(wait.rounded(.up))))
    }
}

/// A token bucket: a burst of requests at once, and so many a second after that.
struct TokenBucket: Sendable {
    /// How fast a bucket fills, and how much it holds.
    struct Rate: Sendable, Hashable {
        /// Requests a second.
        let perSecond: Double
        /// Requests at once.
        let burst: Double

        /// A rate with a burst of a page with all its files, three times over, unless told otherwise. A bucket that does
        /// not hold one token lets nobody in.
        init(perSecond: Double, burst: Double? = nil) {
            self.perSecond = perSecond
            self.burst = max(1, burst ?? perSecond * 3)
        }
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

    /// Whether it holds as much as a new one.
    func isFull(_ rate: Rate, at now: ContinuousClock.Instant) -> Bool {
        level(rate, at: now) >= rate.burst
    }

    private func level(_ rate: Rate, at now: ContinuousClock.Instant) -> Double {
        min(rate.burst, tokens + (now - filledAt).inSeconds * rate.perSecond)
    }
}
