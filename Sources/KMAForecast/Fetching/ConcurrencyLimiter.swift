import Forecast

/// Limits the calls in the air to one service. The others wait in order, for a bounded time.
actor ConcurrencyLimiter {
    private var lanes: LaneAssignment
    private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var lastNumber = 0

    /// A limiter of so many calls at once.
    init(width: Int) {
        lanes = LaneAssignment(width: width)
    }

    /// Waits for a lane; `false` where none became free in time. Whoever gets one gives it back with ``release(_:)``.
    func acquire(for feed: Feed, within timeout: Duration) async -> Bool {
        lastNumber += 1
        let number = lastNumber
        if lanes.request(number, for: feed) { return true }
        let timer = Task {
            // The sleep ends early only when the wait is over.
            try? await Task.sleep(for: timeout)
            giveUp(number)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { waiting[number] = $0 }
    }

    /// Gives a lane back, and with it to the first who may have it.
    func release(_ feed: Feed) {
        for number in lanes.release(feed) { waiting.removeValue(forKey: number)?.resume(returning: true) }
    }

    private func giveUp(_ number: Int) {
        guard let continuation = waiting.removeValue(forKey: number) else { return }
        lanes.withdraw(number)
        continuation.resume(returning: false)
    }
}

/// Which calls have a lane and which wait, in order.
///
/// Where there are several lanes, one feed never holds all of them: an operation that hangs leaves its sister feeds
/// of the same service a way through.
struct LaneAssignment: Sendable {
    private let width: Int
    private var held: [Feed: Int] = [:]
    private var waiting: [(number: Int, feed: Feed)] = []

    init(width: Int) {
        self.width = max(1, width)
    }

    /// Whether a call has a lane at once; else it waits.
    mutating func request(_ number: Int, for feed: Feed) -> Bool {
        if isFree(for: feed) {
            held[feed, default: 0] += 1
            return true
        }
        waiting.append((number, feed))
        return false
    }

    /// Takes a lane back; the calls that have one now.
    mutating func release(_ feed: Feed) -> [Int] {
        held[feed, default: 0] -= 1
        var started: [Int] = []
        while let index = waiting.firstIndex(where: { isFree(for: $0.feed) }) {
            let next = waiting.remove(at: index)
            held[next.feed, default: 0] += 1
            started.append(next.number)
        }
        return started
    }

    /// Forgets a call that waits no longer.
    mutating func withdraw(_ number: Int) {
        waiting.removeAll { $0.number == number }
    }

    private func isFree(for feed: Feed) -> Bool {
        held.values.reduce(0, +) < width && held[feed, default: 0] < max(1, width - 1)
    }
}
