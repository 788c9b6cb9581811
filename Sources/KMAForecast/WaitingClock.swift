import Forecast

/// Clock that pauses and deadlines go by: the machine's own, or one that a test moves. It never jumps, unlike that of dates.
public protocol WaitingClock: Clock<Duration> where Instant == ContinuousClock.Instant {}

extension ContinuousClock: WaitingClock {}

extension WaitingClock {
    /// Sleeps until a date of another clock, at least a second. That one may be set meanwhile, which is noticed within five
    /// minutes. Throws when the task is cancelled.
    package func sleep(until due: Date, by now: @Sendable () -> Date) async throws {
        repeat {
            try await sleep(for: .seconds(min(max(due.timeIntervalSince(now()), 1), 300)))
        } while now() < due
    }
}

extension Task where Failure == Never {
    /// Value of the task, which is cancelled after so long, or with its caller. What it returns then counts all the same: it
    /// may have half of an answer.
    package func value(within limit: Duration, by clock: any WaitingClock) async -> Success {
        let timer = Task<Void, any Error> {
            // Ends early where the value is there before.
            try await clock.sleep(for: limit)
            cancel()
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await value
        } onCancel: {
            cancel()
        }
    }
}

extension Task where Failure == Never {
    /// The value, or `nil` where the task that waits is cancelled before it is there. This task goes on.
    var valueUnlessCancelled: Success? {
        get async {
            let (values, continuation) = AsyncStream.makeStream(of: Success.self)
            Task<Void, Never> {
                continuation.yield(await value)
                continuation.finish()
            }
            return await values.first { _ in true }
        }
    }
}
