/// Waits until something is true, and looks every few milliseconds: for what other programs do and tell nobody of. Throws
/// an error that names it where that takes too long.
public func until(
    _ name: String,
    within limit: Duration = .seconds(120),
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw NeverTrueError(name: name, limit: limit) }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// The error of a condition that has not become true in time.
struct NeverTrueError: Error, CustomStringConvertible {
    let name: String
    let limit: Duration

    var description: String { "Not within \(limit): \(name)" }
}

/// Lets time pass for what leaves no sign, such as that somebody has begun to wait. For want of it a test proves less; it
/// never fails by it.
public func settle(for time: Duration) async throws {
    try await Task.sleep(for: time)
}
