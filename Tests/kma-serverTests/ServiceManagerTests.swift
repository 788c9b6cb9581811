import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TestSupport
import Testing

@Suite("The manager that started the service", .takesSlots(programs: 1, listeners: 1))
struct ServiceManagerTests {
    @Test("It hears of the start once the service listens, and of life while it answers")
    func start() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/notify"
        let received = NIOLockedValueBox<[String]>([])
        let manager = try await DatagramBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .channelInitializer { channel in
                channel.pipeline.addHandler(Receiver(received: received))
            }
            .bind(unixDomainSocketPath: socket).get()
        let service = try await RunningService(
            environment: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "200000"],
            in: folder
        )
        try await until("two signs of life") { received.withLockedValue { $0.count >= 3 } }
        #expect(received.withLockedValue { $0.prefix(3) } == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"])
        #expect(try await service.end().status == 0)
        try await manager.close()
    }

    @Test("A service with a socket that is not there answers all the same, and says so in its log")
    func nobody() async throws {
        let service = try await RunningService(environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
        try await until("a line of the log") { service.log.contains("manager") }
        #expect(try await RawClient(service).body("/healthz").isEmpty == false)
        _ = try await service.end()
    }
}

private final class Receiver: ChannelInboundHandler, Sendable {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    private let received: NIOLockedValueBox<[String]>

    init(received: NIOLockedValueBox<[String]>) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.withLockedValue { $0.append(String(buffer: unwrapInboundIn(data).data)) }
    }
}
