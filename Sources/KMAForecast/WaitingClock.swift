/// Clock of pauses and deadlines, which never jumps.
public protocol WaitingClock: Clock<Duration> where Instant == ContinuousClock.Instant {}

extension ContinuousClock: WaitingClock {}

extension WaitingClock {
    /// Sleeps at least a second; a changed clock is noticed within five minutes.
    package func sleep(until due: Date, by now: @Sendable () -> Date) async throws {
        repeat { try await sleep(for: .seconds(min(max(due.timeIntervalSince(now()), 1), 300))) } while now() < due
    }
}

extension Task where Failure == Never {
    /// Value, cancelled after a time or with its caller; then maybe half an answer.
    package func value(within limit: Duration, by clock: any WaitingClock) async -> Success {
        let timer = Task<Void, any Error> {
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
    /// `nil` if the waiting task is cancelled; this one goes on.
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
