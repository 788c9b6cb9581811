import Foundation

/// What the process holds of the machine, as Linux tells it.
struct Resources {
    /// Resident memory in MB.
    var megabytes: Double
    /// Open descriptors.
    var descriptors: Int

    /// As at this moment.
    static func now() throws -> Resources {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        return Resources(megabytes: kilobytes / 1_024, descriptors: descriptors)
    }
}
