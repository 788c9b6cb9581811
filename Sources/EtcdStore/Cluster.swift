package enum ClusterEvent: Sendable {
    case operation(String, Duration, isAnswered: Bool)
    case isUp
    case isDown(reason: String)
    case callsDrawn(Int, service: String)
}

/// Connection of a replica. Its session is a lease of three seconds, renewed each second: a dead replica's turns and lanes are free after three.
actor Cluster {
    private let client: EtcdClient
    private let observe: @Sendable (ClusterEvent) -> Void
    private var breaker = ClusterBreaker()
    private var session: Int64?
    private var leases: [Int64: (id: Int64, grantedAt: ContinuousClock.Instant)] = [:]
    private var lastMark = 0
    private var wasUp: Bool?
    private let sessionLength: Int64
    /// Two days, for which an answer may stand in, and the hour of answers of a lease.
    private static let storeLength: Int64 = 49 * 3_600
    private static let minuteLength: Int64 = 180

    init(_ client: EtcdClient, sessionLength: Int64, observe: @escaping @Sendable (ClusterEvent) -> Void) {
        (self.client, self.sessionLength, self.observe) = (client, sessionLength, observe)
    }

    var isUp: Bool { breaker.isClosed }

    func firstConnection(until deadline: ContinuousClock.Instant) async {
        while wasUp == nil, ContinuousClock.now < deadline, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
    }

    func sessionLease() throws(EtcdError) -> Int64 {
        guard let session, breaker.isClosed else { throw .unavailable }
        return session
    }

    func leaseForStoring() async throws(EtcdError) -> Int64 { try await lease(seconds: Cluster.storeLength, usedFor: .seconds(3_600)) }

    func leaseForMinute() async throws(EtcdError) -> Int64 { try await lease(seconds: Cluster.minuteLength, usedFor: .seconds(60)) }

    private func lease(seconds: Int64, usedFor time: Duration) async throws(EtcdError) -> Int64 {
        if let known = leases[seconds], ContinuousClock.now - known.grantedAt < time { return known.id }
        let id = try await grantLease(seconds: seconds)
        leases[seconds] = (id, .now)
        return id
    }

    func grantLease(seconds: Int64) async throws(EtcdError) -> Int64 {
        let answer: EtcdLease = try await perform("lease/grant", EtcdLease.of(seconds: seconds))
        guard let id = answer.ID?.value else { throw .malformed }
        return id
    }

    func ownerToken() throws(EtcdError) -> String {
        lastMark += 1
        return "\(try sessionLease()).\(lastMark)"
    }

    func transact(_ transaction: EtcdTransaction) async throws(EtcdError) -> EtcdTransactionAnswer { try await perform("kv/txn", transaction) }

    func range(_ range: EtcdRange) async throws(EtcdError) -> EtcdRangeAnswer { try await perform("kv/range", range) }

    func page(_ range: EtcdRange) async throws(EtcdError) -> EtcdRangeAnswer { try await perform("kv/range", range, within: .seconds(5)) }

    func run() async {
        while !Task.isCancelled {
            if breaker.isClosed { await renew() } else if breaker.wantsReconnect(at: .now) { await reconnect() }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Without the pause of the circuit breaker: what a replica gives back when it ends cannot wait for the next attempt.
    func reconnectAtOnce() async {
        // The first attempt may go by a connection that ended with the absence.
        for _ in 1...2 where !breaker.isClosed { await reconnect() }
    }

    func endSession() async {
        guard let session else { return }
        self.session = nil
        // Else the session ends by itself.
        _ = try? await perform("lease/revoke", EtcdLease(ID: EtcdNumber(session))) as EtcdLease
    }
}

extension Cluster {
    private func perform<Answer: Decodable & Sendable>(_ path: String, _ request: some Encodable & Sendable, within limit: Duration? = nil)
        async throws(EtcdError) -> Answer
    {
        guard breaker.isClosed else { throw .unavailable }
        do throws(EtcdError) { return try await measure(path, request, within: limit) } catch {
            // A cancelled request says nothing of the cluster.
            if Task.isCancelled { throw error }
            breaker.failed(at: .now)
            report(isUp: false, error.reason)
            throw error
        }
    }

    private func measure<Answer: Decodable & Sendable>(_ path: String, _ request: some Encodable & Sendable, within limit: Duration? = nil)
        async throws(EtcdError) -> Answer
    {
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
        // The circuit breaker has noted the failure.
        guard let answer = try? await perform("lease/keepalive", lease) as EtcdKeepAlive else { return }
        // An ended session has no seconds left.
        if answer.result?.TTL == nil { await reconnect() }
    }

    /// Writes, so that a cluster with a full disk does not count as up.
    private func reconnect() async {
        do throws(EtcdError) {
            let lease = EtcdLease.of(seconds: sessionLength)
            let answer: EtcdLease = try await measure("lease/grant", lease)
            session = answer.ID?.value
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

    private func report(isUp: Bool, _ reason: String = "") {
        guard isUp != wasUp else { return }
        wasUp = isUp
        observe(isUp ? .isUp : .isDown(reason: reason))
    }
}

/// Open from one failure until a reconnect succeeds. Pauses double from 1 to 15 s: a replica is back within half a minute, an election included.
struct ClusterBreaker: Sendable {
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(15)

    private enum State {
        case closed
        case open(until: ContinuousClock.Instant, pause: Duration)
    }

    private var state = State.open(until: .now, pause: firstPause)

    var isClosed: Bool { if case .closed = state { true } else { false } }

    func wantsReconnect(at now: ContinuousClock.Instant) -> Bool { if case .open(let until, _) = state { now >= until } else { false } }

    mutating func reconnected() { state = .closed }

    mutating func reconnectFailed(at now: ContinuousClock.Instant) {
        guard case .open(_, let pause) = state else { return }
        state = .open(until: now + pause, pause: min(pause * 2, ClusterBreaker.longestPause))
    }

    mutating func failed(at now: ContinuousClock.Instant) {
        guard isClosed else { return }
        state = .open(until: now + ClusterBreaker.firstPause, pause: ClusterBreaker.firstPause * 2)
    }
}
