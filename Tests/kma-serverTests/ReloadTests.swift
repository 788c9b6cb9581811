import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("SIGHUP", .takesSlots(programs: 1, listeners: 2))
struct ReloadTests {
    private let folder: TemporaryFolder
    private let upstream: Upstream

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/.config/kma",
            withIntermediateDirectories: true
        )
        upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
    }

    /// The service with its settings in the person's own file.
    private func service(
        _ lines: [String],
        environment: [String: String] = ["KMA_NOW": "2026-10-04T15:00:00+09:00", "KMA_LANG": "en"]
    ) async throws -> RunningService {
        try write(lines)
        return try await RunningService(
            [],
            environment: environment.merging(["HOME": folder.path]) { $1 },
            in: folder
        )
    }

    private func write(_ lines: [String]) throws {
        let addresses = ["KMA_BASE_URL=\(upstream.portalURL)", "AIRKOREA_BASE_URL=\(upstream.airKoreaURL)"]
        try folder.write((addresses + lines).joined(separator: "\n") + "\n", to: ".config/kma/env")
    }

    private func hangUp(_ service: RunningService, until words: String) async throws {
        let before = service.log.components(separatedBy: words).count
        service.signal(SIGHUP)
        try await until("\(words) in the log") {
            service.log.components(separatedBy: words).count > before || !service.isRunning
        }
    }

    @Test("A key that was put right answers, on the connection and in the process of before")
    func keys() async throws {
        let service = try await service(["KMA_SERVICE_KEY=wrong-key"])
        let client = RawClient(service)
        #expect(try await client.status("/v1/week?area=Seoul") != 200)
        try write(["KMA_SERVICE_KEY=\(upstream.keys.portal)", "KMA_AREA=부산"])
        try await hangUp(service, until: "read the settings again")
        #expect(try await client.status("/v1/week?area=Seoul") == 200)
        #expect(try await client.status("/v1/theme") == 200)
        #expect(!service.log.contains(upstream.keys.portal))
        #expect(try await service.end().status == 0)
    }

    @Test("A fault in the file is told with its line, and changes nothing")
    func faults() async throws {
        let service = try await service(["KMA_SERVICE_KEY=\(upstream.keys.portal)", "KMA_AREA=부산"])
        for line in ["KMA_TIMEOUT=soon", "KMA_AREA=없는동네", "KMA_RULES=\(folder.path)/none"] {
            try write(["KMA_SERVICE_KEY=\(upstream.keys.portal)", line])
            try await hangUp(service, until: "going on with the settings of before")
            #expect(try await RawClient(service).status("/v1/theme") == 200, "\(line)")
        }
        try write(["KMA_SERVICE_KEY=\(upstream.keys.portal)", "KMA_PORT=1"])
        try await hangUp(service, until: "KMA_PORT: takes a restart")
        #expect(service.isRunning)
        #expect(try await service.end().status == 0)
    }

    @Test("A language and a moment of the file count in all that is said from then on")
    func languageAndMoment() async throws {
        let key = "KMA_SERVICE_KEY=\(upstream.keys.portal)"
        upstream.now += 9 * 3_600
        let before = [key, "KMA_LANG=ko", "KMA_NOW=2026-10-04T23:50:00+09:00"]
        let service = try await service(before, environment: [:])
        let client = RawClient(service)
        let tomorrow = "/v1/week?area=Seoul&on=tomorrow"
        func words(_ target: String) async throws -> String {
            String(decoding: try await client.body(target), as: UTF8.self)
        }
        #expect(try await words(tomorrow).contains(#""from":"2026-10-05T00:00"#))
        try write([key, "KMA_LANG=en", "KMA_NOW=2026-10-05T00:10:00+09:00"])
        try await hangUp(service, until: "read the settings again")
        #expect(try await words(tomorrow).contains(#""from":"2026-10-06T00:00"#))
        for target in ["/v1/nothing", "/v1/week?area=x", "/v1/week?x=1", "//x"] {
            #expect(try await !words(target).contains(/[가-힣]/), "\(target)")
        }
        #expect(try await service.end().status == 0)
    }

    @Test("A rule that was added is decided")
    func rules() async throws {
        let receiver = try StubReceiver()
        try folder.write("", to: "rules")
        upstream.setWarning("o 호우주의보 : 서울")
        let lines = [
            "KMA_SERVICE_KEY=\(upstream.keys.portal)", "KMA_RULES=\(folder.path)/rules",
            "KMA_WEBHOOK_PRIVATE=allow",
        ]
        let service = try await service(lines)
        try folder.write("서울 | 특보 | webhook \(receiver.url)/x\n", to: "rules")
        try await hangUp(service, until: "read the settings again")
        #expect(try await receiver.has(1))
        #expect(try await service.end().status == 0)
    }
}
