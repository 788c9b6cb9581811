import Feeds
import KMAForecast

/// Lanes for calls in the air among the replicas: two a service, and of services that an upstream counts together no more
/// than one machine may have.
struct ClusterLanes: Sendable {
    let cluster: Cluster
    let view: ClusterView
    let pending: PendingWrites

    private static let widthOfService = 2
    /// How long it is waited for the watch before the cluster is asked again.
    private static let interval = Duration.milliseconds(250)

    /// Waits for a lane; `nil` where none came free in time.
    func lane(
        of service: UpstreamAPI,
        scope: StoreScope,
        until deadline: ContinuousClock.Instant
    ) async throws(EtcdError) -> ClusterLane? {
        let keys = ClusterKeys(scope)
        let group = service.traits.group
        var widths = [(group.rawValue, group.callsAtOnce)]
        if group.services.count > 1 { widths.append((service.rawValue, ClusterLanes.widthOfService)) }
        var taken = await view.keys(prefix: keys.lanes)
        var revision: Int64 = 0
        while true {
            let free = widths.compactMap { name, width in
                (0..<width).map { keys.lane(name, $0) }.first { !taken.contains($0) }
            }
            if free.count == widths.count {
                let reply = try await acquire(free, all: keys.lanes)
                if let lane = reply.lane { return lane }
                (taken, revision) = (Set(reply.entries.map(\.name)), reply.revision)
                continue
            }
            guard ContinuousClock.now < deadline else { return nil }
            await view.change(of: [keys.lanes], after: revision, within: ClusterLanes.interval)
            let now = try await cluster.range(EtcdRange(prefix: keys.lanes))
            (taken, revision) = (Set(now.entries.map(\.name)), now.header?.revision?.value ?? 0)
        }
    }

    private func acquire(
        _ keys: [String],
        all prefix: String
    ) async throws(EtcdError) -> (lane: ClusterLane?, entries: [EtcdEntry], revision: Int64) {
        let (mark, lease) = (try await cluster.ownerToken(), try await cluster.sessionLease())
        do throws(EtcdError) {
            let reply = try await cluster.transact(
                EtcdTransaction(
                    compare: keys.map { .isAbsent($0) },
                    success: keys.map { .put($0, Data(mark.utf8), lease: lease) },
                    failure: [.get(EtcdRange(prefix: prefix))]
                )
            )
            let lane = ClusterLane(keys: keys, mark: mark, cluster: cluster, pending: pending)
            return (
                reply.hasPut(mark, at: keys) ? lane : nil, reply.entries, reply.header?.revision?.value ?? 0
            )
        } catch {
            for key in keys { await pending.release(key, mark: mark) }
            throw error
        }
    }
}

/// A lane among the replicas.
struct ClusterLane: CallLane {
    let keys: [String]
    let mark: String
    let cluster: Cluster
    let pending: PendingWrites

    /// Nobody waits for it: a replica that needs the lane learns of it from its watch.
    func release() async {
        Task {
            do throws(EtcdError) {
                _ = try await cluster.transact(
                    EtcdTransaction(
                        compare: keys.map { .value(of: $0, is: mark) },
                        success: keys.map { .delete($0) }
                    )
                )
            } catch {
                for key in keys { await pending.release(key, mark: mark) }
            }
        }
    }
}
