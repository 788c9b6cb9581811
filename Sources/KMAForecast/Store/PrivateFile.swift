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

/// Creates, replaces and removes files that only their owner can read.
enum PrivateFile {
    /// The system's error number.
    struct Failure: Error, CustomStringConvertible {
        var code: Int32

        var description: String { String(cString: strerror(code)) }
    }

    /// Writes a file beside its name and renames it, so that no reader ever sees half of it.
    static func replace(_ path: String, with contents: Data) throws(Failure) {
        let draft = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        let failure = write(contents, to: descriptor)
        close(descriptor)
        if let failure {
            unlink(draft)
            throw failure
        }
        guard rename(draft, path) == 0 else {
            let failure = Failure(code: errno)
            unlink(draft)
            throw failure
        }
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a directory, if it is empty.
    static func removeEmptyDirectory(_ path: String) {
        rmdir(path)
    }

    /// Adds one byte to a file and returns its length. Appending is one step for the system, so any number of processes
    /// can count in the same file without a lock.
    static func append(to path: String) throws(Failure) -> Int {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        if let failure = write(Data([UInt8(ascii: ".")]), to: descriptor) { throw failure }
        return Int(lseek(descriptor, 0, SEEK_END))
    }

    /// The length of a file; `nil` where there is none.
    static func size(of path: String) -> Int? { information(of: path)?.size }

    /// What the system tells of a file.
    struct Information {
        /// Its length in bytes.
        var size: Int
        /// When it was last written, in seconds since 1970.
        var changedAt: Double
    }

    /// What the system tells of a file; `nil` where there is none. Read from the system itself, because the type of
    /// `FileAttributeKey.size` differs between Foundation (`Int`) and FoundationEssentials (`UInt64`).
    static func information(of path: String) -> Information? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        #if canImport(Darwin)
        let time = information.st_mtimespec
        #else
        let time = information.st_mtim
        #endif
        return Information(
            size: Int(information.st_size),
            changedAt: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        )
    }

    /// Makes a directory and those above it, for the owner alone.
    static func makeDirectory(_ path: String) throws(Failure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST { throw Failure(code: errno) }
        }
    }

    private static func write(_ contents: Data, to descriptor: Int32) -> Failure? {
        contents.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = systemWrite(descriptor, bytes, from: written)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return Failure(code: errno) }
                written += count
            }
            return nil
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, from start: Int)
        -> Int
    {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        #if canImport(Glibc)
        return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
        return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
    }
}
