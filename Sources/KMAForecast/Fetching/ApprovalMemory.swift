#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Remembers that a key has no approval for an optional service, so that it is not asked again for six hours: people
/// who want no warnings need not apply for them, and a call that is sure to be refused helps nobody.
actor ApprovalMemory {
    /// Seconds until a refused service is asked again; `kma doctor` asks at once.
    static let pause = 6 * 3_600.0

    private let service: UpstreamService
    private let scope: StoreScope
    private let store: (any Store)?
    private var refusedUntil: Date?

    /// The approval of one key for a service. A store keeps it for the next run.
    init(service: UpstreamService, scope: StoreScope, store: (any Store)?) {
        self.service = service
        self.scope = scope.ofRefusals
        self.store = store
    }

    /// Throws the refusal that is remembered at a moment.
    func check(at now: Date) async throws(FeedError) {
        guard service.traits.isOptional, let until = await refusal(at: now) else { return }
        throw .unsent(.notSubscribed, "until \(KoreanTime(until).clock) KST")
    }

    /// Notes what came of a call: a refusal is remembered, anything else ends one.
    func note(_ fault: FeedError?, at now: Date) async {
        guard service.traits.isOptional else { return }
        if fault?.code.deniesApproval == true {
            await remember(until: now.addingTimeInterval(ApprovalMemory.pause))
        } else if await refusal(at: now) != nil {
            await remember(until: now)
        }
    }

    /// Until when a refusal holds; `nil` where none does. One from the future is of a clock that has jumped back since.
    private func refusal(at now: Date) async -> Date? {
        if refusedUntil == nil { refusedUntil = await store?.cooldown(of: service, scope: scope) }
        guard let until = refusedUntil, until > now, until.timeIntervalSince(now) <= ApprovalMemory.pause
        else {
            return nil
        }
        return until
    }

    private func remember(until: Date) async {
        refusedUntil = until
        await store?.setCooldown(of: service, scope: scope, until: until)
    }
}

extension ErrorCode {
    /// Whether it says that a key has no approval. data.go.kr's gateway of 2026 answers a key without one as it does an
    /// unknown key.
    var deniesApproval: Bool { self == .notSubscribed || self == .keyRejected }
}
