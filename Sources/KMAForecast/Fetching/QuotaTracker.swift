import Feeds
import Forecast

/// Admits and counts a service's calls with a key, so that they stop before the upstream refuses; counts are in a ``CallCounter``, else here.
public actor QuotaTracker {
    /// Service whose calls are counted.
    public nonisolated let service: UpstreamAPI
    private let scope: StoreScope?
    private let store: (any CallCounter)?
    private let clock: any WaitingClock
    private var uncounted: [CallCount: Int] = [:]
    private var ownCooldown: Cooldown?
    private let standing: KeyStanding
    private var admission: CallAdmission
    private var permits: [Int: (feed: Feed, isTrying: Bool)] = [:]
    private var lastPermit = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        service: UpstreamAPI,
        scope: StoreScope?,
        store: (any CallCounter)?,
        standing: KeyStanding = KeyStanding(),
        keptADay: Int = 0,
        clock: any WaitingClock = ContinuousClock()
    ) {
        admission = CallAdmission(service.traits.limits, keptADay: keptADay)
        (self.service, self.scope, self.store, self.standing, self.clock) = (service, scope, store, standing, clock)
    }

    enum Answer: Sendable {
        case permit(CallPermit)
        case wait(FeedError)
        case refuse(FeedError)
    }

    /// Asks before a call's turn; counts are checked with its lane.
    func ask(_ caller: Caller, _ feed: Feed, at now: Date) -> Answer {
        switch admission.decide(caller, feed, .asked, nil, at: moment(now)) {
        case .send: .permit(permit(caller, feed, trying: nil))
        case .attempt(let fault): .permit(permit(caller, feed, trying: fault))
        case .wait(let fault): .wait(fault)
        case .refuse(let fault): .refuse(fault)
        }
    }

    private func permit(_ caller: Caller, _ feed: Feed, trying fault: FeedError?) -> CallPermit {
        lastPermit += 1
        permits[lastPermit] = (feed, fault != nil)
        return CallPermit(lastPermit, caller, feed, trying: fault, of: self)
    }

    func end(_ number: Int, _ result: CallResult) {
        guard let permit = permits.removeValue(forKey: number) else { return }
        admission.ended(result, of: permit.feed, wasTrying: permit.isTrying, at: clock.now)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func fault(of feed: Feed, at now: Date) -> FeedError? { admission.fault(of: feed, at: moment(now)) }

    func trialCallEnds(of feed: Feed) async -> Bool {
        guard admission.isTrying(feed) else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    private func moment(_ now: Date) -> CallAdmission.Moment { .init(date: now, instant: clock.now) }

    func spend(at now: Date, for caller: Caller, _ feed: Feed, _ stage: CallAdmission.Stage) async throws(FeedError) {
        let counts = service.traits.limits.counts(at: now, of: service, scope)
        var usage = await usage(of: counts.map(\.count))
        usage.cooldown = longest(usage.cooldown, at: now)
        for (index, (count, _)) in counts.enumerated() { usage.calls[index] = (usage.calls[index] ?? 0) + uncounted[count, default: 0] }
        switch admission.decide(caller, feed, stage, usage, at: moment(now)) {
        case .send, .attempt: break
        case .wait(let fault), .refuse(let fault): throw fault
        }
        for (count, limit) in counts {
            let limit = admission.limit(caller.claim, of: limit)
            switch await store?.countCall(count, limit: limit) {
            case .counted, nil: break
            case .refused:
                // Another process was quicker.
                usage = CallUsage(calls: counts.map { $0.count == count ? limit : nil })
                throw admission.refusal(caller.claim, stage, usage, at: now) ?? .refused(.daySpent)
            case .withheld: throw .refused(.sharedCount, until: now + 30)
            case .unavailable:
                uncounted = uncounted.filter { $0.key.period.hasPrefix(count.period.prefix(8)) }
                uncounted[count, default: 0] += 1
            }
        }
        caller.recordCall()
    }

    /// Returns a pause's end: the upstream's own (`retryTime`), midnight in Korea for a spent day, ten minutes for OpenWeather's 429, as documented.
    /// An answer ends a missing approval.
    @discardableResult func record(_ fault: FeedError?, until retryTime: Date? = nil, at now: Date) async -> Date? {
        guard let fault, fault.code != .noData else {
            if !service.traits.isOptional { await standing.accepted() }
            if let refusal = await cooldown(at: now), refusal.code.deniesApproval { await remember(Cooldown(until: now, code: refusal.code)) }
            return nil
        }
        if let until = retryTime ?? service.traits.limits.cooldown(after: fault, at: now) {
            await remember(Cooldown(until: until, code: fault.code))
            return until
        }
        guard fault.code.deniesApproval else { return nil }
        guard service.traits.isOptional else {
            if fault.code == .keyRejected { await standing.rejected() }
            return nil
        }
        let pause = await standing.pause(after: fault.code, of: self, at: now)
        await remember(Cooldown(until: now.addingTimeInterval(pause), code: fault.code))
        return nil
    }

    func lacksApproval(since refusedAt: Date) async {
        let until = refusedAt.addingTimeInterval(KeyStanding.pauseWithoutApproval)
        await remember(Cooldown(until: until, code: .notSubscribed))
    }

    private func remember(_ cooldown: Cooldown) async {
        if let scope { await store?.setCooldown(cooldown, of: service, scope: scope) }
        // Another process can end the stored one.
        ownCooldown = await storedCooldown() == cooldown ? nil : cooldown
    }

    private func storedCooldown() async -> Cooldown? { await usage(of: []).cooldown }

    private func usage(of counts: [CallCount]) async -> CallUsage {
        guard let scope, let store else { return CallUsage(calls: counts.map { _ in nil }) }
        return await store.usage(of: service, scope: scope, counts: counts)
    }

    /// End of the pause that the upstream asked for; `nil` without any.
    public func cooldownUntil(at now: Date) async -> Date? { await cooldown(at: now).flatMap { $0.code.deniesApproval ? nil : $0.until } }

    private func cooldown(at now: Date) async -> Cooldown? { longest(await storedCooldown(), at: now) }

    /// One of more than a day was stored before a clock jumped back.
    private func longest(_ stored: Cooldown?, at now: Date) -> Cooldown? {
        [ownCooldown, stored].compactMap { $0 }.filter { now < $0.until && $0.until.timeIntervalSince(now) <= 86_400 }.max { $0.until < $1.until }
    }

    /// Calls of the Korean day of an instant.
    public func spent(at now: Date) async -> Int {
        guard let day = service.traits.limits.counts(at: now, of: service, scope).last else { return 0 }
        return (await usage(of: [day.count]).calls[0] ?? 0) + uncounted[day.count, default: 0]
    }
}

extension UpstreamAPI.Limits {
    fileprivate func counts(at now: Date, of service: UpstreamAPI, _ scope: StoreScope?) -> [(count: CallCount, limit: Int)] {
        guard let scope else { return [] }
        let minute = KoreanTime(now).compact
        let day = (CallCount(scope: scope, service: service, period: String(minute.prefix(8))), callsADay)
        guard let callsAMinute else { return [day] }
        return [(CallCount(scope: scope, service: service, period: minute), callsAMinute), day]
    }

    fileprivate func cooldown(after fault: FeedError, at now: Date) -> Date? {
        switch fault.code {
        case .quotaExceeded: (KoreanDate(of: now) + 1).start
        case .rateLimited: cooldownAfterRateLimit.map(now.addingTimeInterval)
        default: nil
        }
    }
}

/// Standing of a key: data.go.kr (2026) refuses one without approval like an unknown one; its other services tell. A new key takes up to two hours.
actor KeyStanding {
    private var isAccepted: Bool?
    private var undecided: [(quota: QuotaTracker, refusedAt: Date)] = []

    /// Seconds; `kma doctor` calls at once.
    static let pauseWithoutApproval = 6 * 3_600.0
    static let pauseOfUnknownKey = 900.0

    func accepted() async {
        isAccepted = true
        for (quota, refusedAt) in undecided { await quota.lacksApproval(since: refusedAt) }
        undecided = []
    }

    func rejected() {
        isAccepted = false
        undecided = []
    }

    func pause(after code: ErrorCode, of quota: QuotaTracker, at now: Date) -> Double {
        if code == .notSubscribed || isAccepted == true { return KeyStanding.pauseWithoutApproval }
        if isAccepted == nil { undecided.append((quota, now)) }
        return KeyStanding.pauseOfUnknownKey
    }
}

extension ErrorCode { var deniesApproval: Bool { self == .notSubscribed || self == .keyRejected } }
