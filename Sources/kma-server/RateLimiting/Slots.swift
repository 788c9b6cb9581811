/// Slots in order for long work, which never takes all processors.
actor Slots {
    private var free: Int
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func run<Value: Sendable, Fault: Error>(_ body: @Sendable () async throws(Fault) -> Value) async throws(Fault) -> Value {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { release() }
        return try await body()
    }

    private func release() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
}
