import StubUpstream
import Testing

/// Trait that lets a test begin when the machine has what it takes: `.takesSlots(programs: 1, listeners: 2)`.
///
/// Swift Testing starts all tests at once, and one that waits takes no thread, so hundreds would hold services, sockets and
/// files together. A test takes all its slots before its body, so that none waits while it holds some. The time limit counts
/// from then on: that of `.timeLimit` counts the wait as well. Of a suite's trait and its test's the latter counts.
public struct SlotsTrait: SuiteTrait, TestTrait, TestScoping {
    let needs: SlotPool.Slots
    let limit: Duration

    /// Every test of a suite takes its own.
    public var isRecursive: Bool { true }

    /// The trait itself for each case of a test, unless the test has one of its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        guard testCase != nil, let last = test.traits.lazy.compactMap({ $0 as? SlotsTrait }).last else {
            return nil
        }
        return last.needs == needs && last.limit == limit ? self : nil
    }

    /// Takes the slots, runs the test under its time limit, and gives them back.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // Both its suite and the test have this trait.
        if SlotPool.isTaken { return try await function() }
        let name = "\(test.displayName ?? test.name) (\(test.sourceLocation.fileID))"
        let number = await SlotPool.shared.take(needs, for: name, within: limit)
        defer { SlotPool.shared.give(number) }
        try await SlotPool.$isTaken.withValue(true) { try await end(function, name) }
    }

    private func end(_ function: @Sendable () async throws -> Void, _ name: String) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await function() }
                group.addTask { [limit] in
                    try await Task.sleep(for: limit)
                    throw TimeLimitError(limit: limit)
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

extension Trait where Self == SlotsTrait {
    /// Slots for so many programs, be they processes or run inside the test, and so many listeners of the test's own, whose
    /// every connection has a thread. Once it has them, a test may take so long.
    public static func takesSlots(
        programs: Int = 0,
        listeners: Int = 0,
        within limit: Duration = .seconds(900)
    ) -> Self {
        Self(needs: SlotPool.Slots(programs: programs, listeners: listeners), limit: limit)
    }
}

/// The error of a test that takes longer than it may.
struct TimeLimitError: Error, CustomStringConvertible {
    let limit: Duration

    var description: String { "The test has not ended within \(limit) of having its slots." }
}
