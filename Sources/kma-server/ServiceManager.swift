import AsyncHTTPClient
import KMAForecast
import Logging
import NIOCore
import NIOPosix

/// Manager such as systemd, which hears of the start and, with a watchdog, of life (sd_notify(3), systemd.service(5)).
struct ServiceManager: Sendable {
    private let socket: String
    private let interval: Duration?

    init?(_ environment: [String: String], process: Int32) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") else { return nil }
        self.socket = socket
        let isWatched = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        interval = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { isWatched && $0 > 0 ? .microseconds($0 / 2) : nil }
    }

    func follow(_ health: ServerHealthCheck, by clock: any WaitingClock, _ client: HTTPClient, _ logger: Logger) async {
        await report("READY=1", logger) {}
        guard let interval else { return }
        while (try? await clock.sleep(for: interval)) != nil { await report("WATCHDOG=1", logger) { try await health.run(client) } }
    }

    private func report(_ state: String, _ logger: Logger, after check: () async throws -> Void) async {
        do {
            try await check()
            try await send(state)
        } catch { logger.warning("manager", metadata: ["error": "\(error)", "state": "\(state)"]) }
    }

    private func send(_ state: String) async throws {
        let address = try SocketAddress(unixDomainSocketPath: socket)
        let channel = try await DatagramBootstrap(group: NIOSingletons.posixEventLoopGroup).connect(unixDomainSocketPath: socket).get()
        let message = AddressedEnvelope(remoteAddress: address, data: ByteBuffer(string: state))
        try await channel.writeAndFlush(message)
        try await channel.close()
    }
}
