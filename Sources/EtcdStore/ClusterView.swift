/// What a replica knows of the cluster's small keys (lanes, counts, cooldowns) from its watches, and who waits for a key to
/// change.
actor ClusterView {
    private var values: [String: String] = [:]
    /// The revisions of the last changes, for those who begin to wait when a change is there already.
    private var revisions: [String: Int64] = [:]
    private var waiting: [Int: (prefixes: [String], continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber = 0

    /// How many changes are remembered.
    private static let remembered = 4_096

    /// The value of a key, as far as it is known.
    func value(_ key: String) -> String? { values[key] }

    /// The keys that begin with a text.
    func keys(prefix: String) -> Set<String> { Set(values.keys.filter { $0.hasPrefix(prefix) }) }

    /// Records a change; `nil` for a key that is gone. Large values are not kept.
    func record(_ key: String, _ value: String?, revision: Int64, isKept: Bool) {
        if isKept { values[key] = value }
        if revisions.count >= ClusterView.remembered { revisions = [:] }
        revisions[key] = revision
        for (number, waiter) in waiting where waiter.prefixes.contains(where: key.hasPrefix) {
            waiting.removeValue(forKey: number)
            waiter.continuation.resume()
        }
    }

    /// Replaces what is known of the keys that begin with a text.
    func replace(prefix: String, with entries: [EtcdEntry]) {
        values = values.filter { !$0.key.hasPrefix(prefix) }
        for entry in entries { values[entry.name] = entry.text }
    }

    /// Waits until a key that begins with one of some texts changes after a revision, or the time is over.
    func change(of prefixes: [String], after revision: Int64, within timeout: Duration) async {
        let isThere = revisions.contains { key, changed in
            changed > revision && prefixes.contains(where: key.hasPrefix)
        }
        if isThere { return }
        lastNumber += 1
        let number = lastNumber
        let timer = Task {
            // Ends early only when the wait is over.
            try? await Task.sleep(for: timeout)
            waiting.removeValue(forKey: number)?.continuation.resume()
        }
        defer { timer.cancel() }
        await withCheckedContinuation { waiting[number] = (prefixes, $0) }
    }
}
