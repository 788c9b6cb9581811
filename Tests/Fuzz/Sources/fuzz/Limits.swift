import Foundation
import LibFuzzer

/// Costs of an input at most: 50 ms, and ten times its own size in memory.
struct Limits {
    /// Milliseconds of a release build, of the processor's time and not the wall's: the machine may be busy.
    private static let milliseconds = 50.0
    /// A build with the address sanitizer and coverage takes so many times as long, one that is not optimized as well
    /// many times more; see README.md.
    private static let slowdown = _isDebugAssertConfiguration() ? 50.0 : 5.0
    /// Bytes of memory for each byte of input.
    private static let bytesPerByte = 10
    /// Bytes that any input may take: an answer of its own has a size, whatever it was made from.
    private static let floor = 2 << 20

    func hold(_ target: FuzzTarget, _ input: Data, _ work: () -> [UInt8]) -> [UInt8] {
        memory_watch_begin()
        let start = Limits.processorTime
        let output = work()
        let spent = Limits.processorTime - start
        let peak = Int(memory_watch_peak())
        if spent > Limits.milliseconds * Limits.slowdown {
            fatalError("\(target.rawValue) took \(spent) ms for \(input.count) bytes")
        }
        if peak > Limits.floor + Limits.bytesPerByte * input.count {
            fatalError("\(target.rawValue) took \(peak) bytes for \(input.count)")
        }
        return output
    }

    /// Milliseconds this thread has worked.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
