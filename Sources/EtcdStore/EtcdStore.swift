import Feeds
import Forecast
import KMAForecast
import Settings

/// The store that the replicas of several machines share, on etcd.
///
/// Every replica has a store of its own machine, into which the answers of the others come as they are fetched; so
/// looking for an answer asks nobody. The cluster decides who fetches (turns), who calls (lanes) and how often (the
/// count of the day). Where it does not answer, this machine goes on with what it has: its own answers, turns and lanes,
/// and the calls it has drawn before.
public struct EtcdStore: Store {
    let local: any Store
    private let client: EtcdClient
    let cluster: Cluster
    let view = ClusterView()
    private let quota: ClusterQuota
    let pending: PendingWrites
    private let scopes = ScopeRegistry()
    private let now: @Sendable () -> Date
    /// Tells of answers as any replica stores them.
    public let news: AsyncStream<[StoredNews]>?
    private let newsContinuation: AsyncStream<[StoredNews]>.Continuation

    /// A store over a cluster, with the store of this machine. Throws where a certificate cannot be read. It works from
    /// when ``run()`` does.
    public init(
        _ settings: ClusterSettings,
        local: any Store,
        now: @escaping @Sendable () -> Date = { Date() },
        observe: @escaping @Sendable (ClusterEvent) -> Void = { _ in }
    ) throws(SettingsError) {
        self.local = local
        self.now = now
        client = try EtcdClient(settings)
        cluster = Cluster(client, observe: observe)
        quota = ClusterQuota(cluster, view, local, observe: observe)
        pending = PendingWrites(cluster)
        let (news, newsContinuation) = AsyncStream.makeStream(of: [StoredNews].self)
        self.news = news
        self.newsContinuation = newsContinuation
    }

    /// Keeps the session, follows the other replicas and writes what could not be written before, until the task is
    /// cancelled. Then it gives back what it holds. `scopes`: what is followed from the beginning; others are from when
    /// something is asked of them.
    public func run(following scopes: Set<StoreScope> = []) async {
        for scope in scopes { await self.scopes.add(scope) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await cluster.run() }
            group.addTask { await maintain() }
            for await scope in self.scopes.all {
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
            // Closed with the process at the latest.
            try? await client.shutdown()
        }.value
    }

    private func maintain() async {
        while !Task.isCancelled {
            await pending.flush()
            await quota.prepare(at: now())
            // Ends early only with the task.
            try? await Task.sleep(for: .seconds(1))
        }
    }
}

extension EtcdStore {
    /// The folder of this machine.
    public var location: String? { local.location }

    /// Why nothing can be stored on this machine.
    public func problem() async -> StoreProblem? { await local.problem() }

    /// The answer of one issue that this machine has, whichever replica fetched it.
    public func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer? {
        await local.answer(for: subject, issue: issue)
    }

    /// The issues that this machine has, newest first.
    public func issues(of subject: StoredSubject) async -> [Date] { await local.issues(of: subject) }

    /// The name of this machine's cache, which holds the answers of all replicas.
    public func identity() async -> String? { await local.identity() }

    /// The answers in the order in which this machine stored them.
    public func answers(
        of feeds: [Feed],
        after number: Int,
        limit: Int
    ) async -> [(number: Int, answer: StoredIssue)]? {
        await local.answers(of: feeds, after: number, limit: limit)
    }

    /// Stores an answer on this machine, and in the cluster where none is.
    public func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async {
        await local.put(answer, for: subject, issue: issue)
        await pending.store(answer.clusterValue, at: ClusterKeys(subject.scope).answer(subject, issue))
    }

    /// First among the processes of this machine, then among the replicas.
    public func turn(
        for subject: StoredSubject,
        issue: Date,
        limit: Duration,
        unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool
    ) async -> FetchTurn {
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
            // Without the cluster this machine fetches for itself.
        }
        let answerKey = ClusterKeys(subject.scope).answer(subject, issue)
        return .granted(
            EtcdTurn(local: localTurn, shared: shared, pending: pending, answerKey: answerKey)
        )
    }

    /// Waits for a lane among the replicas, or among the processes of this machine while the cluster is away.
    public func lane(
        of service: UpstreamAPI,
        scope: StoreScope,
        limit: Duration,
        within patience: Duration
    ) async -> (any CallLane)? {
        let deadline = ContinuousClock.now + patience
        do throws(EtcdError) {
            return try await clusterLane(of: service, scope: scope, until: deadline)
        } catch {
            return await local.lane(of: service, scope: scope, limit: limit, within: deadline - .now)
        }
    }

    /// A call is counted on this machine as well, which remembers it should the cluster be emptied.
    public func countCall(_ count: CallCount, limit: Int) async -> CountedCall {
        await scopes.add(count.scope)
        let counted = await quota.spend(count, limit: limit)
        if counted == .counted { _ = await local.countCall(count, limit: .max) }
        return counted
    }

    /// The calls of all replicas, and until when a service is not called, as the replica said that recorded it last; where
    /// the cluster cannot tell, as this one knows.
    public func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) async -> CallUsage {
        await scopes.add(scope)
        var usage = await local.usage(of: service, scope: scope, counts: counts)
        let shared = await view.value(ClusterKeys(scope).cooldown(service)).flatMap(Cooldown.init(text:))
        usage.cooldown = shared ?? usage.cooldown
        for (index, count) in counts.enumerated() {
            if let calls = await quota.calls(of: count) { usage.calls[index] = calls }
        }
        return usage
    }

    /// Tells all replicas until when a service is not called. An end that comes early is shared for as long as the disk of
    /// another may remember what it ended: a day.
    public func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async {
        await local.setCooldown(cooldown, of: service, scope: scope)
        let left = cooldown.until.timeIntervalSince(now())
        let seconds = left > 0 ? Int64(max(2, left.rounded(.up))) : 86_400
        do throws(EtcdError) {
            let lease = try await cluster.grantLease(seconds: seconds)
            let value = Data(cooldown.text.utf8)
            let put = EtcdTransaction.Operation.put(ClusterKeys(scope).cooldown(service), value, lease: lease)
            _ = try await cluster.transact(EtcdTransaction(success: [put]))
        } catch {
            // Every replica that calls is told so by the upstream.
        }
    }
}

/// The turn to fetch an issue: on this machine, and among the replicas where the cluster answered.
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

/// The scopes that were asked about; each is followed from then on.
private actor ScopeRegistry {
    private var known: Set<StoreScope> = []
    let all: AsyncStream<StoreScope>
    private let continuation: AsyncStream<StoreScope>.Continuation

    init() {
        (all, continuation) = AsyncStream.makeStream(of: StoreScope.self)
    }

    func add(_ scope: StoreScope) {
        if known.insert(scope).inserted { continuation.yield(scope) }
    }
}
