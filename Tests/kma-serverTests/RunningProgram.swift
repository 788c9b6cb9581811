import Foundation
import Testing

/// The program, running on a port of its own.
final class RunningProgram: Sendable {
    /// `http://127.0.0.1:PORT`.
    let address: String
    private let process: Process
    private let folder: ScratchFolder

    /// Starts the program, and waits until it says where it listens.
    init(_ arguments: [String] = ["--sample"], environment: [String: String] = [:]) async throws {
        folder = try ScratchFolder()
        process = try BuiltProgram.process(arguments + ["--port", "0"], environment, in: folder)
        try process.run()
        var address: String?
        while address == nil, process.isRunning {
            try await Task.sleep(for: .milliseconds(20))
            address = try String(contentsOf: BuiltProgram.log(in: folder), encoding: .utf8)
                .firstMatch(of: /http:\/\/[0-9.]+:[0-9]+/)
                .map { String($0.0) }
        }
        self.address = try #require(address)
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The port in ``address``.
    var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

    /// What it has said so far.
    var said: String {
        get throws { try String(contentsOf: BuiltProgram.log(in: folder), encoding: .utf8) }
    }

    /// Sends SIGTERM. The status it ends with, and how long that took.
    func terminate() async throws -> (status: Int32, time: Duration) {
        let start = ContinuousClock.now
        process.terminate()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        return (process.terminationReason == .exit ? process.terminationStatus : -1, .now - start)
    }
}
