import Feeds
import Forecast

/// Counts the calls to one service with one key, so that we stop before the upstream refuses.
///
/// The counts stand in a ``CallCounter``, across processes and restarts. Where the store cannot count, they are kept in
/// memory for as long as the process runs.
public actor QuotaTracker {
    /// The service whose calls are counted.
    public nonisolated let service: UpstreamAPI
    private let scope: StoreScope?
    private let store: (any CallCounter)?
    /// Calls that the store could not count.
    private var uncounted: [CallCount: Int] = [:]
    /// The cooldown of this process, where the store cannot remember it.
    private var ownCooldown: Cooldown?
    private let standing: KeyStanding
    private var pace: CallPace

    /// The quota of a service for one key, of which services that share it know whether it is accepted; without a store
    /// nothing is counted. `keptADay`: calls a day of what is fetched ahead.
    init(
        service: UpstreamAPI,
        scope: StoreScope?,
        store: (any CallCounter)?,
        standing: KeyStanding = KeyStanding(),
        keptADay: Int = 0
    ) {
        pace = CallPace(keptADay: keptADay)
        self.service = service
        self.scope = scope
        self.store = store
        self.standing = standing
    }

    /// Counts a call that is about to be made, or refuses it with an error that was not sent. What is refused is not
    /// counted.
    ///
    /// A fifth of every limit is kept for places that are known already, so that somebody who asks about the whole
    /// country takes the forecast from nobody who relies on it, and of the day's calls what ``CallPace`` keeps.
    /// `asksApproval`: whether the call is to find out if the key has an approval by now.
    func spend(
        at now: Date,
        for origin: RequestOrigin = .program,
        asksApproval: Bool = false
    ) async throws(FeedError) {
        let counts = service.traits.limits.counts(at: now, of: service, scope).map { count, limit in
            (count: count, limit: origin.isNewPlace ? limit - limit / 5 : limit)
        }
        let usage = await usage(of: counts.map(\.count))
        if let cooldown = longest(usage.cooldown, at: now), !(asksApproval && cooldown.code.deniesApproval) {
            throw .unsent(cooldown.code, "until \(KoreanTime(cooldown.until).clock) KST")
        }
        // The last count is that of the day.
        var calls = 0
        for ((count, limit), counted) in zip(counts, usage.calls) {
            calls = (counted ?? 0) + uncounted[count, default: 0]
            guard calls < limit else { throw refusal(count, limit) }
        }
        let left = left(after: calls)
        if pace.refreshFactor(of: origin.purpose, left: left, at: now).isInfinite {
            throw refusal(origin)
        }
        for (count, limit) in counts {
            switch await store?.countCall(count, limit: limit) {
            case .counted, nil: break
            case .refused: throw refusal(count, limit)
            case .withheld: throw FeedError.countUnreachable
            case .unavailable:
                uncounted = uncounted.filter { $0.key.period.hasPrefix(count.period.prefix(8)) }
                uncounted[count, default: 0] += 1
            }
        }
        pace.record(origin.purpose, lateness: origin.lateness, left: left, at: now)
        origin.recordCall()
    }

    /// Why an answer is not renewed yet that has been shown for so many of its intervals; `nil` where it is.
    func postponement(of origin: RequestOrigin, lateness: Double, at now: Date) async -> FeedError? {
        let left = left(after: await spent(at: now))
        // Of a spent day the count itself says so.
        guard left > 0 else { return nil }
        let factor = pace.refreshFactor(of: origin.purpose, left: left, at: now)
        return lateness < factor ? refusal(origin) : nil
    }

    /// Calls of the day that are left after so many.
    private func left(after calls: Int) -> Int { max(0, service.traits.limits.callsADay - calls) }

    private func refusal(_ origin: RequestOrigin) -> FeedError {
        origin.purpose.refusal ?? .unsent(.quotaExceeded, "kept for places that are relied on")
    }

    /// Records the result of a call, `nil` for an answer. A fault may ask for a pause: a spent day until midnight in
    /// Korea, OpenWeather's 429 for the ten minutes its documentation asks for, and an optional service without an
    /// approval until the key may have one. An answer ends such a pause.
    func record(_ fault: FeedError?, at now: Date) async {
        guard let fault, fault.code != .noData else {
            if !service.traits.isOptional { await standing.accepted() }
            if let refusal = await cooldown(at: now), refusal.code.deniesApproval {
                await remember(Cooldown(until: now, code: refusal.code))
            }
            return
        }
        if let until = service.traits.limits.cooldown(after: fault, at: now) {
            await remember(Cooldown(until: until, code: fault.code))
        }
        guard fault.code.deniesApproval else { return }
        guard service.traits.isOptional else {
            if fault.code == .keyRejected { await standing.rejected() }
            return
        }
        let pause = await standing.pause(after: fault.code, of: self, at: now)
        await remember(Cooldown(until: now.addingTimeInterval(pause), code: fault.code))
    }

    /// Leaves the service alone for as long as an approval that is missing takes, from when it was refused.
    func lacksApproval(since refusedAt: Date) async {
        let until = refusedAt.addingTimeInterval(KeyStanding.pauseWithoutApproval)
        await remember(Cooldown(until: until, code: .notSubscribed))
    }

    private func remember(_ cooldown: Cooldown) async {
        if let scope { await store?.setCooldown(cooldown, of: service, scope: scope) }
        // What is stored can be ended by another process, so it is not remembered twice.
        ownCooldown = await storedCooldown() == cooldown ? nil : cooldown
    }

    private func storedCooldown() async -> Cooldown? { await usage(of: []).cooldown }

    private func usage(of counts: [CallCount]) async -> CallUsage {
        guard let scope, let store else { return CallUsage(calls: counts.map { _ in nil }) }
        return await store.usage(of: service, scope: scope, counts: counts)
    }

    /// Until when the upstream wants no calls, as it asked itself; `nil` where it takes them.
    public func cooldownUntil(at now: Date) async -> Date? {
        await cooldown(at: now).flatMap { $0.code.deniesApproval ? nil : $0.until }
    }

    /// The cooldown that holds at a moment.
    private func cooldown(at now: Date) async -> Cooldown? { longest(await storedCooldown(), at: now) }

    /// The cooldown that holds at a moment, of the stored one and that of this process.
    ///
    /// One longer than a day was stored under a clock that has jumped back since, and is ignored.
    private func longest(_ stored: Cooldown?, at now: Date) -> Cooldown? {
        [ownCooldown, stored].compactMap { $0 }
            .filter { now < $0.until && $0.until.timeIntervalSince(now) <= 86_400 }
            .max { $0.until < $1.until }
    }

    /// Calls made on the Korean day of an instant.
    public func spent(at now: Date) async -> Int {
        guard let day = service.traits.limits.counts(at: now, of: service, scope).last else { return 0 }
        return (await usage(of: [day.count]).calls[0] ?? 0) + uncounted[day.count, default: 0]
    }

    private func refusal(_ count: CallCount, _ limit: Int) -> FeedError {
        count.period.count == 8
            ? .unsent(.quotaExceeded, "\(limit)/day") : .unsent(.rateLimited, "\(limit)/min")
    }
}

extension UpstreamAPI.Limits {
    /// The counts that a call belongs to, the shortest period first.
    fileprivate func counts(
        at now: Date,
        of service: UpstreamAPI,
        _ scope: StoreScope?
    ) -> [(count: CallCount, limit: Int)] {
        guard let scope else { return [] }
        let minute = KoreanTime(now).compact
        let day = (CallCount(scope: scope, service: service, period: String(minute.prefix(8))), callsADay)
        guard let callsAMinute else { return [day] }
        return [(CallCount(scope: scope, service: service, period: minute), callsAMinute), day]
    }

    /// Until when no calls may be made after a fault of the upstream; `nil` where they may.
    fileprivate func cooldown(after fault: FeedError, at now: Date) -> Date? {
        switch fault.code {
        case .quotaExceeded: (KoreanDate(of: now) + 1).start
        case .rateLimited: cooldownAfterRateLimit.map(now.addingTimeInterval)
        default: nil
        }
    }
}

extension FeedError {
    /// The shared count cannot be reached; it is asked again within half a minute.
    fileprivate static var countUnreachable: FeedError {
        var fault = unsent(.rateLimited, "shared count")
        fault.retryAfter = .seconds(30)
        return fault
    }

    /// A fault of our own: the call was never sent, so it says nothing of the upstream.
    static func unsent(_ code: ErrorCode, _ detail: String) -> FeedError {
        var fault = FeedError(code, detail, isRetryable: false)
        fault.wasSent = false
        return fault
    }
}

/// Knows whether an upstream takes a key at all, from the services that every key is made for.
///
/// data.go.kr's gateway of 2026 refuses a key without approval for a service in the same words as a key it does not
/// know yet. Only what the other services of the key say tells the two apart: an approval is applied for when somebody
/// wants it, a new key works within an hour or two.
actor KeyStanding {
    /// Whether the last of those services took the key; `nil` before one has answered.
    private var isAccepted: Bool?
    /// Refused services whose reason is not known yet, and when they were refused.
    private var undecided: [(quota: QuotaTracker, refusedAt: Date)] = []

    /// Seconds until a service that a key has no approval for is called again; `kma doctor` calls it at once.
    static let pauseWithoutApproval = 6 * 3_600.0
    /// Seconds until a service that does not know the key is called again.
    static let pauseOfUnknownKey = 900.0

    /// Records that the upstream took the key.
    func accepted() async {
        isAccepted = true
        for (quota, refusedAt) in undecided { await quota.lacksApproval(since: refusedAt) }
        undecided = []
    }

    /// Records that the upstream did not.
    func rejected() {
        isAccepted = false
        undecided = []
    }

    /// Seconds for which a service that refused the key is left alone.
    func pause(after code: ErrorCode, of quota: QuotaTracker, at now: Date) -> Double {
        if code == .notSubscribed || isAccepted == true { return KeyStanding.pauseWithoutApproval }
        if isAccepted == nil { undecided.append((quota, now)) }
        return KeyStanding.pauseOfUnknownKey
    }
}

extension ErrorCode {
    /// Whether it says that a key has no approval. data.go.kr's gateway of 2026 answers a key without one as it does an
    /// unknown key.
    var deniesApproval: Bool { self == .notSubscribed || self == .keyRejected }
}

/// Spreads the calls that a service has left over the rest of the day, so that those who rely on it have theirs until
/// midnight.
///
/// What is fetched ahead has the first claim: its need is known. What streams follow and several clients ask about comes
/// next, by the calls it made lately. Every other place shares what is left: where that would not last until midnight at
/// the rate of the last hours, its answers are renewed after a multiple of their interval, and shown as stale meanwhile.
struct CallPace: Sendable {
    /// Seconds over which the rate is taken: KMA's forecasts are issued every three hours.
    private static let window = 3 * 3_600.0
    private static let step = 600.0

    /// Calls a day of what is fetched ahead.
    let keptADay: Int
    /// Calls by the step of ten minutes they were made in. A call for an answer that was renewed late stands for as many
    /// as would have been made without waiting, so that the rate is what is wanted and not what is granted.
    private var calls: [Int: [RequestOrigin.Purpose: Double]] = [:]

    init(keptADay: Int = 0) {
        self.keptADay = keptADay
    }

    /// Takes a call into account; `lateness` says how many intervals after its last renewal the answer is renewed.
    mutating func record(_ purpose: RequestOrigin.Purpose, lateness: Double, left: Int, at now: Date) {
        let weight = min(max(1, lateness), max(1, refreshFactor(of: purpose, left: left, at: now)))
        calls[CallPace.number(of: now), default: [:]][purpose, default: 0] += weight
        let oldest = CallPace.number(of: now.addingTimeInterval(-CallPace.window))
        calls = calls.filter { $0.key > oldest && $0.key <= CallPace.number(of: now) }
    }

    /// After how many of its intervals an answer is renewed, where so many calls of the day are left; infinite where no
    /// call may be made.
    func refreshFactor(of purpose: RequestOrigin.Purpose, left: Int, at now: Date) -> Double {
        let available = Double(left) - reserved(before: purpose, at: now)
        switch purpose {
        case .kept: return left > 0 ? 1 : .infinity
        case .stored, .offline: return .infinity
        // A new place is asked for once; its limit is that of the quota.
        case .new: return available > 0 ? 1 : .infinity
        case .followed, .known:
            guard available >= 1 else { return .infinity }
            return max(1, need(of: purpose, at: now) / available)
        }
    }

    /// Calls until midnight of those who go before a purpose.
    func reserved(before purpose: RequestOrigin.Purpose, at now: Date) -> Double {
        switch purpose {
        case .kept, .stored, .offline: 0
        case .followed: need(of: .kept, at: now)
        case .known, .new: need(of: .kept, at: now) + need(of: .followed, at: now)
        }
    }

    /// Calls until midnight in Korea, at the present rate.
    private func need(of purpose: RequestOrigin.Purpose, at now: Date) -> Double {
        let seconds = (KoreanDate(of: now) + 1).start.timeIntervalSince(now)
        if purpose == .kept { return Double(keptADay) * seconds / 86_400 }
        let oldest = CallPace.number(of: now.addingTimeInterval(-CallPace.window))
        let recent = calls.reduce(0.0) { sum, step in
            step.key > oldest ? sum + step.value[purpose, default: 0] : sum
        }
        return recent / CallPace.window * seconds
    }

    private static func number(of now: Date) -> Int {
        Int((now.timeIntervalSince1970 / step).rounded(.down))
    }
}
