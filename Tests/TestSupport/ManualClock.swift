import Foundation
import KMAForecast
import StubUpstream

/// Clock that stands still until a test moves it, and with it those who sleep.
public final class ManualClock: WaitingClock {
    /// End of a sleep.
    public enum SleepEnd: Sendable {
        /// The test moves the clock so far.
        case moved
        /// None is waited for: of pauses that a test does not care about.
        case atOnce
        /// The same, or so much time has really passed, of which the clock shows nothing: over sockets, whose time-outs are
        /// real.
        case elapsed
    }

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var sleepers: [Int: Sleeper] = [:]
        /// Tests that wait for so many sleepers.
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var lastNumber = 0
        var passed = Duration.zero
    }

    public typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now
    private let firstDate: Date
    private let end: SleepEnd
    private let state = LockedValue(State())

    /// A clock at a date.
    public init(at date: Date = Date(timeIntervalSince1970: 0), sleepsEnd end: SleepEnd = .moved) {
        firstDate = date
        self.end = end
    }

    /// Instant at which it stands.
    public var now: Instant { start + state.withLock(\.passed) }

    /// Date at which it stands.
    public var date: Date { firstDate.addingTimeInterval(state.withLock(\.passed) / .seconds(1)) }

    /// Smallest step.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the clock has been moved so far; throws when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        if end == .atOnce { return await Task.yield() }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let alarm =
            end == .elapsed
            ? Task { [left = deadline - now] in
                try await Task.sleep(for: left)
                wake(number, with: .success(()))
            } : nil
        defer { alarm?.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(deadline: deadline, continuation: continuation), number)
                // Cancelled before it slept, it was not found.
                if Task.isCancelled { wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    private func add(_ sleeper: Sleeper, _ number: Int) {
        let found = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            // Moved so far before it slept.
            if sleeper.deadline <= start + state.passed {
                sleeper.continuation.resume()
                return []
            }
            state.sleepers[number] = sleeper
            let found = state.waiting.filter { $0.count <= state.sleepers.count }.map(\.continuation)
            state.waiting.removeAll { $0.count <= state.sleepers.count }
            return found
        }
        for continuation in found { continuation.resume() }
    }

    private func wake(_ number: Int, with result: Result<Void, any Error> = .failure(CancellationError())) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
        sleeper?.continuation.resume(with: result)
    }

    /// Waits until so many sleep.
    public func hasSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Moves it by so long, also back, and wakes those whose time has come, the earliest first.
    public func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.passed += time
            let now = start + state.passed
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Moves it to a date, as ``advance(by:)``.
    public func advance(to date: Date) {
        advance(by: .seconds(date.timeIntervalSince(self.date)))
    }
}
