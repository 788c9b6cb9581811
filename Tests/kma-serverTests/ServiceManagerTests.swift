#if os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The manager that started the service", .takesSlots(programs: 1))
struct ServiceManagerTests {
    @Test("It hears of the start once the service listens, and of life while it answers")
    func start() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/notify"
        let manager = try socket(at: path)
        defer { close(manager) }
        let service = try await RunningService(
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"],
            in: folder
        )
        var received: [String] = []
        try await until("two signs of life") {
            if let state = next(from: manager) { received.append(state) }
            return received.count >= 3
        }
        #expect(received == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"])
        #expect(try await service.end().status == 0)
    }

    @Test("A service with a socket that is not there answers all the same, and says so in its log")
    func nobody() async throws {
        let service = try await RunningService(environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
        try await until("a line of the log") { service.log.contains("manager") }
        #expect(try await RawClient(service).body("/healthz").isEmpty == false)
        _ = try await service.end()
    }

    private func socket(at path: String) throws -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    private func next(from descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
#endif
