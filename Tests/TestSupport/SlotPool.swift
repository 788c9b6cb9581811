import Foundation
import StubUpstream

/// The programs and listeners that tests of this process may have at one time.
final class SlotPool: Sendable {
    /// Numbers of each kind.
    struct Slots: Equatable, Sendable {
        var programs: Int
        var listeners: Int

        var sum: Int { programs + listeners }

        func fits(in free: Slots) -> Bool { programs <= free.programs && listeners <= free.listeners }

        static func - (left: Slots, right: Slots) -> Slots {
            Slots(programs: left.programs - right.programs, listeners: left.listeners - right.listeners)
        }
    }

    private struct Waiting {
        var needs: Slots
        var name: String
        var limit: Duration
        var continuation: CheckedContinuation<Int, Never>
    }

    private struct Running {
        var needs: Slots
        var name: String
        var end: ContinuousClock.Instant
    }

    private struct State {
        var free = SlotPool.all
        var waiting: [Waiting] = []
        var running: [Int: Running] = [:]
        var lastNumber = 0
        var isUsed = false
        var isOpen = false
        /// When a test ended last.
        var lastEnd = ContinuousClock.now
    }

    static let shared = SlotPool()
    /// Whether the running test has its slots.
    @TaskLocal static var isTaken = false

    /// A program works, a listener waits most of the time.
    private static let all = {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return Slots(programs: 4 * processors, listeners: 8 * processors)
    }()
    /// Time that a test may still run after its limit.
    private static let patience = Duration.seconds(120)

    private let state = LockedValue(State())

    /// Waits for slots, all at once; the number to give them back by. No more than all there are.
    func take(_ needs: Slots, for name: String, within limit: Duration) async -> Int {
        let needs = Slots(
            programs: min(needs.programs, SlotPool.all.programs),
            listeners: min(needs.listeners, SlotPool.all.listeners)
        )
        return await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                // Several that wait for each other leave time for others to work beside them; after them none would.
                let place = state.waiting.firstIndex { $0.needs.sum < needs.sum }
                state.waiting.insert(
                    Waiting(needs: needs, name: name, limit: limit, continuation: continuation),
                    at: place ?? state.waiting.endIndex
                )
                SlotPool.admit(&state)
                defer { state.isUsed = true }
                return !state.isUsed
            }
            guard isFirst else { return }
            Thread.detachNewThread { self.watch() }
            Task { await open() }
        }
    }

    /// Gives slots back.
    func give(_ number: Int) {
        state.withLock { state in
            guard let needs = state.running.removeValue(forKey: number)?.needs else { return }
            state.free = state.free - Slots(programs: -needs.programs, listeners: -needs.listeners)
            state.lastEnd = .now
            SlotPool.admit(&state)
        }
    }

    /// Lets in whoever needs no more than is free: first who needs most, then who has waited longest.
    private static func admit(_ state: inout State) {
        guard state.isOpen else { return }
        state.waiting.removeAll { waiting in
            guard waiting.needs.fits(in: state.free) else { return false }
            state.free = state.free - waiting.needs
            state.lastNumber += 1
            state.running[state.lastNumber] = Running(
                needs: waiting.needs,
                name: waiting.name,
                end: .now + waiting.limit + SlotPool.patience
            )
            waiting.continuation.resume(returning: state.lastNumber)
            return true
        }
    }

    /// Lets tests in once those that only compute are over, as a task shows that is run at once. All begin together, and stand
    /// in one queue: a test with slots would wait for all that compute, each time it has waited for something else.
    private func open() async {
        let end = ContinuousClock.now + .seconds(120)
        var prompt = 0
        while prompt < 3, ContinuousClock.now < end {
            let start = ContinuousClock.now
            await Task.detached {}.value
            prompt = ContinuousClock.now - start < .milliseconds(50) ? prompt + 1 : 0
        }
        state.withLock { state in
            state.isOpen = true
            state.lastEnd = .now
            SlotPool.admit(&state)
        }
    }

    /// Says on standard error which tests run where none has ended for a minute, and ends the process where one has not ended
    /// two minutes after its time limit: what it blocks may be the very threads on which Swift's own time limits wait.
    private func watch() {
        var told = ContinuousClock.now
        while true {
            Thread.sleep(forTimeInterval: 5)
            let (running, late, lastEnd) = state.withLock { state in
                let late = state.running.values.filter { $0.end < .now }
                return (state.running.values.map(\.name), late.map(\.name), state.lastEnd)
            }
            guard late.isEmpty else { fatalError("Tests that do not end: \(late.joined(separator: ", "))") }
            if !running.isEmpty, max(told, lastEnd) < .now - .seconds(60) {
                told = .now
                let names = running.sorted().joined(separator: ", ")
                FileHandle.standardError.write(
                    Data("No test has ended for a minute. Running: \(names)\n".utf8)
                )
            }
        }
    }
}
