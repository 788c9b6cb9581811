#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that one process at a time can lock.
///
/// The lock is advisory (flock(2)): the kernel frees it when the process ends, however it ends. When the lock was taken
/// is the file's time, so that a process that is stopped and does not end cannot hold up the others for good.
final class LockFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file, and makes it and its folder where there is none; `nil` where that cannot be done.
    init?(_ path: String, in folder: String) {
        self.path = path
        var descriptor = LockFile.open(path)
        if descriptor < 0, errno == ENOENT {
            // A folder that cannot be made is reported by the store; without it there is nothing to lock.
            try? PrivateFile.makeDirectory(folder)
            descriptor = LockFile.open(path)
        }
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func open(_ path: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #else
        Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #endif
    }

    /// Locks it and notes when; `false` where another process has the lock.
    func lock() -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        futimens(descriptor, nil)
        return true
    }

    /// Gives the lock back.
    func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether somebody has removed it since it was opened: whoever had the lock is done, or was given up.
    var isRemoved: Bool { information?.st_nlink == 0 }

    /// Removes it, for whoever waits to see that the turn is over, unless that was done already.
    func remove() {
        if !isRemoved { PrivateFile.remove(path) }
    }

    /// Removes it if it was locked longer ago than that: its process is stopped, and a new file takes its place.
    func removeIfOlder(than limit: Duration) {
        guard let lockedAt = PrivateFile.information(of: path)?.changedAt,
            Duration.seconds(Date().timeIntervalSince1970 - lockedAt) > limit
        else { return }
        remove()
    }

    /// What the process that had the lock left for those who wait.
    var note: String {
        get {
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        set {
            let bytes = Array(newValue.utf8.prefix(512))
            // A disk that is full leaves no note; then those who wait call for themselves.
            _ = pwrite(descriptor, bytes, bytes.count, 0)
        }
    }

    private var information: stat? {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? information : nil
    }
}
