import Foundation

/// A value that several threads share, one at a time.
///
/// `Mutex` of the standard library would do, but needs macOS 15 and the package runs on 14.
/// Unchecked because the compiler cannot see that every way to `value` goes through the lock.
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
