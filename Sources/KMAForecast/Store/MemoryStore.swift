import Feeds
import Forecast

/// Store in memory, for tests, and programs that only count their calls.
public actor MemoryStore: Store {
    private struct Name: Hashable {
        var subject: StoredSubject
        var issue: Date
    }

    private var answers: [Name: StoredAnswer] = [:]
    private var order: [Name] = []
    private var counts: [CallCount: Int] = [:]
    private var cooldowns: [StoreScope: [UpstreamAPI: Cooldown]] = [:]
    private var turns: [Name: MemoryTurn] = [:]
    private var lanes: [String: Int] = [:]
    private var claimed: Set<String> = []
    private var deeds: [String] = []
    private let capacity: Int
    private let clock: any WaitingClock
    private static let interval = Duration.milliseconds(5)

    /// Creates a store; past the capacity the oldest answers are removed, of up to 140 kB.
    public init(capacity: Int = 500, clock: any WaitingClock = ContinuousClock()) { (self.capacity, self.clock) = (capacity, clock) }

    /// Always `nil`.
    public nonisolated var location: String? { nil }

    /// Always `nil`.
    public func problem() -> StoreProblem? { nil }

    /// Returns the stored answer of an issue.
    public func answer(for subject: StoredSubject, issue: Date) -> StoredAnswer? { answers[Name(subject: subject, issue: issue)] }

    /// Returns the stored issues of a subject, newest first.
    public func issues(of subject: StoredSubject) -> [Date] { answers.keys.filter { $0.subject == subject }.map(\.issue).sorted(by: >) }

    /// Stores an answer, and removes the oldest past the capacity.
    public func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) {
        let name = Name(subject: subject, issue: issue)
        if answers.updateValue(answer, forKey: name) == nil { order.append(name) }
        if order.count > capacity { answers[order.removeFirst()] = nil }
    }

    /// Counts a call unless the limit is reached.
    public func countCall(_ count: CallCount, limit: Int) -> CountedCall {
        let calls = counts[count, default: 0]
        guard calls < limit else { return .refused }
        if calls == 0 {
            counts = counts.filter {
                $0.key.service != count.service || $0.key.scope != count.scope
                    || $0.key.period.hasPrefix(count.period.prefix(8)) && ($0.key.period == count.period || $0.key.period.count != count.period.count)
            }
        }
        counts[count] = calls + 1
        return .counted
    }

    /// Reads all that is known before a call.
    public func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) -> CallUsage {
        CallUsage(cooldown: cooldowns[scope]?[service], calls: counts.map { self.counts[$0, default: 0] })
    }

    /// Stores a cooldown.
    public func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) { cooldowns[scope, default: [:]][service] = cooldown }

    /// Requests the turn to fetch an issue, and waits while another has it.
    public func turn(for subject: StoredSubject, issue: Date, limit: Duration, unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool) async
        -> FetchTurn
    {
        let name = Name(subject: subject, issue: issue)
        let deadline = clock.now + limit
        while let held = turns[name], clock.now < deadline {
            try? await clock.sleep(for: MemoryStore.interval)
            if let fault = await held.fault { return .failed(fault) }
            if Task.isCancelled { break }
        }
        if let answer = answers[name], isFresh(answer) { return .answered(answer) }
        let turn = MemoryTurn(store: self, subject: subject, issue: issue)
        turns[name] = turn
        return .granted(turn)
    }

    /// Waits for a lane of a service.
    public func lane(of service: UpstreamAPI, scope: StoreScope, limit: Duration, within patience: Duration) async -> (any CallLane)? {
        let deadline = clock.now + patience
        let wanted = service.lanes.map { (name: "\(scope.name).\($0.name)", width: $0.width) }
        while wanted.contains(where: { lanes[$0.name, default: 0] >= $0.width }) {
            guard clock.now < deadline, !Task.isCancelled else { return nil }
            try? await clock.sleep(for: MemoryStore.interval)
        }
        for lane in wanted { lanes[lane.name, default: 0] += 1 }
        return MemoryLane(store: self, names: wanted.map(\.name))
    }

    /// Claims a deed, and waits while another has the claim.
    public func claim(_ deed: String) async -> Claim {
        while claimed.contains(deed) {
            try? await clock.sleep(for: MemoryStore.interval)
            if Task.isCancelled { return .cancelled }
        }
        if deeds.contains(deed) { return .done }
        claimed.insert(deed)
        return .granted(MemoryClaim(store: self, deed: deed))
    }

    fileprivate func end(_ deed: String, isDone: Bool) {
        claimed.remove(deed)
        if isDone { deeds.append(deed) }
        if deeds.count > capacity { deeds.removeFirst() }
    }

    fileprivate func end(_ turn: MemoryTurn, _ result: FetchResult) {
        let name = Name(subject: turn.subject, issue: turn.issue)
        let isHeld = turns[name] === turn
        if case .answered(let answer) = result, isHeld || answers[name] == nil { put(answer, for: turn.subject, issue: turn.issue) }
        if isHeld { turns[name] = nil }
    }

    fileprivate func release(_ names: [String]) { for name in names { lanes[name, default: 1] -= 1 } }
}

private actor MemoryTurn: GrantedTurn {
    private let store: MemoryStore
    nonisolated let subject: StoredSubject
    nonisolated let issue: Date
    private(set) var fault: FeedError?

    init(store: MemoryStore, subject: StoredSubject, issue: Date) { (self.store, self.subject, self.issue) = (store, subject, issue) }

    func finish(_ result: FetchResult) async {
        if case .failed(let fault) = result { self.fault = FeedError(sharedText: fault.sharedText) }
        await store.end(self, result)
    }
}

private struct MemoryLane: CallLane {
    let store: MemoryStore
    let names: [String]

    func release() async { await store.release(names) }
}

private struct MemoryClaim: GrantedClaim {
    let store: MemoryStore
    let deed: String

    func end(isDone: Bool) async { await store.end(deed, isDone: isDone) }
}
