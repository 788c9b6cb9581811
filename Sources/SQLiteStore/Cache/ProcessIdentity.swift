#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which process has a name in `cache.db`, so that what a killed one had is free at once: who ends a command that takes too
/// long starts it again, and should not wait for the one that is gone.
struct ProcessIdentity: Sendable, Equatable {
    /// The start of the machine and the namespace in which `number` is one process; empty where that cannot be told. A folder
    /// may be shared with containers and with other machines, where the same number is another process.
    let space: String
    let number: Int32

    /// This process.
    static let current = ProcessIdentity(space: currentSpace ?? "", number: getpid())

    /// Whether the process has ended; `false` where it cannot be told.
    var isGone: Bool {
        space == ProcessIdentity.current.space && !space.isEmpty && kill(number, 0) != 0 && errno == ESRCH
    }

    private static var currentSpace: String? {
        #if canImport(Darwin)
        var bytes = [CChar](repeating: 0, count: 64)
        var size = bytes.count
        // https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
        guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
        return bytes.withUnsafeBufferPointer { text in
            text.baseAddress.map { String(cString: $0) }
        }
        #else
        // proc_sys_kernel(5) and pid_namespaces(7).
        let files = FileManager.default
        guard let boot = files.contents(atPath: "/proc/sys/kernel/random/boot_id"),
            let namespace = try? files.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        return String(decoding: boot.prefix { $0 > 0x20 }, as: UTF8.self) + " " + namespace
        #endif
    }
}

extension ProcessIdentity {
    /// As it stands before an owner's own name: `<number>/<space>`.
    var text: String { "\(number)/\(space)" }

    /// The process of an owner, `<number>/<space>/<anything>`; `nil` where the text names none, as that of an earlier version.
    init?(owner: String) {
        let parts = owner.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int32(parts[0]), number > 0 else { return nil }
        self.init(space: String(parts[1]), number: number)
    }
}
