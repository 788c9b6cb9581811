import Forecast
import NIOConcurrencyHelpers
import Regions

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

/// Limit of new places a minute and a day. A place of that day costs only its calls, so that no outage counts as new places; a renewal a fraction.
final class NewPlaceLimiter: Sendable {
    struct Rate: Sendable, Hashable {
        var perMinute: Double?
        var perDay: Int?
    }

    /// Place as upstreams know it: cell of KMA's grid, and hundredth of a degree.
    struct Location: Sendable, Hashable {
        private let cell: GridCell
        private let latitude: Int
        private let longitude: Int

        init(_ place: Place) {
            cell = place.gridCell
            latitude = Int((place.latitude * 100).rounded())
            longitude = Int((place.longitude * 100).rounded())
        }
    }

    private struct Budget {
        var bucket: TokenBucket
        var day: KoreanDate
        var spent = 0.0
    }

    private struct Purchase: Hashable {
        let client: ClientAddress
        let location: Location
        let day: KoreanDate
    }

    private struct State {
        var budgets: [ClientAddress: Budget] = [:]
        var purchases = Generations<Purchase, Void>(capacity: NewPlaceLimiter.locations - 1)
    }

    static let locations = 4_096
    /// Forecast, an earlier one for today's low, nowcast, next hours, air; a second earlier one in the afternoon is not counted.
    static let callsOfPlace = 5.0

    private let rate: Rate
    private let state = NIOLockedValueBox(State())

    init(_ rate: Rate) { self.rate = rate }

    var remembered: (clients: Int, locations: Int) { state.withLockedValue { ($0.budgets.count, $0.purchases.count) } }

    @discardableResult func spend(_ location: Location, for client: ClientAddress?, at time: Date, _ now: ContinuousClock.Instant = .now)
        throws(Problem) -> Bool
    {
        guard let client else { return true }
        let day = KoreanDate(of: time)
        let purchase = Purchase(client: client, location: location, day: day)
        let result = state.withLockedValue { state -> Result<Bool, Problem> in
            if state.purchases.use(purchase) != nil { return .success(false) }
            var budget = self.budget(of: client, in: state, day, now)
            if let refusal = self.refusal(budget, at: time, now) { return .failure(refusal) }
            if rate.perMinute != nil, let wait = budget.bucket.spend(minute, at: now) {
                return .failure(.tooManyMisses(retryAfter: wait.wholeSeconds))
            }
            budget.spent += 1
            remember(budget, of: client, in: &state)
            state.purchases.insert((), for: purchase, cost: 1)
            return .success(true)
        }
        return try result.get()
    }

    func admit(_ client: ClientAddress?, at time: Date, _ now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let client else { return }
        let refusal = state.withLockedValue { state in self.refusal(self.budget(of: client, in: state, KoreanDate(of: time), now), at: time, now) }
        if let refusal { throw refusal }
    }

    func recordCall(for client: ClientAddress?, at time: Date, _ now: ContinuousClock.Instant = .now) {
        guard let client else { return }
        state.withLockedValue { state in
            var budget = self.budget(of: client, in: state, KoreanDate(of: time), now)
            budget.spent += 1 / NewPlaceLimiter.callsOfPlace
            if rate.perMinute != nil { budget.bucket.charge(1 / NewPlaceLimiter.callsOfPlace, minute, at: now) }
            remember(budget, of: client, in: &state)
        }
    }

    private func budget(of client: ClientAddress, in state: State, _ day: KoreanDate, _ now: ContinuousClock.Instant) -> Budget {
        var budget = state.budgets[client] ?? Budget(bucket: TokenBucket(minute, at: now), day: day)
        if budget.day != day { (budget.day, budget.spent) = (day, 0) }
        return budget
    }

    private func refusal(_ budget: Budget, at time: Date, _ now: ContinuousClock.Instant) -> Problem? {
        if let perDay = rate.perDay, budget.spent >= Double(perDay) {
            let midnight = (budget.day + 1).start
            return .tooManyMisses(retryAfter: midnight.timeIntervalSince(time).wholeSeconds)
        }
        guard rate.perMinute != nil else { return nil }
        return budget.bucket.debt(minute, at: now).map { .tooManyMisses(retryAfter: $0.wholeSeconds) }
    }

    private var minute: TokenBucket.Rate {
        let perMinute = rate.perMinute ?? 0
        return TokenBucket.Rate(perSecond: perMinute / 60, burst: perMinute)
    }

    private func remember(_ budget: Budget, of client: ClientAddress, in state: inout State) {
        if state.budgets.count >= ClientLimiter.capacity, state.budgets[client] == nil {
            state.budgets = state.budgets.filter { $0.value.day == budget.day }
            if state.budgets.count >= ClientLimiter.capacity { state.budgets = [:] }
        }
        state.budgets[client] = budget
    }
}

extension Problem {
    static func tooManyMisses(retryAfter seconds: Int) -> Problem {
        .limited(
            .misses,
            retryAfter: seconds,
            "새 지역을 너무 많이 요청했습니다. 이미 조회한 지역은 계속 볼 수 있습니다. \(seconds)초 뒤에 다시 해 주세요.",
            "Too many places without cached data. Places with cached data are still served. Try again in \(seconds) s."
        )
    }
}
