import Foundation

/// A value that several threads share behind a lock.
///
/// A class, where `Mutex` of the standard library is a value that cannot be copied and so has one owner. Unchecked,
/// because the compiler cannot see that every access to `value` takes the lock.
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a closure on the value while holding the lock.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
