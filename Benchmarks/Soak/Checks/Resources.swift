import Foundation

/// What a process holds of the machine, as Linux tells it.
struct Resources {
    /// Resident memory in MB.
    var megabytes: Double
    /// Open descriptors.
    var descriptors: Int

    /// As at this moment.
    static func now() throws -> Resources {
        glibc("malloc_trim", as: (@convention(c) (Int) -> Int32).self).map { _ = $0(0) }
        return try Resources(of: getpid())
    }

    /// As another process is at this moment.
    init(of process: Int32) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        megabytes = kilobytes / 1_024
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    /// Lets resident memory tell what is held. After the first body of 5 MB glibc would keep the room for others like it,
    /// in as many arenas as there were threads that met one: 20 MB here or there by chance.
    static func keepNoRoom() {
        let mmapThreshold: Int32 = -3
        glibc("mallopt", as: (@convention(c) (Int32, Int32) -> Int32).self).map {
            _ = $0(mmapThreshold, 1 << 20)
        }
    }

    /// A function of <malloc.h>, which Swift's module of glibc leaves out.
    private static func glibc<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
}
