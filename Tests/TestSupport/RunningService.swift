import Foundation
import StubUpstream

/// A running `kma-server` on a free port.
public final class RunningService: Sendable {
    /// `http://127.0.0.1:PORT`.
    public let address: String
    private let running: RunningProcess

    /// Starts it and waits until its log names the address it listens on. It has a cache folder of its own unless the
    /// environment names one.
    public init(
        _ arguments: [String] = ["--sample"],
        environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        var settings = [
            "HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin",
            "KMA_CACHE_DIR": folder.path + "/cache", "SWIFT_BACKTRACE": "enable=no",
        ]
        settings.merge(environment) { _, given in given }
        let path = Program.path(of: "kma-server")
        let running = try RunningProcess(path, arguments + ["--port", "0"], settings, in: folder)
        self.running = running
        var address: String?
        try await until("the service listens") {
            guard running.isRunning else { throw NotListening(log: running.standardErrorSoFar) }
            // Not that of the metrics, which names a path.
            address = running.standardErrorSoFar.firstMatch(of: /http:\/\/[0-9.]+:[0-9]+(?![0-9\/])/).map {
                String($0.0)
            }
            return address != nil
        }
        self.address = address ?? ""
    }

    deinit {
        if running.isRunning { running.signal(SIGTERM) }
    }

    /// The port in ``address``.
    public var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

    /// Its log so far.
    public var log: String { running.standardErrorSoFar }

    /// Its process identifier.
    public var process: Int32 { running.process }

    /// Whether it has not ended yet.
    public var isRunning: Bool { running.isRunning }

    /// Sends it a signal.
    public func signal(_ signal: Int32) { running.signal(signal) }

    /// Sends a signal, SIGTERM by default, and returns the exit status (128 and the signal where that killed it) and
    /// how long the end took.
    public func end(by signal: Int32 = SIGTERM) async throws -> (status: Int32, time: Duration) {
        let start = ContinuousClock.now
        running.signal(signal)
        return (try await running.outcome().status, .now - start)
    }
}

#if os(Linux)
extension RunningService {
    /// Memory and open descriptors of a process at one time.
    public struct Usage: Sendable {
        /// Resident memory.
        public var megabytes: Double
        /// Open descriptors.
        public var descriptors: Int
    }

    /// Memory and descriptors of the service, as in `/proc` on Linux.
    public var usage: Usage {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
            return Usage(megabytes: kilobytes / 1_024, descriptors: descriptors)
        }
    }
}
#endif

/// The error of a service that ended before it listened.
struct NotListening: Error, CustomStringConvertible {
    let log: String

    var description: String { "kma-server ended before it listened: \(log)" }
}
