import Foundation
import StubUpstream
import TestSupport

/// One member of the real etcd, on free ports with a folder of its own. It ends with the last reference to it.
final class EtcdProcess: Sendable {
    /// Where clients reach it.
    let endpoint: String
    /// The port of that.
    let port: Int
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let process: LockedValue<RunningProcess>

    /// Whether etcd is installed; without it the tests that need it are skipped.
    static let path = ["/usr/bin/etcd", "/usr/local/bin/etcd", "/opt/homebrew/bin/etcd"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    static let isInstalled = path != nil
    static let hint = "etcd is missing. On Debian or Ubuntu: sudo apt-get install etcd-server"

    /// A cluster of one member, with further options.
    convenience init(_ options: [String] = [], scheme: String = "http") throws {
        try self.init(0, of: [try freePort()], options, scheme: scheme)
    }

    private init(_ number: Int, of peers: [Int], _ options: [String], scheme: String = "http") throws {
        port = try freePort()
        endpoint = "\(scheme)://127.0.0.1:\(port)"
        folder = try TemporaryFolder()
        let peer = "http://127.0.0.1:\(peers[number])"
        let members = peers.enumerated().map { "member\($0.offset)=http://127.0.0.1:\($0.element)" }
        arguments =
            [
                "--name", "member\(number)", "--listen-client-urls", endpoint,
                "--advertise-client-urls", endpoint, "--listen-peer-urls", peer,
                "--initial-advertise-peer-urls", peer, "--initial-cluster", members.joined(separator: ","),
                "--log-level", "error", "--auto-compaction-retention", "1h",
            ] + options
        process = LockedValue(try EtcdProcess.start(arguments, "data-1", in: folder))
    }

    /// A cluster of several members.
    static func members(_ count: Int) throws -> [EtcdProcess] {
        let peers = try (0..<count).map { _ in try freePort() }
        return try peers.indices.map { try EtcdProcess($0, of: peers, []) }
    }

    deinit { signal(SIGKILL) }

    /// Sends it a signal: SIGSTOP freezes it, SIGCONT lets it go on.
    func signal(_ signal: Int32) { process.withLock { $0.signal(signal) } }

    /// Kills it.
    func stop() async throws {
        let running = process.withLock { $0 }
        running.signal(SIGKILL)
        _ = try await running.outcome()
    }

    /// Kills it, and starts it again with what it had, or empty.
    func restart(empty: Bool) async throws {
        try await stop()
        let next = try EtcdProcess.start(arguments, empty ? "data-2" : "data-1", in: folder)
        process.withLock { $0 = next }
    }

    /// All that it has on disk, as bytes.
    var contents: Data {
        get throws { try TemporaryFolder.files(below: folder.path).values.reduce(Data(), +) }
    }

    private static func start(_ arguments: [String], _ data: String, in folder: TemporaryFolder) throws
        -> RunningProcess
    {
        try RunningProcess(
            path ?? "etcd",
            arguments + ["--data-dir", "\(folder.path)/\(data)"],
            ["PATH": "/usr/bin:/bin", "ETCD_UNSUPPORTED_ARCH": "arm64"],
            in: folder
        )
    }
}

/// Ports that were given out.
private let givenPorts = LockedValue<Set<Int>>([])

/// A port of the loopback address on which nobody listens, given once. It is none of those that the system gives to
/// connections (32768 and above on Linux, 49152 on macOS): one of these might have it before etcd listens, or while a
/// member is down.
private func freePort() throws -> Int {
    for _ in 0..<1_000 {
        let port = Int.random(in: 20_000..<32_000)
        if givenPorts.withLock({ $0.insert(port).inserted }), try isFree(port) { return port }
    }
    throw POSIXError(.EADDRINUSE)
}

/// Whether one may listen on a port of the loopback address.
private func isFree(_ port: Int) throws -> Bool {
    let descriptor = Socket.made().descriptor
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
