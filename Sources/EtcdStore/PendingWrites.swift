/// Writes that the cluster did not take, for when it is back: answers that were fetched meanwhile, deeds that were done, and
/// turns, lanes and claims to be given back of which it is not known whether they were taken.
actor PendingWrites {
    private let cluster: Cluster
    private var releases: [String: String] = [:]
    /// Values by their keys. A forecast of 141 kB, gzipped, takes 5.
    private var values: [String: Data] = [:]

    /// How much is remembered; what is past it is fetched again when it is needed.
    private static let capacity = 1_000

    init(_ cluster: Cluster) {
        self.cluster = cluster
    }

    /// Gives a key back, unless somebody else has it by then.
    func release(_ key: String, mark: String) {
        releases[key] = mark
    }

    /// Stores a value if there is none.
    func store(_ value: Data, at key: String) {
        if values.count < PendingWrites.capacity || values[key] != nil { values[key] = value }
    }

    /// Writes all of it; what fails is tried again the next time. A key is given back once it is written why.
    func flush() async {
        do throws(EtcdError) {
            if !values.isEmpty {
                let lease = try await cluster.leaseForStoring()
                for (key, value) in values {
                    _ = try await cluster.transact(
                        EtcdTransaction(
                            compare: [.isAbsent(key)],
                            success: [.put(key, value, lease: lease)]
                        )
                    )
                    if values[key] == value { values[key] = nil }
                }
            }
            for (key, mark) in releases {
                _ = try await cluster.transact(
                    EtcdTransaction(compare: [.value(of: key, is: mark)], success: [.delete(key)])
                )
                if releases[key] == mark { releases[key] = nil }
            }
        } catch {
            return
        }
    }
}
