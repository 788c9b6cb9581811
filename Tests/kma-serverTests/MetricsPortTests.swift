import Foundation
import NIOCore
import Settings
import TestSupport
import Testing

@testable import kma_server

@Suite("Metrics on a port of their own", .takesSlots(programs: 1))
struct MetricsPortTests {
    @Test(
        "With a port for the metrics they are served there alone, and nothing else is",
        arguments: [(["--metrics-port", "0"], [:]), ([], ["KMA_METRICS_PORT": "0"])]
            as [([String], [String: String])]
    )
    func ownPort(arguments: [String], environment: [String: String]) async throws {
        let service = try await RunningService(["--sample"] + arguments, environment: environment)
        let client = RawClient(service)
        var port: Int?
        try await until("a port in the log") {
            port = service.log.firstMatch(of: /http:\/\/127.0.0.1:(\d+)\/metrics/).flatMap { Int($0.1) }
            return port != nil
        }
        let metrics = RawClient(port: try #require(port))
        #expect(try await client.status("/v1/week?area=Busan") == 200)
        #expect(try await client.status("/metrics") == 404)
        #expect(
            try await metrics.metric("kma_http_request_seconds_count{route=\"/v1/week\",status=\"200\"}") == 1
        )
        for target in ["/v1/week?area=Busan", "/", "/healthz"] {
            #expect(try await metrics.status(target) == 404, "\(target)")
        }
        let refused = try await metrics.raw("GET /metrics HTTP/1.1\r\n\r\n")
        #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains("nosniff"))
        #expect(try await service.end().status == 0)
    }

    @Test("The service's own port as that of the metrics is where they are without one")
    func samePort() throws {
        let settings = try Settings(environment: ["KMA_METRICS_PORT": "8080"], readFile: { _ in "" })
        for arguments in [[], ["--port", "8080"], ["--metrics-port", "8080"]] {
            #expect(try ListeningOptions.parse(arguments).serverOptions(settings).metricsPort == nil)
        }
        let free = try ListeningOptions.parse(["--port", "0", "--metrics-port", "0"])
        #expect(free.serverOptions(settings).metricsPort == 0)
    }

    @Test("A port for the metrics that is in use ends the program, and its setting is named")
    func usedPort() async throws {
        let other = try await RunningService()
        let run = try await ProgramRun(["--sample", "--port", "0", "--metrics-port", "\(other.port)"])
        #expect(run.status == 78)
        #expect(run.log.contains("KMA_METRICS_PORT") && run.log.contains(":\(other.port)"))
        // The one line says why, in words, and nothing claims to listen.
        #expect(run.log.contains("Address already in use"))
        #expect(!run.log.contains("http://") && !run.log.contains("level="))
    }

    @Test("The process is measured no more than once in a few seconds, however often metrics are asked for")
    func measuredSeldom() async throws {
        let metrics = ServerMetrics()
        func openFiles() -> Substring? {
            metrics.text(at: Date()).split(separator: "\n").first { $0.hasPrefix("process_open_fds ") }
        }
        let before = openFiles()
        let files = (0..<8).map { _ in open("/dev/null", O_RDONLY) }
        defer { for file in files { close(file) } }
        #expect(openFiles() == before)
    }
}

@Suite("Warnings about how the service is open", .takesSlots(programs: 1))
struct ExposureTests {
    @Test(
        "A service that is open to the network without a proxy says so when it starts",
        arguments: [
            (["--host", "0.0.0.0"], true), (["--host", "0.0.0.0", "--behind-proxy"], false),
            (["--host", "127.0.0.1"], false),
        ]
    )
    func openToNetwork(arguments: [String], warns: Bool) async throws {
        let service = try await RunningService(["--sample", "--lang", "en"] + arguments)
        // The line of the address is written first.
        #expect(try await RawClient(service).status("/healthz") == 200)
        #expect(service.log.contains("open to other machines, without TLS") == warns)
    }

    @Test("A proxy on this machine that is not believed is told of once")
    func unbelievedProxy() async throws {
        let fields = "Host: x\r\nX-Forwarded-For: 203.0.113.7\r\nConnection: close\r\n"
        let request = "GET /v1/areas HTTP/1.1\r\n\(fields)\r\n"
        for (arguments, count) in [([], 1), (["--behind-proxy"], 0)] as [([String], Int)] {
            let service = try await RunningService(["--sample"] + arguments)
            let client = RawClient(service)
            #expect(try await client.status("/healthz") == 200)
            #expect(!service.log.contains("--behind-proxy"))
            for _ in 0..<3 { #expect(try await client.raw(request).hasPrefix("HTTP/1.1 200 ")) }
            #expect(service.log.matches(of: /level=warning.*--behind-proxy/).count == count)
        }
    }

    @Test("A proxy that names no client is told of once, since all behind it share one limit")
    func namelessProxy() async throws {
        let service = try await RunningService(["--sample", "--behind-proxy"])
        let client = RawClient(service)
        // An operator asks past the proxy whether a replica is ready.
        #expect(try await client.status("/readyz") == 200)
        #expect(!service.log.contains("names no client"))
        for _ in 0..<3 { #expect(try await client.status("/v1/areas") == 200) }
        #expect(service.log.matches(of: /level=warning.*names no client in X-Forwarded-For/).count == 1)
    }

    @Test(
        "A limit below one request a second lets a client in, and no spelling of its address gets past it"
    )
    func slowLimit() async throws {
        let service = try await RunningService(["--sample", "--limit", "0.01", "--behind-proxy"])
        let client = RawClient(service)
        func status(from address: String) async throws -> String {
            let fields = "Host: x\r\nX-Forwarded-For: \(address)\r\nConnection: close\r\n"
            let head = "GET /v1/areas HTTP/1.1\r\n\(fields)\r\n"
            return String(try await client.raw(head).dropFirst("HTTP/1.1 ".count).prefix(3))
        }
        let spellings = [
            ["203.0.113.7", "203.0.113.7:4711", "192.0.2.1,\t203.0.113.7", "::ffff:203.0.113.7"],
            ["2001:db8::1", "[2001:db8::1]:443", "[2001:db8::2]"],
            ["unknown", "_hidden", "x, nonsense", "[", "1.2.3"],
        ]
        for client in spellings {
            var statuses: [String] = []
            for spelling in client { statuses.append(try await status(from: spelling)) }
            #expect(statuses == ["200"] + client.dropFirst().map { _ in "429" }, "\(client)")
        }
    }
}
