import NIOConcurrencyHelpers

final class ClientLimiter: Sendable {
    /// Clients; past that, those within their limit are forgotten, else all.
    static let capacity = 20_000

    private let rate: TokenBucket.Rate
    private let buckets = NIOLockedValueBox<[ClientAddress: TokenBucket]>([:])

    init(_ rate: TokenBucket.Rate) { self.rate = rate }

    var clients: Int { buckets.withLockedValue(\.count) }

    /// Takes a token a place, `isFurther` past the first; a cost above the bucket needs a full one and leaves a debt.
    func spend(_ count: Int = 1, isFurther: Bool = false, for client: ClientAddress?, at now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let client, count > 0 else { return }
        let needed = min(Double(count), rate.burst - (isFurther ? 1 : 0))
        let wait = buckets.withLockedValue { buckets in
            if buckets.count >= ClientLimiter.capacity {
                buckets = buckets.filter { !$0.value.isFull(rate, at: now) }
                if buckets.count >= ClientLimiter.capacity { buckets = [:] }
            }
            return buckets[client, default: TokenBucket(rate, at: now)].spend(rate, count: Double(count), ofAtLeast: needed, at: now)
        }
        guard let wait else { return }
        throw .tooManyRequests(retryAfter: wait.wholeSeconds)
    }
}

struct TokenBucket: Sendable {
    struct Rate: Sendable, Hashable {
        let perSecond: Double
        let burst: Double

        /// A page with all its files, three times, by default.
        init(perSecond: Double, burst: Double? = nil) {
            self.perSecond = perSecond
            self.burst = max(1, burst ?? perSecond * 3)
        }
    }

    private var tokens: Double
    private var filledAt: ContinuousClock.Instant

    init(_ rate: Rate, at now: ContinuousClock.Instant) {
        tokens = rate.burst
        filledAt = now
    }

    mutating func spend(_ rate: Rate, count: Double = 1, ofAtLeast needed: Double = 1, at now: ContinuousClock.Instant) -> Double? {
        tokens = level(rate, at: now)
        filledAt = now
        guard tokens < needed else {
            tokens -= count
            return nil
        }
        return (needed - tokens) / rate.perSecond
    }

    mutating func charge(_ count: Double, _ rate: Rate, at now: ContinuousClock.Instant) {
        tokens = level(rate, at: now) - count
        filledAt = now
    }

    func debt(_ rate: Rate, at now: ContinuousClock.Instant) -> Double? {
        let level = level(rate, at: now)
        return level < 0 ? -level / rate.perSecond : nil
    }

    func isFull(_ rate: Rate, at now: ContinuousClock.Instant) -> Bool { level(rate, at: now) >= rate.burst }

    private func level(_ rate: Rate, at now: ContinuousClock.Instant) -> Double {
        min(rate.burst, tokens + (now - filledAt).inSeconds * rate.perSecond)
    }
}

extension Problem {
    static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        .limited(
            .requests,
            retryAfter: seconds,
            "짧은 시간에 요청이 너무 많습니다. \(seconds)초 뒤에 다시 해 주세요.",
            "Too many requests in a short time. Try again in \(seconds) s."
        )
    }
}
