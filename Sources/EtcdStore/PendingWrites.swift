actor PendingWrites {
    private let cluster: Cluster
    private var releases: [String: String] = [:]
    /// A forecast of 141 kB takes 5 gzipped.
    private var values: [String: Data] = [:]
    private static let capacity = 1_000

    init(_ cluster: Cluster) { self.cluster = cluster }

    func release(_ key: String, mark: String) { releases[key] = mark }

    func store(_ value: Data, at key: String) { if values.count < PendingWrites.capacity || values[key] != nil { values[key] = value } }

    func flush() async {
        do throws(EtcdError) {
            if !values.isEmpty {
                let lease = try await cluster.leaseForStoring()
                for (key, value) in values {
                    _ = try await cluster.transact(EtcdTransaction(compare: [.isAbsent(key)], success: [.put(key, value, lease: lease)]))
                    if values[key] == value { values[key] = nil }
                }
            }
            for (key, mark) in releases {
                _ = try await cluster.transact(EtcdTransaction(compare: [.value(of: key, is: mark)], success: [.delete(key)]))
                if releases[key] == mark { releases[key] = nil }
            }
        } catch { return }
    }
}
