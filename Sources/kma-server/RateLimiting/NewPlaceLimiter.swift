import Forecast
import KMAForecast
import NIOConcurrencyHelpers
import Regions

/// Keeps one client from spending the calls that all share: so many places a minute and a day that nothing is cached of.
///
/// A client pays for the calls it causes. A new place costs one, whatever its calls; each call that renews the answers of a
/// known place costs the fraction of it that a call is. What needs no call costs nothing, however often it is asked for.
/// A new place that the client has asked for on the same day costs no more than its calls, so that an upstream's outage,
/// which leaves it uncached, is not counted as new places.
final class NewPlaceLimiter: Sendable {
    /// How many new places one client may ask for; `nil` for no limit.
    struct Rate: Sendable, Hashable {
        var perMinute: Double?
        var perDay: Int?
    }

    /// A place as upstreams tell it from others: by the cell of KMA's grid, and by the hundredth of a degree.
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

    /// What a client has asked for.
    fileprivate struct Budget {
        var bucket: TokenBucket
        var day: KoreanDate
        var spent = 0.0
    }

    /// A new place that a client has paid for.
    fileprivate struct Purchase: Hashable {
        let client: ClientAddress
        let location: Location
        let day: KoreanDate
    }

    fileprivate struct State {
        var budgets: [ClientAddress: Budget] = [:]
        /// New places that were paid for, in two generations: when the young one is full the old one is dropped.
        var young: Set<Purchase> = []
        var old: Set<Purchase> = []
    }

    /// Places remembered in one generation.
    static let locations = 4_096
    /// Calls that a new place takes: the forecast, that of the morning, the nowcast, the next hours, the air.
    static let callsOfPlace = 5.0

    private let rate: Rate
    private let state = NIOLockedValueBox(State())

    init(_ rate: Rate) {
        self.rate = rate
    }

    /// How many clients and places are remembered.
    var remembered: (clients: Int, locations: Int) {
        state.withLockedValue { ($0.budgets.count, $0.young.count + $0.old.count) }
    }

    /// Counts a place that nothing is cached of against the budget of a client, and refuses one too many; returns whether
    /// its calls are paid with that. A client of `nil` has no budget.
    @discardableResult
    func spend(
        _ location: Location,
        for client: ClientAddress?,
        at time: Date,
        _ now: ContinuousClock.Instant = .now
    ) throws(Problem) -> Bool {
        guard let client else { return true }
        let day = KoreanDate(of: time)
        let purchase = Purchase(client: client, location: location, day: day)
        let result = state.withLockedValue { state -> Result<Bool, Wait> in
            if state.young.contains(purchase) || state.old.contains(purchase) { return .success(false) }
            var budget = self.budget(of: client, in: state, day, now)
            if let wait = self.wait(budget, until: time, now) { return .failure(wait) }
            if rate.perMinute != nil, let wait = budget.bucket.spend(minute, at: now) {
                return .failure(Wait(seconds: wait))
            }
            budget.spent += 1
            state.remember(budget, of: client)
            state.remember(purchase)
            return .success(true)
        }
        do throws(Wait) { return try result.get() } catch { throw error.problem }
    }

    /// Refuses the calls that would renew a known place, where the client has spent its budget.
    func admit(
        _ client: ClientAddress?,
        at time: Date,
        _ now: ContinuousClock.Instant = .now
    ) throws(Problem) {
        guard let client else { return }
        let wait = state.withLockedValue { state -> Wait? in
            self.wait(self.budget(of: client, in: state, KoreanDate(of: time), now), until: time, now)
        }
        if let wait { throw wait.problem }
    }

    /// Counts a call that a client has caused and that no new place has paid for.
    func recordCall(for client: ClientAddress?, at time: Date, _ now: ContinuousClock.Instant = .now) {
        guard let client else { return }
        state.withLockedValue { state in
            var budget = self.budget(of: client, in: state, KoreanDate(of: time), now)
            budget.spent += 1 / NewPlaceLimiter.callsOfPlace
            if rate.perMinute != nil {
                budget.bucket.charge(1 / NewPlaceLimiter.callsOfPlace, minute, at: now)
            }
            state.remember(budget, of: client)
        }
    }

    /// Seconds until a client may cause calls again.
    private struct Wait: Error {
        let seconds: Double

        var problem: Problem { .tooManyMisses(retryAfter: max(1, Int(seconds.rounded(.up)))) }
    }

    private func budget(
        of client: ClientAddress,
        in state: State,
        _ day: KoreanDate,
        _ now: ContinuousClock.Instant
    ) -> Budget {
        var budget = state.budgets[client] ?? Budget(bucket: TokenBucket(minute, at: now), day: day)
        if budget.day != day { (budget.day, budget.spent) = (day, 0) }
        return budget
    }

    /// How long a client that has spent its day, or owes for the minute, waits.
    private func wait(_ budget: Budget, until time: Date, _ now: ContinuousClock.Instant) -> Wait? {
        if let perDay = rate.perDay, budget.spent >= Double(perDay) {
            return Wait(seconds: (budget.day + 1).start.timeIntervalSince(time))
        }
        guard rate.perMinute != nil else { return nil }
        return budget.bucket.debt(minute, at: now).map { Wait(seconds: $0) }
    }

    private var minute: TokenBucket.Rate {
        let perMinute = rate.perMinute ?? 0
        return TokenBucket.Rate(perSecond: perMinute / 60, burst: perMinute)
    }
}

extension NewPlaceLimiter.State {
    mutating func remember(_ budget: NewPlaceLimiter.Budget, of client: ClientAddress) {
        if budgets.count >= ClientLimiter.capacity, budgets[client] == nil {
            budgets = budgets.filter { $0.value.day == budget.day }
            if budgets.count >= ClientLimiter.capacity { budgets = [:] }
        }
        budgets[client] = budget
    }

    mutating func remember(_ purchase: NewPlaceLimiter.Purchase) {
        young.insert(purchase)
        guard young.count >= NewPlaceLimiter.locations else { return }
        old = young
        young = []
    }
}

/// Which places several clients ask about: those whose answers are renewed before others' where calls are short.
///
/// One client alone makes no place frequent, however often it asks.
struct FrequentPlaces: Sendable {
    /// Clients who have asked within the period.
    static let clients = 3
    /// Seconds of a generation; a place stays frequent for one to two of them.
    private static let period = 6 * 3_600.0
    /// Places in a generation.
    static let capacity = 4_096

    private var young: [NewPlaceLimiter.Location: Set<ClientAddress?>] = [:]
    private var old: [NewPlaceLimiter.Location: Set<ClientAddress?>] = [:]
    private var begunAt = Date.distantPast

    /// Takes down that a client asks about a place; returns whether it is frequent.
    mutating func recordRequest(
        for location: NewPlaceLimiter.Location,
        by client: ClientAddress?,
        at now: Date
    ) -> Bool {
        let age = now.timeIntervalSince(begunAt)
        if !(0..<FrequentPlaces.period).contains(age) || young.count >= FrequentPlaces.capacity {
            // Of a clock that has jumped or a night without requests nothing is left.
            old = (0..<2 * FrequentPlaces.period).contains(age) ? young : [:]
            (young, begunAt) = ([:], now)
        }
        if young[location, default: []].count < FrequentPlaces.clients {
            young[location, default: []].insert(client)
        }
        let clients = young[location, default: []].union(old[location, default: []])
        return clients.count >= FrequentPlaces.clients
    }
}
