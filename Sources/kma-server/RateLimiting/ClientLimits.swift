import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Regions

struct ClientLimits: Sendable {
    let isBehindProxy: Bool
    let requests: ClientLimiter?
    let misses: NewPlaceLimiter?
    let streams: ClientShares
    let connections: ClientShares
    private let logger: Logger
    private let hasWarned = NIOLockedValueBox(false)

    init(_ options: ServerOptions, logger: Logger) {
        self.logger = logger
        isBehindProxy = options.isBehindProxy
        requests = options.rate.map(ClientLimiter.init)
        misses = options.missRate.map(NewPlaceLimiter.init)
        streams = ClientShares(of: .streams, perClient: ServerOptions.streamsPerClient, total: ServerOptions.streams)
        connections = ClientShares(of: .connections, perClient: ServerOptions.connectionsPerClient, total: ServerOptions.connections)
    }

    func client(of head: HTTPRequest, from address: SocketAddress?, warns: Bool = true) -> ClientAddress? {
        let forwardedFor = ClientLimits.forwardedFor.flatMap { head.headerFields[$0] }
        let client = ClientAddress(ClientAddress(address), forwardedFor: forwardedFor, isBehindProxy: isBehindProxy)
        if warns, isBehindProxy, client == .unnamed {
            warnOnce("the proxy names no client in X-Forwarded-For: all such requests share the limits of one client")
        } else if warns, !isBehindProxy, client == nil, forwardedFor != nil {
            warnOnce("X-Forwarded-For from this machine is not believed, and this machine is not limited: add --behind-proxy")
        }
        return client
    }

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    func caller(_ client: ClientAddress?, at place: Place, isKnown: Bool, now: @escaping @Sendable () -> Date) -> (caller: Caller, refusal: Problem?)
    {
        var caller = Caller(client: client?.name ?? "", claim: isKnown ? .known : .new)
        guard let misses else { return (caller, nil) }
        do throws(Problem) {
            var isPaid = false
            if isKnown {
                try misses.admit(client, at: now())
            } else {
                isPaid = try misses.spend(NewPlaceLimiter.Location(place), for: client, at: now())
            }
            if !isPaid { caller.recordCall = { misses.recordCall(for: client, at: now()) } }
            return (caller, nil)
        } catch {
            let until = error.retryAfter.map { now().addingTimeInterval(Double($0)) }
            caller.claim = .storedOnly(.refused(.clientBudget, until: until))
            return (caller, error)
        }
    }

    func openConnection(from address: SocketAddress?) throws(Problem) -> ClientShares.Grant {
        let client = isBehindProxy ? nil : ClientAddress(address).flatMap { $0.isLoopback ? nil : $0 }
        return try connections.acquire(for: client)
    }

    private func warnOnce(_ text: Logger.Message) {
        let isFirst = hasWarned.withLockedValue { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { logger.warning(text) }
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
