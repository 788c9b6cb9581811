/// What happens with the cluster, for metrics and logs.
public enum ClusterEvent: Sendable {
    /// An operation is over: its name, how long it took, and whether it was answered.
    case operation(String, Duration, isAnswered: Bool)
    /// The cluster answers again, or it does no longer, for a reason in a word.
    case isUp
    case isDown(reason: String)
    /// Calls were drawn from a day's count for a service.
    case callsDrawn(Int, service: String)
}

/// The cluster as one replica sees it: whether it answers, and the leases the replica holds.
///
/// The session is a lease of three seconds that is renewed each second. What hangs on it (turns, lanes) falls within
/// three seconds of the replica's death.
actor Cluster {
    private let client: EtcdClient
    private let observe: @Sendable (ClusterEvent) -> Void
    private var breaker = ClusterBreaker()
    private var session: Int64?
    /// The leases that what is written hangs on, by their length.
    private var leases: [Int64: (id: Int64, grantedAt: ContinuousClock.Instant)] = [:]
    private var lastMark = 0
    /// What was last told of the cluster.
    private var wasUp: Bool?

    /// Seconds of the session.
    private static let sessionLength: Int64 = 3
    /// Seconds for which answers and counts are kept: an answer may stand in for two days. A lease is used for an hour, so
    /// that there is one an hour and not one an answer.
    private static let storeLength: Int64 = 49 * 3_600
    /// Seconds for which the count of a minute is kept, with a lease that is used for a minute.
    private static let minuteLength: Int64 = 180

    init(_ client: EtcdClient, observe: @escaping @Sendable (ClusterEvent) -> Void) {
        self.client = client
        self.observe = observe
    }

    /// Whether the cluster is asked.
    var isUp: Bool { breaker.isClosed }

    /// Waits until it is known whether the cluster answers, which the first connection tells: what a program is asked in its
    /// first moment would otherwise be refused for want of a call.
    func firstConnection(until deadline: ContinuousClock.Instant) async {
        while wasUp == nil, ContinuousClock.now < deadline, !Task.isCancelled {
            // Ends early only with the task.
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The lease of the replica's life.
    func sessionLease() throws(EtcdError) -> Int64 {
        guard let session, breaker.isClosed else { throw .unavailable }
        return session
    }

    /// The lease for what is stored.
    func leaseForStoring() async throws(EtcdError) -> Int64 {
        try await lease(seconds: Cluster.storeLength, usedFor: .seconds(3_600))
    }

    /// The lease for the count of a minute.
    func leaseForMinute() async throws(EtcdError) -> Int64 {
        try await lease(seconds: Cluster.minuteLength, usedFor: .seconds(60))
    }

    private func lease(seconds: Int64, usedFor time: Duration) async throws(EtcdError) -> Int64 {
        if let known = leases[seconds], ContinuousClock.now - known.grantedAt < time { return known.id }
        let id = try await grantLease(seconds: seconds)
        leases[seconds] = (id, .now)
        return id
    }

    /// A lease of so many seconds; etcd gives none shorter than two.
    func grantLease(seconds: Int64) async throws(EtcdError) -> Int64 {
        let answer: EtcdLease = try await perform("lease/grant", EtcdLease.of(seconds: seconds))
        guard let id = answer.ID?.value else { throw .malformed }
        return id
    }

    /// A text that no other turn or lane of any replica has.
    func ownerToken() throws(EtcdError) -> String {
        lastMark += 1
        return "\(try sessionLease()).\(lastMark)"
    }

    func transact(_ transaction: EtcdTransaction) async throws(EtcdError) -> EtcdTransactionAnswer {
        try await perform("kv/txn", transaction)
    }

    /// The entries of a range.
    func range(_ range: EtcdRange) async throws(EtcdError) -> EtcdRangeAnswer {
        try await perform("kv/range", range)
    }

    /// The entries of a page of stored answers, for which nobody waits. It takes longer than other operations.
    func page(_ range: EtcdRange) async throws(EtcdError) -> EtcdRangeAnswer {
        try await perform("kv/range", range, within: .seconds(5))
    }

    /// Renews the session each second, and finds out when the cluster is back, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            if breaker.isClosed {
                await renew()
            } else if breaker.wantsReconnect(at: .now) {
                await reconnect()
            }
            // Ends early only with the task.
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Gives the session back, and all that hangs on it.
    func endSession() async {
        guard let session else { return }
        self.session = nil
        // Where that fails, it ends by itself in three seconds.
        _ = try? await perform("lease/revoke", EtcdLease(ID: EtcdNumber(session))) as EtcdLease
    }
}

extension Cluster {
    /// Sends a request to a path below `/v3/`, unless the cluster is away.
    private func perform<Answer: Decodable & Sendable>(
        _ path: String,
        _ request: some Encodable & Sendable,
        within limit: Duration? = nil
    ) async throws(EtcdError) -> Answer {
        guard breaker.isClosed else { throw .unavailable }
        do throws(EtcdError) {
            return try await measure(path, request, within: limit)
        } catch {
            // The caller does not want it any more: that says nothing of the cluster.
            if Task.isCancelled { throw error }
            breaker.failed(at: .now)
            report(isUp: false, error.reason)
            throw error
        }
    }

    /// Sends a request and tells how long it took, under the name of its operation: `lease`, `txn`, `range`.
    private func measure<Answer: Decodable & Sendable>(
        _ path: String,
        _ request: some Encodable & Sendable,
        within limit: Duration? = nil
    ) async throws(EtcdError) -> Answer {
        let name = path.hasPrefix("lease/") ? "lease" : String(path.dropFirst(3))
        let start = ContinuousClock.now
        do throws(EtcdError) {
            let answer: Answer = try await client.send(path, request, within: limit)
            observe(.operation(name, .now - start, isAnswered: true))
            return answer
        } catch {
            observe(.operation(name, .now - start, isAnswered: false))
            throw error
        }
    }

    private func renew() async {
        guard let session else { return await reconnect() }
        let lease = EtcdLease(ID: EtcdNumber(session))
        // Where that fails, the circuit breaker knows.
        guard let answer = try? await perform("lease/keepalive", lease) as EtcdKeepAlive else { return }
        // A session that has ended has no seconds left: what hung on it is gone, and a new one begins.
        if answer.result?.TTL == nil { await reconnect() }
    }

    /// Begins a session. That is a write, so that a cluster which takes none (its disk is full) is not taken for up.
    private func reconnect() async {
        do throws(EtcdError) {
            let lease = EtcdLease.of(seconds: Cluster.sessionLength)
            let answer: EtcdLease = try await measure("lease/grant", lease)
            session = answer.ID?.value
            // Another cluster, or one that was emptied, does not know the leases of before.
            leases = [:]
            breaker.reconnected()
            report(isUp: true)
        } catch {
            if Task.isCancelled { return }
            breaker.failed(at: .now)
            breaker.reconnectFailed(at: .now)
            report(isUp: false, error.reason)
        }
    }

    /// Tells of a change, and of how it is at first.
    private func report(isUp: Bool, _ reason: String = "") {
        guard isUp != wasUp else { return }
        wasUp = isUp
        observe(isUp ? .isUp : .isDown(reason: reason))
    }
}

/// Decides whether the cluster is asked: after one failure not until a reconnect has succeeded. One is tried after a second
/// and then, each pause twice the one before, up to a quarter of a minute: a replica is back within half a minute of the
/// cluster, the time for an election and one reconnect in vain included. A value; the clock is an argument.
struct ClusterBreaker: Sendable {
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(15)

    private enum State {
        case closed
        case open(until: ContinuousClock.Instant, pause: Duration)
    }

    /// Open until the first connection: nothing is known of the cluster before.
    private var state = State.open(until: .now, pause: firstPause)

    /// Whether operations are sent.
    var isClosed: Bool { if case .closed = state { true } else { false } }

    /// Whether it is time to reconnect.
    func wantsReconnect(at now: ContinuousClock.Instant) -> Bool {
        if case .open(let until, _) = state { now >= until } else { false }
    }

    /// The cluster answered a reconnect.
    mutating func reconnected() {
        state = .closed
    }

    /// It did not.
    mutating func reconnectFailed(at now: ContinuousClock.Instant) {
        guard case .open(_, let pause) = state else { return }
        state = .open(until: now + pause, pause: min(pause * 2, ClusterBreaker.longestPause))
    }

    /// An operation failed. One that was under way since before changes nothing.
    mutating func failed(at now: ContinuousClock.Instant) {
        guard isClosed else { return }
        state = .open(until: now + ClusterBreaker.firstPause, pause: ClusterBreaker.firstPause * 2)
    }
}
