import Forecast
import KMAForecast

extension EtcdStore {
    private static let widthOfService = 2

    /// Two lanes a service, one machine's for services counted together; `nil` if none came free in time.
    func clusterLane(of service: UpstreamAPI, scope: StoreScope, until deadline: ContinuousClock.Instant) async throws(EtcdError) -> (any CallLane)? {
        let keys = ClusterKeys(scope)
        let group = service.traits.group
        var widths = [(group.rawValue, group.callsAtOnce)]
        if group.services.count > 1 { widths.append((service.rawValue, EtcdStore.widthOfService)) }
        var taken = await view.keys(prefix: keys.lanes)
        var revision: Int64 = 0
        while true {
            let free = widths.compactMap { name, width in (0..<width).map { keys.lane(name, $0) }.first { !taken.contains($0) } }
            if free.count == widths.count {
                let lane = ClusterLane(keys: free, mark: try await cluster.ownerToken(), cluster: cluster, pending: pending)
                let reply = try await lane.acquire(unlessTakenOf: keys.lanes)
                if reply.hasPut(lane.mark, at: free) { return lane }
                taken = Set(reply.entries.map(\.name))
                revision = reply.header?.revision?.value ?? 0
                continue
            }
            guard ContinuousClock.now < deadline else { return nil }
            await view.change(of: [keys.lanes], after: revision, within: EtcdStore.interval)
            let now = try await cluster.range(EtcdRange(prefix: keys.lanes))
            (taken, revision) = (Set(now.entries.map(\.name)), now.header?.revision?.value ?? 0)
        }
    }
}

struct ClusterLane: CallLane {
    let keys: [String]
    let mark: String
    let cluster: Cluster
    let pending: PendingWrites

    /// All keys if free, else those of all lanes.
    func acquire(unlessTakenOf prefix: String) async throws(EtcdError) -> EtcdTransactionAnswer {
        let lease = try await cluster.sessionLease()
        do throws(EtcdError) {
            return try await cluster.transact(
                EtcdTransaction(
                    compare: keys.map { .isAbsent($0) },
                    success: keys.map { .put($0, Data(mark.utf8), lease: lease) },
                    failure: [.get(EtcdRange(prefix: prefix))]
                )
            )
        } catch {
            for key in keys { await pending.release(key, mark: mark) }
            throw error
        }
    }

    func release() async {
        Task {
            do throws(EtcdError) {
                _ = try await cluster.transact(EtcdTransaction(compare: keys.map { .value(of: $0, is: mark) }, success: keys.map { .delete($0) }))
            } catch { for key in keys { await pending.release(key, mark: mark) } }
        }
    }
}
