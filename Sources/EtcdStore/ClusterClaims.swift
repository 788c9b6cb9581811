import KMAForecast
import NIOCore

extension EtcdStore {
    /// Lets each machine act without the cluster: twice is better than not at all.
    package func claim(_ deed: String) async -> Claim {
        let known = await local.claim(deed)
        guard case .granted(let localClaim) = known else { return known }
        let keys = DeedKeys(deed)
        do throws(EtcdError) {
            while !Task.isCancelled {
                let mark = try await cluster.ownerToken()
                let reply = try await claim(keys, mark)
                if reply.hasPut(mark, at: [keys.claim]) {
                    return .granted(ClusterClaim(local: localClaim, keys: keys, mark: mark, cluster: cluster, pending: pending))
                }
                if reply.entry(keys.done) != nil {
                    await localClaim.end(isDone: true)
                    return .done
                }
                await view.change(of: [keys.claim, keys.done], after: reply.header?.revision?.value ?? 0, within: EtcdStore.interval)
            }
        } catch { return .granted(ClusterClaim(local: localClaim, keys: keys, mark: nil, cluster: cluster, pending: pending)) }
        await localClaim.end(isDone: false)
        return .cancelled
    }

    private func claim(_ keys: DeedKeys, _ mark: String) async throws(EtcdError) -> EtcdTransactionAnswer {
        do throws(EtcdError) {
            return try await cluster.transact(
                EtcdTransaction(
                    compare: [.isAbsent(keys.claim), .isAbsent(keys.done)],
                    success: [.put(keys.claim, Data(mark.utf8), lease: try await cluster.sessionLease())],
                    failure: [keys.claim, keys.done].map { .get(EtcdRange(key: $0)) }
                )
            )
        } catch {
            await pending.release(keys.claim, mark: mark)
            throw error
        }
    }
}

private struct DeedKeys {
    let claim: String
    let done: String

    init(_ deed: String) { (claim, done) = ("/kma/1/deeds/\(deed)/claim", "/kma/1/deeds/\(deed)/done") }
}

private struct ClusterClaim: GrantedClaim {
    let local: any GrantedClaim
    let keys: DeedKeys
    let mark: String?
    let cluster: Cluster
    let pending: PendingWrites

    func end(isDone: Bool) async {
        let value = Data("done".utf8)
        do throws(EtcdError) {
            var steps: [EtcdTransaction.Operation] = []
            if isDone { steps = [.put(keys.done, value, lease: try await cluster.leaseForStoring())] }
            // A lost claim records the deed all the same.
            _ = try await cluster.transact(
                EtcdTransaction(compare: [.value(of: keys.claim, is: mark ?? "")], success: steps + [.delete(keys.claim)], failure: steps)
            )
        } catch {
            if isDone { await pending.store(value, at: keys.done) }
            if let mark { await pending.release(keys.claim, mark: mark) }
        }
        await local.end(isDone: isDone)
    }
}
