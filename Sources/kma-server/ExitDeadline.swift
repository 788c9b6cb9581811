import Dispatch

/// End of the process a fixed time after the signal, by a thread of its own: busy threads, or a silent name server, hold up the graceful end.
final class ExitDeadline {
    private let sources: [any DispatchSourceSignal]

    init(after time: Duration, signals: [Int32], end: @escaping @Sendable () -> Void) {
        let hasBegun = DispatchSemaphore(value: 0)
        let queue = DispatchQueue(label: "exit signals")
        sources = signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { hasBegun.signal() }
            source.activate()
            return source
        }
        DispatchQueue(label: "exit deadline").async {
            hasBegun.wait()
            // Never signalled: sleeps without another thread.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time.inSeconds)
            end()
        }
    }
}
