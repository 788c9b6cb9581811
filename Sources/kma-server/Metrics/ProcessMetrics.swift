#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the process takes of the machine, under the names Prometheus gives it everywhere. Only Linux tells.
enum ProcessMeasures {
    /// Writes what can be told.
    static func write(to text: inout MetricsText) {
        if let bytes = residentBytes {
            text.family("process_resident_memory_bytes", .gauge, "Resident memory.")
            text.sample([:], Double(bytes))
        }
        if let count = openFiles {
            text.family("process_open_fds", .gauge, "Open file descriptors.")
            text.sample([:], Double(count))
        }
    }

    /// The `VmRSS` of proc(5), which the kernel gives in kB.
    static var residentBytes: Int? {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        return String(decoding: status, as: UTF8.self)
            .split(separator: "\n")
            .first { $0.hasPrefix("VmRSS:") }
            .flatMap { Int($0.filter(\.isNumber)) }
            .map { $0 * 1_024 }
    }

    private static var openFiles: Int? {
        // Not there on other systems.
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
