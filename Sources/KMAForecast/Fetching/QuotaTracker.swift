#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Counts the calls to one service with one key, so that we stop before the upstream refuses.
///
/// The counts stand in a ``Store``, across processes and restarts. Where the store cannot count, they are kept in
/// memory for as long as the process runs.
public actor QuotaTracker {
    /// The service whose calls are counted.
    public nonisolated let service: UpstreamService
    private let scope: StoreScope?
    private let store: (any Store)?
    /// Calls that the store could not count.
    private var uncounted: [CallCount: Int] = [:]
    /// The cooldown this process was told of, for a store that cannot remember it.
    private var ownCooldown: Date?

    /// The quota of a service for one key; without a store nothing is counted.
    public init(service: UpstreamService, scope: StoreScope?, store: (any Store)?) {
        self.service = service
        self.scope = scope
        self.store = store
    }

    /// Counts a call that is about to be made, or refuses it with an error that was not sent. What is refused is not
    /// counted.
    ///
    /// A fifth of every limit is kept for places that are known already, so that somebody who asks about the whole
    /// country takes the forecast from nobody who relies on it.
    func spend(at now: Date, for origin: RequestOrigin = .program) async throws(FeedError) {
        if let until = await cooldownUntil(at: now) { throw refusal(until: until) }
        let counts = service.traits.limits.counts(at: now, of: service, scope).map { count, limit in
            (count, limit: origin.isNewPlace ? limit - limit / 5 : limit)
        }
        for (count, limit) in counts where await calls(of: count) >= limit { throw refusal(count, limit) }
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
    }

    /// Notes an upstream's fault that asks for a pause: a spent day until midnight in Korea, and OpenWeather's 429 for
    /// the ten minutes its documentation asks for.
    func note(_ fault: FeedError, at now: Date) async {
        guard let until = service.traits.limits.cooldown(after: fault, at: now) else { return }
        ownCooldown = until
        if let scope { await store?.setCooldown(of: service, scope: scope, until: until) }
    }

    /// Until when the upstream wants no calls; `nil` where it takes them.
    ///
    /// A cooldown longer than a day was stored under a clock that has jumped back since, and is ignored.
    public func cooldownUntil(at now: Date) async -> Date? {
        var known = [ownCooldown]
        if let scope { known.append(await store?.cooldown(of: service, scope: scope)) }
        return known.compactMap { $0 }.filter { now < $0 && $0.timeIntervalSince(now) <= 86_400 }.max()
    }

    /// Calls made on the Korean day of an instant.
    public func spent(at now: Date) async -> Int {
        guard let day = service.traits.limits.counts(at: now, of: service, scope).last else { return 0 }
        return await calls(of: day.count)
    }

    private func calls(of count: CallCount) async -> Int {
        (await store?.calls(of: count) ?? 0) + uncounted[count, default: 0]
    }

    private func refusal(until: Date) -> FeedError {
        let code = service.traits.limits.codeWhileCoolingDown
        return .unsent(code, "until \(KoreanTime(until).clock) KST")
    }

    private func refusal(_ count: CallCount, _ limit: Int) -> FeedError {
        count.period.count == 8
            ? .unsent(.quotaExceeded, "\(limit)/day") : .unsent(.rateLimited, "\(limit)/min")
    }
}

extension ServiceLimits {
    /// The counts that a call belongs to, the shortest period first.
    fileprivate func counts(
        at now: Date,
        of service: UpstreamService,
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

    /// What a service that is left alone is said to have refused.
    fileprivate var codeWhileCoolingDown: ErrorCode {
        cooldownAfterRateLimit == nil ? .quotaExceeded : .rateLimited
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
