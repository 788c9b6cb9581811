import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Regions

/// How much of the service one client may take, and who a client is.
struct ClientLimits: Sendable {
    /// Whether a proxy stands in front, whose `X-Forwarded-For` can be trusted.
    let isBehindProxy: Bool
    /// Requests; `nil` where they are not limited.
    let requests: ClientLimiter?
    /// Places that nothing is cached of; `nil` where they are not limited.
    let misses: NewPlaceLimiter?
    /// Places that several clients ask about.
    private let frequentPlaces = NIOLockedValueBox(FrequentPlaces())
    /// Event streams that are open.
    let streams: ClientShares
    /// Connections that are open.
    let connections: ClientShares
    private let logger: Logger
    private let hasWarned = NIOLockedValueBox(false)

    /// The limits that the options of the service set; what is odd about a proxy in front is logged once.
    init(_ options: ServerOptions, logger: Logger) {
        self.logger = logger
        isBehindProxy = options.isBehindProxy
        requests = options.rate.map(ClientLimiter.init)
        misses = options.missRate.map(NewPlaceLimiter.init)
        streams = ClientShares(
            of: .streams,
            perClient: ServerOptions.streamsPerClient,
            total: ServerOptions.streams
        )
        connections = ClientShares(
            of: .connections,
            perClient: ServerOptions.connectionsPerClient,
            total: ServerOptions.connections
        )
    }

    /// The client that a request comes from; `nil` for this machine itself, which is not limited.
    func client(of head: HTTPRequest, from address: SocketAddress?) -> ClientAddress? {
        let forwardedFor = ClientLimits.forwardedFor.flatMap { head.headerFields[$0] }
        let client = ClientAddress(
            ClientAddress(address),
            forwardedFor: forwardedFor,
            isBehindProxy: isBehindProxy
        )
        if isBehindProxy, client == .unnamed {
            warnOnce(
                "the proxy names no client in X-Forwarded-For: all such requests share the limits of one client"
            )
        } else if !isBehindProxy, client == nil, forwardedFor != nil {
            warnOnce(
                "X-Forwarded-For from this machine is not believed, and this machine is not limited: add --behind-proxy"
            )
        }
        return client
    }

    /// Which swift-http-types does not list.
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    /// On whose behalf a place is asked about, and the refusal of a client that has spent its calls, who gets what is
    /// stored. `isKnown`: whether something is; `isFollowed`: whether an event stream asks.
    func origin(
        of place: Place,
        isKnown: Bool,
        isFollowed: Bool,
        for client: ClientAddress?,
        at now: @escaping @Sendable () -> Date
    ) -> (origin: RequestOrigin, refusal: Problem?) {
        let location = NewPlaceLimiter.Location(place)
        let isFrequent = frequentPlaces.withLockedValue {
            $0.recordRequest(for: location, by: client, at: now())
        }
        var origin = RequestOrigin(client: client?.name ?? "", isNewPlace: !isKnown)
        if isKnown, isFollowed || isFrequent { origin.purpose = .followed }
        guard let misses else { return (origin, nil) }
        do throws(Problem) {
            var isPaid = false
            if isKnown {
                try misses.admit(client, at: now())
            } else {
                isPaid = try misses.spend(location, for: client, at: now())
            }
            if !isPaid { origin.recordCall = { misses.recordCall(for: client, at: now()) } }
            return (origin, nil)
        } catch {
            origin.purpose = .stored
            return (origin, error)
        }
    }

    /// Grants a connection; throws where its client holds its share, or all are taken.
    ///
    /// Behind a proxy all connections are the proxy's.
    func openConnection(from address: SocketAddress?) throws(Problem) -> ClientShares.Grant {
        let client = isBehindProxy ? nil : ClientAddress(address).flatMap { $0.isLoopback ? nil : $0 }
        return try connections.acquire(for: client)
    }

    /// Warns, once, of a proxy in front whose clients cannot be told apart, or are not limited.
    private func warnOnce(_ text: Logger.Message) {
        let isFirst = hasWarned.withLockedValue { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { logger.warning(text) }
    }
}

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
    private struct Budget {
        var bucket: TokenBucket
        var day: KoreanDate
        var spent = 0.0
    }

    /// A new place that a client has paid for.
    private struct Purchase: Hashable {
        let client: ClientAddress
        let location: Location
        let day: KoreanDate
    }

    private struct State {
        var budgets: [ClientAddress: Budget] = [:]
        /// New places that were paid for.
        var purchases = Generations<Purchase, Void>(capacity: NewPlaceLimiter.locations - 1)
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
        state.withLockedValue { ($0.budgets.count, $0.purchases.count) }
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

    /// Refuses the calls that would renew a known place, where the client has spent its budget.
    func admit(
        _ client: ClientAddress?,
        at time: Date,
        _ now: ContinuousClock.Instant = .now
    ) throws(Problem) {
        guard let client else { return }
        let refusal = state.withLockedValue { state in
            self.refusal(self.budget(of: client, in: state, KoreanDate(of: time), now), at: time, now)
        }
        if let refusal { throw refusal }
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
            remember(budget, of: client, in: &state)
        }
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

    /// Why a client that has spent its day, or owes for the minute, may cause no calls.
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

extension Problem {
    /// A client past its places that nothing is cached of.
    static func tooManyMisses(retryAfter seconds: Int) -> Problem {
        .limited(
            .misses,
            retryAfter: seconds,
            "받아 둔 자료가 없는 곳을 너무 많이 요청했습니다. 받아 둔 곳은 계속 볼 수 있습니다. \(seconds)초 뒤에 다시 해 주세요.",
            "Too many places without cached data. Places with cached data are still served. Try again in \(seconds) s."
        )
    }
}
