import Forecast
import KMAForecast

struct CallBlock: Sendable {
    var next: Int
    var last: Int

    var left: Int { max(0, last - next + 1) }

    static let largest = 20

    /// Fewer near the end, so that no replica holds another's.
    static func size(ofLeft left: Int) -> Int { min(left, largest, max(1, left / 10)) }
}

/// Share of a replica in a day's calls, drawn in blocks before use, so that no failure exceeds the day and calls go on without the cluster.
/// A count only grows, as calls given back have keys of their own: the higher one is the newer, and restores a lower one of the cluster.
actor ClusterQuota {
    private let cluster: Cluster
    private let view: ClusterView
    private let local: any CallCounter
    private let observe: @Sendable (ClusterEvent) -> Void
    private var blocks: [CallCount: CallBlock] = [:]
    private var draws: [CallCount: (limit: Int, task: Task<Draw, Never>)] = [:]
    private var limits: [CallCount: Int] = [:]
    private var drawn: [CallCount: Int] = [:]
    private var returned: [CallCount: [String: Int]] = [:]
    private var awayCalls: [CallCount: Int] = [:]

    private enum Draw {
        case drawn
        case limitReached
        case unavailable
    }

    private static let awayShare = 5
    private static let tries = 50

    init(_ cluster: Cluster, _ view: ClusterView, _ local: any CallCounter, observe: @escaping @Sendable (ClusterEvent) -> Void) {
        (self.cluster, self.view, self.local, self.observe) = (cluster, view, local, observe)
    }

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

    /// Calls of all replicas without this one's unused ones; `nil` if unknown.
    func calls(of count: CallCount) -> Int? { drawn[count].map { max(0, $0 - returnedCalls(of: count) - (blocks[count]?.left ?? 0)) } }

    func record(_ calls: Int, drawnFrom count: CallCount) { drawn[count] = max(drawn[count] ?? 0, calls) }

    func record(_ calls: Int, returnedTo count: CallCount, mark: String) { returned[count, default: [:]][mark] = calls }

    func prepare(at now: Date) async {
        forgetCounts(before: now)
        for (count, calls) in drawn where count.isOfDay {
            let stored = await view.value(ClusterKeys(count.scope).quota(count)).flatMap { Int($0) }
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

    func giveBack(at now: Date) async {
        forgetCounts(before: now)
        let left = blocks.filter { $0.key.isOfDay && $0.value.left > 0 }
        blocks = [:]
        guard !left.isEmpty else { return }
        await cluster.reconnectAtOnce()
        do throws(EtcdError) {
            let (mark, lease) = (try await cluster.ownerToken(), try await cluster.leaseForStoring())
            let puts = left.map { count, block in
                let key = ClusterKeys(count.scope).returned(count, mark)
                return EtcdTransaction.Operation.put(key, Data("\(block.left)".utf8), lease: lease)
            }
            _ = try await cluster.transact(EtcdTransaction(success: puts))
        } catch {
            // Calls not given back count as made.
        }
    }
}

extension ClusterQuota {
    /// Once for all waiting; a caller with a higher limit draws again.
    private func draw(_ count: CallCount, limit: Int) async -> Draw {
        while let running = draws[count] {
            let result = await running.task.value
            guard result == .limitReached, running.limit < limit else { return result }
        }
        let task = Task {
            // Within the task, so that a waiting request does not find it again.
            defer { draws[count] = nil }
            return await drawNow(count, limit: limit)
        }
        draws[count] = (limit, task)
        return await task.value
    }

    private func drawNow(_ count: CallCount, limit: Int) async -> Draw {
        limits[count] = max(limit, limits[count] ?? 0)
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
        } catch { return .unavailable }
    }

    private func returnedCalls(of count: CallCount) -> Int { returned[count]?.values.reduce(0, +) ?? 0 }

    private func forgetCounts(before now: Date) {
        func goesOn(_ count: CallCount) -> Bool { count.period >= KoreanTime(now).compact.prefix(count.period.count) }
        blocks = blocks.filter { goesOn($0.key) }
        drawn = drawn.filter { goesOn($0.key) }
        returned = returned.filter { goesOn($0.key) }
        limits = limits.filter { goesOn($0.key) }
        awayCalls = awayCalls.filter { goesOn($0.key) }
    }

    private func change(_ count: CallCount, _ next: (Int) -> Int?) async throws(EtcdError) -> Int? {
        let key = ClusterKeys(count.scope).quota(count)
        let lease = try await count.isOfDay ? cluster.leaseForStoring() : cluster.leaseForMinute()
        var known = await view.value(key)
        var isCertain = false
        for _ in 0..<ClusterQuota.tries {
            let after = next(known.flatMap { Int($0) } ?? 0)
            // Only the cluster's own count refuses.
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
        guard !count.isOfDay, awayCalls[count, default: 0] < limit / ClusterQuota.awayShare else { return .withheld }
        awayCalls[count, default: 0] += 1
        return .counted
    }
}

extension CallCount { fileprivate var isOfDay: Bool { period.count == 8 } }
