import Feeds
import KMAForecast

extension EtcdStore {
    /// What claims begin with: none of a scope, whose names are twelve digits.
    private static let claims = "/kma/1/claims/"

    /// Takes a name for this replica, for as long as answers are stored: two days; `false` where another replica has it, `nil`
    /// where the cluster does not answer.
    public func claim(_ name: String) async -> Bool? {
        let key = EtcdStore.claims + name
        do throws(EtcdError) {
            let mark = try await cluster.ownerToken()
            let lease = try await cluster.leaseForStoring()
            let reply = try await cluster.transact(
                EtcdTransaction(
                    compare: [.isAbsent(key)],
                    success: [.put(key, Data(mark.utf8), lease: lease)],
                    failure: [.get(EtcdRange(key: key))]
                )
            )
            return reply.hasPut(mark, at: [key])
        } catch {
            return nil
        }
    }

    /// Gives a name back, for any replica to take.
    public func release(_ name: String) async {
        do throws(EtcdError) {
            _ = try await cluster.transact(
                EtcdTransaction(compare: [], success: [.delete(EtcdStore.claims + name)])
            )
        } catch {
            // It ends with its lease.
        }
    }
}
