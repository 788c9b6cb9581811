#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files that only their owner can read, replaced whole or not at all.
enum PrivateFile {
    /// What the system said.
    struct Failure: Error, CustomStringConvertible {
        var code: Int32

        var description: String { String(cString: strerror(code)) }
    }

    /// Puts a file in place under its name in one step, so that no reader ever sees half of it.
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

    /// Removes a file; one that is gone already is as good.
    static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a directory, if there is nothing in it.
    static func removeEmptyDirectory(_ path: String) {
        rmdir(path)
    }

    /// Adds one byte to a file and tells how long it is then. Appending is one step for the system, so any number of
    /// processes can count in the same file without a lock.
    static func count(in path: String) throws(Failure) -> Int {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        if let failure = write(Data([UInt8(ascii: ".")]), to: descriptor) { throw failure }
        return Int(lseek(descriptor, 0, SEEK_END))
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
        #elseif canImport(Musl)
        return Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
        return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
    }
}
