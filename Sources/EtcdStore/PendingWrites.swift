import KMAForecast

/// What could not be written to the cluster, for when it is back: answers that were fetched meanwhile, and turns and lanes
/// to be given back of which it is not known whether they were taken.
actor PendingWrites {
    private let cluster: Cluster
    private var releases: [String: String] = [:]
    /// As they are stored: gzipped, a forecast of 141 kB takes 5.
    private var answers: [String: Data] = [:]

    /// How much is remembered; what is past it is fetched again when it is needed.
    private static let capacity = 1_000

    init(_ cluster: Cluster) {
        self.cluster = cluster
    }

    /// Gives a key back, unless somebody else has it by then.
    func release(_ key: String, mark: String) {
        releases[key] = mark
    }

    /// Stores an answer where none is.
    func store(_ answer: StoredAnswer, at key: String) {
        if answers.count < PendingWrites.capacity || answers[key] != nil {
            answers[key] = answer.clusterValue
        }
    }

    /// Writes all of it; what fails is tried again the next time.
    func flush() async {
        do throws(EtcdError) {
            for (key, mark) in releases {
                _ = try await cluster.transact(
                    EtcdTransaction(compare: [.value(of: key, is: mark)], success: [.delete(key)])
                )
                if releases[key] == mark { releases[key] = nil }
            }
            guard !answers.isEmpty else { return }
            let lease = try await cluster.leaseForStoring()
            for (key, value) in answers {
                _ = try await cluster.transact(
                    EtcdTransaction(
                        compare: [.isAbsent(key)],
                        success: [.put(key, value, lease: lease)]
                    )
                )
                if answers[key] == value { answers[key] = nil }
            }
        } catch {
            return
        }
    }
}
