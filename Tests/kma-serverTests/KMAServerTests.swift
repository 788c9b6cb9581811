import AsyncHTTPClient
import Foundation
import NIOCore
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("The kma-server program", .takesSlots(programs: 1, listeners: 2))
struct KMAServerTests {
    @Test("The program takes a free port, and says where it listens and that its data are samples")
    func start() async throws {
        let program = try await RunningService()
        #expect(program.port > 0)
        #expect(program.log.contains("예시 자료"))
        #expect(try await RawClient(program).status("/v1/week?area=Busan") == 200)
    }

    @Test(
        "The service stays where it has nothing to do beside its requests: no ledger, no folder, no home",
        arguments: [["KMA_LEDGER": "off"], ["KMA_CACHE_DIR": "", "HOME": ""], [:]]
    )
    func nothingBeside(environment: [String: String]) async throws {
        let upstream = try Upstream(now: Date())
        var settings = self.environment(for: upstream)
        settings.merge(environment) { _, given in given }
        let program = try await RunningService([], environment: settings)
        // A fault at the start would have ended it after its first response at the latest.
        for _ in 0..<20 { #expect(try await RawClient(program).status("/healthz") == 200) }
        #expect(program.isRunning)
        #expect(try await program.end().status == 0)
    }

    @Test("A probe ends well where the service answers, and says where it does not")
    func probe() async throws {
        let program = try await RunningService()
        let alive = try await ProgramRun(["--probe", "--port", "\(program.port)"])
        #expect(alive.status == 0)
        #expect(alive.log == "")
        _ = try await program.end()
        let gone = try await ProgramRun(["--probe", "--port", "\(program.port)"])
        #expect(gone.status == 69)
        #expect(gone.log.contains("http://127.0.0.1:\(program.port)/healthz"))
        #expect(gone.log.contains("(connection refused)."))
    }

    @Test("SIGTERM ends the program with 0 after the requests in flight are answered")
    func termination() async throws {
        let upstream = try Upstream(now: Date())
        upstream.fault(.late(milliseconds: 1_000))
        let program = try await RunningService([], environment: environment(for: upstream))
        async let running = HTTPClient.shared.execute(
            HTTPClientRequest(url: program.address + "/v1/outlook?area=Busan"),
            timeout: .seconds(30)
        )
        try await until("a request") { !upstream.requests.isEmpty }
        let ending = Task { try await program.end() }
        #expect(try await running.status == .ok)
        let end = try await ending.value
        #expect(end.status == 0)
        #expect(end.time < .seconds(10))
    }

    @Test("SIGTERM ends open streams at once")
    func streamsEnd() async throws {
        let program = try await RunningService()
        let response = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: program.address + "/v1/stream?area=Busan"),
            timeout: .seconds(30)
        )
        var events = EventStream(response.body)
        #expect(try await events.next() != nil)
        let ending = Task { try await program.end() }
        #expect(try await events.next() == nil)
        #expect(try await ending.value.status == 0)
    }

    @Test("SIGTERM ends the program within ten seconds though an upstream hangs and a client waits for it")
    func hungUpstream() async throws {
        let upstream = try Upstream(now: Date())
        upstream.fault(.hang)
        var environment = environment(for: upstream)
        environment["KMA_TIMEOUT"] = "60"
        let program = try await RunningService([], environment: environment)
        let waiting = Task { try? await RawClient(program).status("/v1/outlook?area=Busan") }
        try await until("a request") { !upstream.requests.isEmpty }
        let end = try await program.end()
        #expect(end.status == 0)
        #expect(end.time < .seconds(10))
        _ = await waiting.value
    }

    @Test("SIGTERM ends the program within ten seconds though an upstream drops every packet")
    func swallowingUpstream() async throws {
        let upstream = try SwallowingListener()
        let program = try await RunningService(
            [],
            environment: [
                "KMA_BASE_URL": "http://127.0.0.1:\(upstream.port)", "KMA_SERVICE_KEY": "key",
                "KMA_TIMEOUT": "60",
            ]
        )
        let waiting = Task { try? await RawClient(program).status("/v1/outlook?area=Busan") }
        try await settle(for: .seconds(1))
        let end = try await program.end()
        #expect(end.status == 0)
        #expect(end.time < .seconds(10))
        _ = await waiting.value
    }

    @Test("No key stands in the log, whatever becomes of its calls")
    func keys() async throws {
        let upstream = try Upstream(now: Date())
        for fault in [Fault.header(.keyNotRegistered), .reset, .html(status: 502)] {
            upstream.fault(fault, times: 4)
        }
        let program = try await RunningService(
            ["--log-level", "trace"],
            environment: environment(for: upstream)
        )
        let client = RawClient(program)
        for _ in 0..<4 { _ = try await client.status("/v1/week?area=Busan") }
        _ = try await client.status("/metrics")
        let said = program.log
        #expect(said.contains("msg=upstream"))
        for secret in [upstream.keys.portal, upstream.keys.openWeather, "serviceKey", "appid"] {
            #expect(!said.contains(secret))
        }
    }

    @Test(
        "A program that cannot start names the reason and ends with its status",
        arguments: [
            (["--port", "x"], [:], 64, "port"), (["--metrics-port", "70000"], [:], 64, "metrics-port"),
            (["--limit", "-1"], [:], 64, "limit"), (["--limit", "1e-300"], [:], 64, "--limit"),
            (["--miss-limit", "1e-7"], [:], 64, "--miss-limit"), (["--limit", "inf"], [:], 64, "--limit"),
            (["--sample"], ["KMA_AREA": "Nowhere"], 78, "KMA_AREA"),
            (["extra"], [:], 64, "extra"),
            (["--sample"], ["KMA_PORT": "x"], 78, "KMA_PORT"),
            (["--sample"], ["KMA_METRICS_PORT": "x"], 78, "KMA_METRICS_PORT"),
            (["--sample"], ["KMA_TIMEOUT": "0"], 78, "KMA_TIMEOUT"),
            (["--sample", "--keep", "nowhere"], [:], 66, "--keep: ‘nowhere’"),
            (["--sample", "--host", "203.0.113.1"], [:], 78, "address). --host(KMA_HOST)"),
            (["--sample", "--host", "no host"], [:], 78, "known). --host(KMA_HOST)"),
            ([], ["KMA_CLUSTER": "https://[::1]:2379", "KMA_CLUSTER_CA": "/nowhere"], 78, "KMA_CLUSTER_CA"),
            ([], ["KMA_SERVICE_KEY": "key", "KMA_LEDGER": #filePath], 78, "기록"),
            // 58 calls a day a place, of 9,500.
            (
                ["--keep", Array(repeating: "부산", count: 164).joined(separator: ",")],
                ["KMA_SERVICE_KEY": "key"], 64, "9512"
            ),
        ] as [([String], [String: String], Int32, String)]
    )
    func refusal(arguments: [String], environment: [String: String], status: Int32, word: String) async throws
    {
        let run = try await ProgramRun(arguments, environment: environment)
        #expect(run.status == status)
        #expect(run.log.contains(word))
    }

    @Test("Prefetching reports its calls a day before the service listens")
    func cost() async throws {
        let upstream = try Upstream(now: Date())
        let program = try await RunningService(["--keep", "all"], environment: environment(for: upstream))
        let lines = program.log.split(separator: "\n")
        let cost = lines.firstIndex { $0.contains("--keep") && $0.contains("372/9500") }
        let listening = try #require(lines.firstIndex { $0.contains(program.address) })
        #expect(try #require(cost) < listening)
    }

    private func environment(for upstream: Upstream) -> [String: String] {
        [
            "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "OPENWEATHER_BASE_URL": upstream.url, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
        ]
    }
}

/// An address whose queue of connections is full: the system drops what is sent there, as a firewall does.
private final class SwallowingListener: Sendable {
    let port: Int
    private let sockets: [Int32]

    init() throws {
        let listener = Socket.made().descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let clients = (0..<4).map { _ in Socket.made().descriptor }
        // These clients are never answered, and must not wait for it.
        for client in clients { _ = fcntl(client, F_SETFL, O_NONBLOCK) }
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, listen(listener, 0) == 0,
                    getsockname(listener, address, &length) == 0
                else { return false }
                for client in clients { _ = connect(client, address, length) }
                return true
            }
        }
        try #require(isBound)
        port = Int(UInt16(bigEndian: address.sin_port))
        sockets = clients + [listener]
    }

    deinit {
        for socket in sockets { close(socket) }
    }
}
