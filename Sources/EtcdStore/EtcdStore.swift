import Feeds
import Forecast
import KMAForecast
import Settings

/// Store of several machines: each has all answers and reads alone; the cluster gives turns, lanes and calls; drawn calls go on without it.
package struct EtcdStore: Store {
    let local: any Store
    private let client: EtcdClient
    let cluster: Cluster
    let view = ClusterView()
    private let quota: ClusterQuota
    let pending: PendingWrites
    private let scopes = ScopeRegistry()
    private let now: @Sendable () -> Date
    package let news: AsyncStream<[StoredNews]>?
    private let newsContinuation: AsyncStream<[StoredNews]>.Continuation

    /// Works once ``run()`` does. A session has so many seconds. Throws if a certificate cannot be read.
    package init(
        _ settings: ClusterSettings,
        local: any Store,
        sessionLength: Int64 = 3,
        now: @escaping @Sendable () -> Date = { Date() },
        observe: @escaping @Sendable (ClusterEvent) -> Void = { _ in }
    ) throws(SettingsError) {
        (self.local, self.now) = (local, now)
        client = try EtcdClient(settings)
        cluster = Cluster(client, sessionLength: sessionLength, observe: observe)
        quota = ClusterQuota(cluster, view, local, observe: observe)
        pending = PendingWrites(cluster)
        let (news, newsContinuation) = AsyncStream.makeStream(of: [StoredNews].self)
        (self.news, self.newsContinuation) = (news, newsContinuation)
    }

    package func follow(_ scopes: Set<StoreScope>) async { for scope in scopes { await self.scopes.add(scope) } }

    /// Keeps the session, follows others and writes pending values; gives all back when cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await cluster.run() }
            group.addTask { await maintain() }
            for await scope in scopes.all {
                let watch = ClusterWatch(
                    scope: scope,
                    client: client,
                    cluster: cluster,
                    view: view,
                    quota: quota,
                    local: local,
                    news: newsContinuation
                )
                group.addTask { await watch.run() }
            }
            group.cancelAll()
        }
        await Task {
            await quota.giveBack(at: now())
            await pending.flush()
            await cluster.endSession()
            try? await client.shutdown()
        }.value
    }

    private func maintain() async {
        while !Task.isCancelled {
            await pending.flush()
            await quota.prepare(at: now())
            try? await Task.sleep(for: .seconds(1))
        }
    }
}

extension EtcdStore {
    package var location: String? { local.location }

    package func problem() async -> StoreProblem? { await local.problem() }

    package func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer? { await local.answer(for: subject, issue: issue) }

    package func issues(of subject: StoredSubject) async -> [Date] { await local.issues(of: subject) }

    package func identity() async -> String? { await local.identity() }

    package func answers(of feeds: [Feed], after number: Int, limit: Int) async -> [(number: Int, answer: StoredIssue)]? {
        await local.answers(of: feeds, after: number, limit: limit)
    }

    package func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async {
        await local.put(answer, for: subject, issue: issue)
        await pending.store(answer.clusterValue, at: ClusterKeys(subject.scope).answer(subject, issue))
    }

    package func turn(for subject: StoredSubject, issue: Date, limit: Duration, unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool) async
        -> FetchTurn
    {
        await scopes.add(subject.scope)
        let deadline = ContinuousClock.now + limit
        let turn = await local.turn(for: subject, issue: issue, limit: limit, unless: isFresh)
        guard case .granted(let localTurn) = turn else { return turn }
        await cluster.firstConnection(until: deadline)
        var shared: (any GrantedTurn)?
        do throws(EtcdError) {
            switch try await clusterTurn(subject, issue, until: deadline, unless: isFresh) {
            case .answered(let answer):
                await localTurn.finish(.answered(answer))
                return .answered(answer)
            case .failed(let fault):
                await localTurn.finish(.failed(fault))
                return .failed(fault)
            case .granted(let granted): shared = granted
            }
        } catch {
            // Without the cluster this machine fetches.
        }
        let answerKey = ClusterKeys(subject.scope).answer(subject, issue)
        return .granted(EtcdTurn(local: localTurn, shared: shared, pending: pending, answerKey: answerKey))
    }

    package func lane(of service: UpstreamAPI, scope: StoreScope, limit: Duration, within patience: Duration) async -> (any CallLane)? {
        let deadline = ContinuousClock.now + patience
        do throws(EtcdError) { return try await clusterLane(of: service, scope: scope, until: deadline) } catch {
            return await local.lane(of: service, scope: scope, limit: limit, within: deadline - .now)
        }
    }

    /// Counts on this machine too, for an emptied cluster.
    package func countCall(_ count: CallCount, limit: Int) async -> CountedCall {
        await scopes.add(count.scope)
        let counted = await quota.spend(count, limit: limit)
        if counted == .counted { _ = await local.countCall(count, limit: .max) }
        return counted
    }

    package func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) async -> CallUsage {
        await scopes.add(scope)
        var usage = await local.usage(of: service, scope: scope, counts: counts)
        let shared = await view.value(ClusterKeys(scope).cooldown(service)).flatMap(Cooldown.init(text:))
        usage.cooldown = shared ?? usage.cooldown
        for (index, count) in counts.enumerated() { if let calls = await quota.calls(of: count) { usage.calls[index] = calls } }
        return usage
    }

    /// An early end is shared for a day, as other disks may remember the cooldown.
    package func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async {
        await local.setCooldown(cooldown, of: service, scope: scope)
        let left = cooldown.until.timeIntervalSince(now())
        let seconds = left > 0 ? Int64(max(2, left.rounded(.up))) : 86_400
        do throws(EtcdError) {
            let lease = try await cluster.grantLease(seconds: seconds)
            let value = Data(cooldown.text.utf8)
            let put = EtcdTransaction.Operation.put(ClusterKeys(scope).cooldown(service), value, lease: lease)
            _ = try await cluster.transact(EtcdTransaction(success: [put]))
        } catch {
            // The upstream refuses every replica that calls.
        }
    }
}

private struct EtcdTurn: GrantedTurn {
    let local: any GrantedTurn
    let shared: (any GrantedTurn)?
    let pending: PendingWrites
    let answerKey: String

    func finish(_ result: FetchResult) async {
        if let shared {
            await shared.finish(result)
        } else if case .answered(let answer) = result {
            await pending.store(answer.clusterValue, at: answerKey)
        }
        await local.finish(result)
    }
}

private actor ScopeRegistry {
    private var known: Set<StoreScope> = []
    let all: AsyncStream<StoreScope>
    private let continuation: AsyncStream<StoreScope>.Continuation

    init() { (all, continuation) = AsyncStream.makeStream(of: StoreScope.self) }

    func add(_ scope: StoreScope) { if known.insert(scope).inserted { continuation.yield(scope) } }
}
