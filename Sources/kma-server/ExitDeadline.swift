import Dispatch
import Forecast

/// Ends the process a fixed time after the signal to end, whatever it is doing.
///
/// The graceful end is a task, and tasks run on as many threads as there are cores: what keeps all of them busy, or waits
/// in the kernel for a name server that does not answer, keeps the end waiting as well. So the deadline holds a thread of
/// its own from the start, and learns of the signal from Dispatch, whose queues have threads beside those of tasks.
final class ExitDeadline {
    private let sources: [any DispatchSourceSignal]

    /// Waits for one of the signals from now on. `end` is called on the deadline's own thread so long after the first of
    /// them, and is expected to end the process.
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
            // Nobody signals this one: it is a sleep that needs no other thread.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time.inSeconds)
            end()
        }
    }
}
