#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the process takes of the machine, read from `/proc`; other systems than Linux tell nothing.
enum ProcessMetrics {
    /// Bytes of resident memory: the `VmRSS` of proc(5), which the kernel gives in kB.
    static var residentBytes: Int? {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        return String(decoding: status, as: UTF8.self)
            .split(separator: "\n")
            .first { $0.hasPrefix("VmRSS:") }
            .flatMap { Int($0.filter(\.isNumber)) }
            .map { $0 * 1_024 }
    }

    /// Open file descriptors.
    static var openFiles: Int? {
        // Not there on other systems.
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
