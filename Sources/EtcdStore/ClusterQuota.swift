#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
actor ClusterQuota {
    private let cluster: Cluster
    private let view: ClusterView
    private let disk: DiskStore
    private let observe: @Sendable (ClusterEvent) -> Void
    private var blocks: [CallCount: CallBlock] = [:]
    private var draws: [CallCount: Task<Result<Void, DrawFailure>, Never>] = [:]
    private var limits: [CallCount: Int] = [:]
    /// The highest counts known, which hold where the cluster has lost its own.
    private var highest: [CallCount: Int] = [:]
    /// Calls of a minute that were made while the cluster was away.
    private var awayCalls: [CallCount: Int] = [:]

    private enum DrawFailure: Error {
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
        _ disk: DiskStore,
        observe: @escaping @Sendable (ClusterEvent) -> Void
    ) {
        self.cluster = cluster
        self.view = view
        self.disk = disk
        self.observe = observe
    }

    /// Takes a call from the replica's block, and draws one where that is used up.
    func take(_ count: CallCount, limit: Int) async -> CountedCall {
        while true {
            if var block = blocks[count], block.left > 0 {
                guard block.next <= limit else { return .refused }
                block.next += 1
                blocks[count] = block
                return .counted
            }
            switch await draw(count, limit: limit) {
            case .success: continue
            case .failure(.limitReached): return .refused
            case .failure(.unavailable): return takeWhileAway(count, limit: limit)
            }
        }
    }

    /// The calls of all replicas, without those that this one has drawn and not made; `nil` where nothing is known.
    func calls(of count: CallCount) async -> Int? {
        let stored = await view.value(ClusterKeys(count.scope).quota(count)).flatMap { Int($0) }
        let known = [stored, highest[count]].compactMap { $0 }.max()
        return known.map { max(0, $0 - (blocks[count]?.left ?? 0)) }
    }

    /// Notes a count that another replica has written.
    func note(_ count: CallCount, _ calls: Int) {
        highest[count] = calls
    }

    /// Draws for the day that begins in a moment, so that it may begin without the cluster, and forgets days that are over.
    func prepare(at now: Date) async {
        let today = String(KoreanTime(now).compact.prefix(8))
        let tomorrow = String(KoreanTime(now.addingTimeInterval(600)).compact.prefix(8))
        for count in Set(blocks.keys).union(highest.keys) where count.period.prefix(8) < today {
            blocks[count] = nil
            highest[count] = nil
            limits[count] = nil
        }
        awayCalls = awayCalls.filter { $0.key.period.prefix(8) >= today }
        guard tomorrow != today else { return }
        for (count, limit) in limits where count.period == today {
            var next = count
            next.period = tomorrow
            if blocks[next] == nil { _ = await draw(next, limit: limit) }
        }
    }

    /// Gives back what is left of the blocks.
    func giveBack() async {
        for (count, block) in blocks where block.left > 0 {
            blocks[count] = nil
            // What cannot be given back counts as called.
            _ = try? await change(count) { $0 - block.left }
        }
    }
}

extension ClusterQuota {
    /// Draws a block, once for all who wait for it.
    private func draw(_ count: CallCount, limit: Int) async -> Result<Void, DrawFailure> {
        if let running = draws[count] { return await running.value }
        let task = Task {
            // Within the task: whoever waited for it must not find it a second time.
            defer { draws[count] = nil }
            return await drawNow(count, limit: limit)
        }
        draws[count] = task
        return await task.value
    }

    private func drawNow(_ count: CallCount, limit: Int) async -> Result<Void, DrawFailure> {
        limits[count] = max(limit, limits[count] ?? 0)
        // What this machine has called, should nobody else remember.
        let ours = await disk.calls(of: count) ?? 0
        do {
            let known = max(highest[count] ?? 0, ours)
            let drawn = try await change(count) { stored in
                let calls = max(stored, known)
                return calls < limit ? calls + CallBlock.size(ofLeft: limit - calls) : nil
            }
            guard let drawn else { return .failure(.limitReached) }
            let block = CallBlock(next: max(drawn.before, known) + 1, last: drawn.after)
            blocks[count] = block
            highest[count] = max(highest[count] ?? 0, block.last)
            if count.period.count == 8 { observe(.callsDrawn(block.left, service: count.service.rawValue)) }
            return .success(())
        } catch {
            return .failure(.unavailable)
        }
    }

    /// Changes a count in the cluster where nobody else has changed it meanwhile; `nil` where the change is none.
    private func change(
        _ count: CallCount,
        _ next: (Int) -> Int?
    ) async throws(EtcdError) -> (before: Int, after: Int)? {
        let key = ClusterKeys(count.scope).quota(count)
        let lease = try await cluster.leaseForStoring()
        var known = await view.value(key)
        var isCertain = false
        for _ in 0..<ClusterQuota.tries {
            let before = known.flatMap { Int($0) } ?? 0
            let after = next(before)
            // Only what the cluster itself says is a reason to refuse.
            if after == nil, isCertain { return nil }
            let answer = try await cluster.transact(
                EtcdTransaction(
                    compare: [known.map { .value(of: key, is: $0) } ?? .isAbsent(key)],
                    success: after.map { [.put(key, Data("\($0)".utf8), lease: lease)] } ?? [],
                    failure: [.get(EtcdRange(key: key))]
                )
            )
            if answer.hasSucceeded { return after.map { (before, $0) } }
            known = answer.entry(key)?.text
            isCertain = true
        }
        throw .unavailable
    }

    private func takeWhileAway(_ count: CallCount, limit: Int) -> CountedCall {
        guard count.period.count > 8, awayCalls[count, default: 0] < limit / ClusterQuota.awayShare else {
            return .withheld
        }
        awayCalls[count, default: 0] += 1
        return .counted
    }
}
