actor ClusterView {
    private var values: [String: String] = [:]
    private var revisions: [String: Int64] = [:]
    private var waiting: [Int: (prefixes: [String], continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber = 0
    private static let remembered = 4_096

    func value(_ key: String) -> String? { values[key] }

    func keys(prefix: String) -> Set<String> { Set(values.keys.filter { $0.hasPrefix(prefix) }) }

    func record(_ key: String, _ value: String?, revision: Int64, isKept: Bool) {
        if isKept { values[key] = value }
        if revisions.count >= ClusterView.remembered { revisions = [:] }
        revisions[key] = revision
        for (number, waiter) in waiting where waiter.prefixes.contains(where: key.hasPrefix) {
            waiting.removeValue(forKey: number)
            waiter.continuation.resume()
        }
    }

    func replace(prefix: String, with entries: [EtcdEntry]) {
        values = values.filter { !$0.key.hasPrefix(prefix) }
        for entry in entries { values[entry.name] = entry.text }
    }

    func change(of prefixes: [String], after revision: Int64, within timeout: Duration) async {
        let isThere = revisions.contains { key, changed in changed > revision && prefixes.contains(where: key.hasPrefix) }
        if isThere { return }
        lastNumber += 1
        let number = lastNumber
        let timer = Task {
            try? await Task.sleep(for: timeout)
            waiting.removeValue(forKey: number)?.continuation.resume()
        }
        defer { timer.cancel() }
        await withCheckedContinuation { waiting[number] = (prefixes, $0) }
    }
}
