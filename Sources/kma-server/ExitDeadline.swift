import Dispatch
import Forecast

/// Ends the process a fixed time after the signal: busy threads, or a silent name server in the kernel, can
/// hold up the graceful end, a task. So the deadline has a thread, and gets the signal from Dispatch.
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
            // Never signalled: a sleep without another thread.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time.inSeconds)
            end()
        }
    }
}
