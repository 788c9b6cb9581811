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

    /// Counts so many tokens against a client's limit, and refuses where it has not as many. This machine itself, `nil`,
    /// has no limit.
    ///
    /// A request costs a token for each of its places: its time and its bytes grow with them. The first
    /// is taken before the request is read, and `isFurther` says that these come on top. Who asks for more than a bucket
    /// holds needs a full one and owes the rest.
    func spend(
        _ count: Int = 1,
        isFurther: Bool = false,
        for client: ClientAddress?,
        at now: ContinuousClock.Instant = .now
    ) throws(Problem) {
        guard let client, count > 0 else { return }
        let needed = min(Double(count), rate.burst - (isFurther ? 1 : 0))
        let wait = buckets.withLockedValue { buckets in
            if buckets.count >= ClientLimiter.capacity {
                buckets = buckets.filter { !$0.value.isFull(rate, at: now) }
                if buckets.count >= ClientLimiter.capacity { buckets = [:] }
            }
            return buckets[client, default: TokenBucket(rate, at: now)]
                .spend(rate, count: Double(count), ofAtLeast: needed, at: now)
        }
        guard let wait else { return }
        throw .tooManyRequests(retryAfter: wait.wholeSeconds)
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

    /// Takes tokens where as many as are needed are there; the seconds until then where they are not.
    mutating func spend(
        _ rate: Rate,
        count: Double = 1,
        ofAtLeast needed: Double = 1,
        at now: ContinuousClock.Instant
    ) -> Double? {
        tokens = level(rate, at: now)
        filledAt = now
        guard tokens < needed else {
            tokens -= count
            return nil
        }
        return (needed - tokens) / rate.perSecond
    }

    /// Takes tokens whether there are any or not.
    mutating func charge(_ count: Double, _ rate: Rate, at now: ContinuousClock.Instant) {
        tokens = level(rate, at: now) - count
        filledAt = now
    }

    /// The seconds until nothing is owed any more; `nil` where nothing is.
    func debt(_ rate: Rate, at now: ContinuousClock.Instant) -> Double? {
        let level = level(rate, at: now)
        return level < 0 ? -level / rate.perSecond : nil
    }

    /// Whether it holds as much as a new one.
    func isFull(_ rate: Rate, at now: ContinuousClock.Instant) -> Bool {
        level(rate, at: now) >= rate.burst
    }

    private func level(_ rate: Rate, at now: ContinuousClock.Instant) -> Double {
        min(rate.burst, tokens + (now - filledAt).inSeconds * rate.perSecond)
    }
}

extension Problem {
    /// A client past its requests.
    static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        .limited(
            .requests,
            retryAfter: seconds,
            "짧은 시간에 요청이 너무 많습니다. \(seconds)초 뒤에 다시 해 주세요.",
            "Too many requests in a short time. Try again in \(seconds) s."
        )
    }
}
