import CLibrary

/// Holder of a name, so that names of a killed process are free at once.
struct ProcessIdentity: Sendable, Equatable {
    /// Boot and namespace: containers and other machines may share a folder.
    let space: String
    let number: Int32
    static let current = ProcessIdentity(space: currentSpace ?? "", number: getpid())

    var isGone: Bool { space == ProcessIdentity.current.space && !space.isEmpty && kill(number, 0) != 0 && errno == ESRCH }

    private static var currentSpace: String? {
        #if canImport(Darwin)
        var bytes = [CChar](repeating: 0, count: 64)
        var size = bytes.count
        // https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
        guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
        return bytes.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } }
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
    var text: String { "\(number)/\(space)" }

    /// `<number>/<space>/<anything>`; `nil` for earlier versions.
    init?(owner: String) {
        let parts = owner.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int32(parts[0]), number > 0 else { return nil }
        self.init(space: String(parts[1]), number: number)
    }
}
