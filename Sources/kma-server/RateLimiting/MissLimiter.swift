#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import KMAForecast
import NIOConcurrencyHelpers
import Regions

/// Keeps one client from spending the calls that all share: so many places a minute and a day that nothing is cached of.
///
/// A place that is cached costs a client nothing, however often it is asked for; neither does one that somebody has just
/// asked for, so that an upstream's outage, which leaves it uncached, is not counted as new places.
final class MissLimiter: Sendable {
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
        var spent = 0
    }

    fileprivate struct State {
        var budgets: [ClientAddress: Budget] = [:]
        /// Places that were asked for lately, in two generations: when the young one is full the old one is dropped.
        var young: Set<Location> = []
        var old: Set<Location> = []
    }

    /// Places remembered in one generation.
    static let locations = 4_096

    private let rate: Rate
    private let state = NIOLockedValueBox(State())

    init(_ rate: Rate) {
        self.rate = rate
    }

    /// How many clients and places are remembered.
    var remembered: (clients: Int, locations: Int) {
        state.withLockedValue { ($0.budgets.count, $0.young.count + $0.old.count) }
    }

    /// Counts a place that nothing is cached of against the budget of a client, and refuses one too many. A client of
    /// `nil` has no budget.
    func take(
        _ location: Location,
        for client: ClientAddress?,
        at time: Date,
        _ now: ContinuousClock.Instant = .now
    ) throws(Problem) {
        guard let client else { return }
        let day = KoreanDate(of: time)
        let wait = state.withLockedValue { state -> Double? in
            guard !state.young.contains(location), !state.old.contains(location) else { return nil }
            var budget = state.budgets[client] ?? Budget(bucket: TokenBucket(minute, at: now), day: day)
            if budget.day != day { (budget.day, budget.spent) = (day, 0) }
            if let perDay = rate.perDay, budget.spent >= perDay {
                return (day + 1).start.timeIntervalSince(time)
            }
            if rate.perMinute != nil, let wait = budget.bucket.take(minute, at: now) { return wait }
            budget.spent += 1
            state.remember(budget, of: client)
            state.remember(location)
            return nil
        }
        guard let wait else { return }
        throw .tooManyMisses(retryAfter: max(1, Int(wait.rounded(.up))))
    }

    private var minute: TokenBucket.Rate {
        let perMinute = rate.perMinute ?? 0
        return TokenBucket.Rate(perSecond: perMinute / 60, burst: perMinute)
    }
}

extension MissLimiter.State {
    mutating func remember(_ budget: MissLimiter.Budget, of client: ClientAddress) {
        if budgets.count >= ClientLimiter.capacity, budgets[client] == nil {
            budgets = budgets.filter { $0.value.day == budget.day }
            if budgets.count >= ClientLimiter.capacity { budgets = [:] }
        }
        budgets[client] = budget
    }

    mutating func remember(_ location: MissLimiter.Location) {
        young.insert(location)
        guard young.count >= MissLimiter.locations else { return }
        old = young
        young = []
    }
}
