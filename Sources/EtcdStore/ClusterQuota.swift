import Feeds
import Forecast
import KMAForecast

/// Calls that are counted in the cluster and may be made: the numbers that they have in the count of the day.
struct CallBlock: Sendable {
    /// The number of the next call.
    var next: Int
    /// The number of the last one.
    var last: Int

    var left: Int { max(0, last - next + 1) }

    /// The most calls that are drawn at once.
    static let largest = 20

    /// How many calls to draw of those that are left for all: fewer near the end, so that no replica holds what another
    /// needs.
    static func size(ofLeft left: Int) -> Int { min(left, largest, max(1, left / 10)) }
}

/// The replica's share of the calls of a day: blocks drawn from the count in the cluster.
///
/// A call is counted before it is made, so that no failure of the cluster lets the replicas together make more calls than
/// the day has. What is left of a block is what the replica may call while the cluster is away.
///
/// A count only grows, and what is given back stands under a key of its own. So of two counts the higher is the newer, and
/// a replica that knows a higher one than the cluster finds it emptied and writes what it knows.
actor ClusterQuota {
    private let cluster: Cluster
    private let view: ClusterView
    private let local: any CallCounter
    private let observe: @Sendable (ClusterEvent) -> Void
    private var blocks: [CallCount: CallBlock] = [:]
    private var draws: [CallCount: (limit: Int, task: Task<Draw, Never>)] = [:]
    private var limits: [CallCount: Int] = [:]
    /// The most calls known to be drawn, which hold where the cluster has lost its own count.
    private var drawn: [CallCount: Int] = [:]
    /// What was given back of them, by the mark of who gave it back.
    private var returned: [CallCount: [String: Int]] = [:]
    /// Calls of a minute that were made while the cluster was away.
    private var awayCalls: [CallCount: Int] = [:]

    /// The result of drawing a block.
    private enum Draw {
        case drawn
        case limitReached
        case unavailable
    }

    /// The part of a minute's calls that a replica may make for itself while the cluster is away.
    private static let awayShare = 5
    /// How many draws may fail because another replica was faster.
    private static let tries = 50

    init(
        _ cluster: Cluster,
        _ view: ClusterView,
        _ local: any CallCounter,
        observe: @escaping @Sendable (ClusterEvent) -> Void
    ) {
        self.cluster = cluster
        self.view = view
        self.local = local
        self.observe = observe
    }

    /// Takes a call from the replica's block, and draws one where that is used up.
    func spend(_ count: CallCount, limit: Int) async -> CountedCall {
        while true {
            if var block = blocks[count], block.left > 0 {
                guard block.next <= limit else { return .refused }
                block.next += 1
                blocks[count] = block
                return .counted
            }
            switch await draw(count, limit: limit) {
            case .drawn: continue
            case .limitReached: return .refused
            case .unavailable: return takeWhileAway(count, limit: limit)
            }
        }
    }

    /// The calls of all replicas, without those that this one has drawn and not made; `nil` where nothing is known.
    func calls(of count: CallCount) -> Int? {
        drawn[count].map { max(0, $0 - returnedCalls(of: count) - (blocks[count]?.left ?? 0)) }
    }

    /// Takes note of calls that were drawn by some replica.
    func record(_ calls: Int, drawnFrom count: CallCount) {
        drawn[count] = max(drawn[count] ?? 0, calls)
    }

    /// Takes note of calls that some replica gave back.
    func record(_ calls: Int, returnedTo count: CallCount, mark: String) {
        returned[count, default: [:]][mark] = calls
    }

    /// Draws for the day that begins in a moment, so that it may begin without the cluster, writes what an emptied cluster
    /// has lost, and forgets minutes and days that are over.
    func prepare(at now: Date) async {
        forgetCounts(before: now)
        for (count, calls) in drawn where count.isOfDay {
            let stored = await view.value(ClusterKeys(count.scope).quota(count)).flatMap { Int($0) }
            // Where the cluster is away, again in a second.
            if stored ?? 0 < calls { _ = try? await change(count) { $0 < calls ? calls : nil } }
        }
        let today = String(KoreanTime(now).compact.prefix(8))
        let tomorrow = String(KoreanTime(now.addingTimeInterval(600)).compact.prefix(8))
        guard tomorrow != today else { return }
        for (count, limit) in limits where count.period == today {
            var next = count
            next.period = tomorrow
            if blocks[next] == nil { _ = await draw(next, limit: limit) }
        }
    }

    /// Gives back what is left of the blocks of days that are not over, in one step. It may arrive twice: what is given back
    /// has a name of its own.
    func giveBack(at now: Date) async {
        forgetCounts(before: now)
        let left = blocks.filter { $0.key.isOfDay && $0.value.left > 0 }
        blocks = [:]
        guard !left.isEmpty else { return }
        do throws(EtcdError) {
            let (mark, lease) = (try await cluster.ownerToken(), try await cluster.leaseForStoring())
            let puts = left.map { count, block in
                let key = ClusterKeys(count.scope).returned(count, mark)
                return EtcdTransaction.Operation.put(key, Data("\(block.left)".utf8), lease: lease)
            }
            _ = try await cluster.transact(EtcdTransaction(success: puts))
        } catch {
            // What cannot be given back counts as called.
        }
    }
}

extension ClusterQuota {
    /// Draws a block, once for all who wait for it. Who may have more calls than the one who draws asks for himself where
    /// that one is refused.
    private func draw(_ count: CallCount, limit: Int) async -> Draw {
        while let running = draws[count] {
            let result = await running.task.value
            guard result == .limitReached, running.limit < limit else { return result }
        }
        let task = Task {
            // Within the task: a request that waited for it must not find it a second time.
            defer { draws[count] = nil }
            return await drawNow(count, limit: limit)
        }
        draws[count] = (limit, task)
        return await task.value
    }

    private func drawNow(_ count: CallCount, limit: Int) async -> Draw {
        limits[count] = max(limit, limits[count] ?? 0)
        // What this machine has called, should nobody else remember.
        record(await local.calls(of: count) ?? 0, drawnFrom: count)
        do {
            var size = 0
            let calls = try await change(count) { stored in
                let calls = max(stored, drawn[count] ?? 0)
                size = CallBlock.size(ofLeft: limit - calls + returnedCalls(of: count))
                return size > 0 ? calls + size : nil
            }
            guard let calls else { return .limitReached }
            let last = calls - returnedCalls(of: count)
            blocks[count] = CallBlock(next: last - size + 1, last: last)
            if count.isOfDay { observe(.callsDrawn(size, service: count.service.rawValue)) }
            return .drawn
        } catch {
            return .unavailable
        }
    }

    private func returnedCalls(of count: CallCount) -> Int {
        returned[count]?.values.reduce(0, +) ?? 0
    }

    private func forgetCounts(before now: Date) {
        func goesOn(_ count: CallCount) -> Bool {
            count.period >= KoreanTime(now).compact.prefix(count.period.count)
        }
        blocks = blocks.filter { goesOn($0.key) }
        drawn = drawn.filter { goesOn($0.key) }
        returned = returned.filter { goesOn($0.key) }
        limits = limits.filter { goesOn($0.key) }
        awayCalls = awayCalls.filter { goesOn($0.key) }
    }

    /// Changes a count in the cluster where nobody else has changed it meanwhile; `nil` where the change is none.
    private func change(
        _ count: CallCount,
        _ next: (Int) -> Int?
    ) async throws(EtcdError) -> Int? {
        let key = ClusterKeys(count.scope).quota(count)
        let lease = try await count.isOfDay ? cluster.leaseForStoring() : cluster.leaseForMinute()
        var known = await view.value(key)
        var isCertain = false
        for _ in 0..<ClusterQuota.tries {
            let after = next(known.flatMap { Int($0) } ?? 0)
            // Only what the cluster itself says is a reason to refuse.
            if after == nil, isCertain { return nil }
            let answer = try await cluster.transact(
                EtcdTransaction(
                    compare: [known.map { .value(of: key, is: $0) } ?? .isAbsent(key)],
                    success: after.map { [.put(key, Data("\($0)".utf8), lease: lease)] } ?? [],
                    failure: [.get(EtcdRange(key: key))]
                )
            )
            if answer.hasSucceeded {
                if let after { record(after, drawnFrom: count) }
                return after
            }
            known = answer.entry(key)?.text
            isCertain = true
        }
        throw .unavailable
    }

    private func takeWhileAway(_ count: CallCount, limit: Int) -> CountedCall {
        guard !count.isOfDay, awayCalls[count, default: 0] < limit / ClusterQuota.awayShare else {
            return .withheld
        }
        awayCalls[count, default: 0] += 1
        return .counted
    }
}

extension CallCount {
    /// Whether it counts the calls of a day; else those of a minute.
    fileprivate var isOfDay: Bool { period.count == 8 }
}
