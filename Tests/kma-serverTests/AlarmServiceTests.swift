import AsyncHTTPClient
import Feeds
import Foundation
import StubUpstream
import TestSupport
import Testing
import Watching

@testable import kma_server

@Suite("Alarms of the service", .takesSlots(programs: 1, listeners: 2))
struct AlarmServiceTests {
    private let folder: TemporaryFolder
    private let upstream: Upstream

    init() throws {
        folder = try TemporaryFolder()
        upstream = try Upstream(now: Self.time(15))
    }

    private static func time(_ hour: Int) -> Date {
        Date(timeIntervalSince1970: 1_791_039_600 + Double(hour) * 3_600)
    }

    /// The service at an hour of the day, with the state of those before it.
    private func service(at hour: Int, _ more: [String: String] = [:]) async throws -> RunningService {
        upstream.now = Self.time(hour)
        var environment = [
            "HOME": folder.path, "KMA_RULES": folder.path + "/rules", "KMA_WEBHOOK_SECRET": "s3cret",
            "KMA_WEBHOOK_PRIVATE": "allow", "KMA_BASE_URL": upstream.portalURL,
            "KMA_SERVICE_KEY": upstream.keys.portal, "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_NOW": "2026-10-04T\(hour):00:00+09:00",
        ]
        environment.merge(more) { $1 }
        return try await RunningService(["--log-level", "debug"], environment: environment, in: folder)
    }

    /// Waits until the service has decided, as its log says.
    private func decision(of service: RunningService) async throws {
        try await until("a decision") { service.log.contains("next=") || !service.isRunning }
    }

    @Test("A warning that comes is told to a webhook once, signed, and not again after a restart")
    func turns() async throws {
        let receiver = try StubReceiver()
        try folder.write("# 알림\n서울 | 특보 | webhook \(receiver.url)/topic-name\n", to: "rules")
        var log = ""
        for (hour, text, told) in [(15, "o 없음", 0), (16, "o 호우주의보 : 서울", 1), (17, "o 호우주의보 : 서울", 1)] {
            upstream.setWarning(text)
            let service = try await service(at: hour)
            try await decision(of: service)
            #expect(receiver.messages.count == told, "at \(hour)")
            #expect(try await service.end().status == 0)
            log += service.log
        }
        let message = try #require(receiver.messages.first)
        #expect(message.text.contains(#""rule":"특보""#) && message.text.contains("호우주의보 발효 중."))
        #expect(message.headers["x-kma-signature-256"]?.hasPrefix("sha256=") == true)
        #expect(log.contains("told=\"true\"") || log.contains("told=true"))
        for secret in ["s3cret", "topic-name", upstream.keys.portal] { #expect(!log.contains(secret)) }
        // A rule about warnings alone costs nobody a forecast.
        #expect(upstream.count(of: .shortTerm) == 0)
    }

    @Test("B10: Two services on one machine report once, also if the receiver takes its time")
    func twoServices() async throws {
        let answers = DispatchSemaphore(value: 0)
        let receiver = try StubReceiver(.held(answers, 200))
        try folder.write("서울 | 특보 | webhook \(receiver.url)/x\n", to: "rules")
        upstream.setWarning("o 호우주의보 : 서울")
        let services = [try await service(at: 16), try await service(at: 16)]
        // Both have found that the rule holds before the receiver answers one of them.
        for service in services {
            try await until("a rule that holds") { service.log.contains("holds=") }
        }
        #expect(try await receiver.has(1))
        answers.signal()
        for service in services { try await decision(of: service) }
        #expect(receiver.messages.count == 1)
        for service in services { #expect(try await service.end().status == 0) }
    }

    @Test("B9: A receiver that says 200 and goes on talking gets the message once")
    func talking() async throws {
        let receiver = try StubReceiver(.endless(200))
        let url = try #require(WebAddress(receiver.url))
        let request = PostRequest(url: url, headers: [], body: [0x31])
        #expect(try await PostTransport.httpClient(.shared).post(request, .seconds(30)) == 200)
        #expect(receiver.messages.count == 1)
    }

    @Test(
        "A place with rules about a forecast counts in the calls at the start, and its rule is reported"
    )
    func forecast() async throws {
        let receiver = try StubReceiver(.status(500), .status(200))
        try folder.write(
            "부산 | 최저<50 | ntfy \(receiver.url)/topic\n서울 | 특보 | ntfy \(receiver.url)/x",
            to: "rules"
        )
        upstream.setWarning("o 없음")
        let service = try await service(at: 15)
        #expect(try await receiver.has(2))
        #expect(service.log.contains("--keep, KMA_RULES에 드는 하루 호출 수"))
        _ = try await service.end()
        let message = try #require(receiver.messages.last)
        #expect(message.line == "POST /topic HTTP/1.1" && message.headers["tags"] == "thermometer")
        #expect(message.text.contains("발표)"))
    }

    @Test("A file with lines that are no alarms is refused at the start, with the number of each line")
    func faults() async throws {
        try folder.write(
            """
            서울 | 특보 | ntfy https://ntfy.sh/topic-name
            서울 | 특보
            서울 | 내일 | ntfy https://ntfy.sh/x
            서울 | 특보 | webhook http://localhost:8080/
            """,
            to: "rules"
        )
        let run = try await ProgramRun(
            ["--sample", "--port", "0"],
            environment: ["KMA_RULES": folder.path + "/rules", "KMA_LANG": "en"]
        )
        #expect(run.status == 78)
        for line in 1...4 { #expect(run.log.contains("line \(line):") == (line > 1), "\(line)") }
        #expect(run.log.contains("KMA_WEBHOOK_PRIVATE=allow"))
        let missing = try await ProgramRun(["--sample"], environment: ["KMA_RULES": folder.path + "/none"])
        #expect(missing.status == 78 && missing.log.contains("KMA_RULES"))
    }

    @Test("A checked address is the one that is connected to, whatever the name leads to by then")
    func pinned() async throws {
        let receiver = try StubReceiver()
        let url = try #require(WebAddress("http://weather.invalid:\(receiver.port)/x"))
        let request = PostRequest(url: url, headers: [("A", "b")], body: [0x31], address: "127.0.0.1")
        #expect(try await PostTransport.httpClient(.shared).post(request, .seconds(30)) == 200)
        #expect(receiver.messages.first?.headers["host"] == "weather.invalid:\(receiver.port)")
        #expect(receiver.messages.first?.text == "1")
        let redirecting = try StubReceiver(.redirect(to: receiver.url))
        let address = try #require(WebAddress(redirecting.url))
        let redirected = PostRequest(url: address, headers: [], body: [], address: nil)
        #expect(try await PostTransport.httpClient(.shared).post(redirected, .seconds(30)) == 302)
        #expect(receiver.messages.count == 1)
    }
}
