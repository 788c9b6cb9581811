/// Slots for work that takes a processor long, so that it never has all of them. Without a free one it waits, in its order.
actor Slots {
    private var free: Int
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    /// So many at once.
    init(_ count: Int) { free = count }

    /// Runs something in a slot.
    func run<Value: Sendable, Fault: Error>(
        _ body: @Sendable () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { release() }
        return try await body()
    }

    /// Hands the slot on, or frees it.
    private func release() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
