import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import TestSupport
import Testing

@testable import Watching
@testable import kma

@Suite("Delivery", .takesSlots(listeners: 1))
struct DeliveryTests {
    private static let now = KoreanDate(year: 2026, month: 11, day: 25).at(hour: 15)

    private func message(_ text: String = "내일 비") throws -> AlarmMessage {
        let rule = try WeatherRule(text, at: Self.now)
        let place = try Gazetteer.place(named: "서울")
        let alarm = Alarm(place: place, rule: rule, receiver: .output)
        let source = FeedReport(
            feed: .shortTerm,
            status: .fresh,
            issuedAt: Self.now.addingTimeInterval(-3_600),
            fetchedAt: Self.now
        )
        let decision = RuleDecision(
            holds: true,
            words: LocalizedText("내일 15시부터 비.", "Rain from 15:00 tomorrow."),
            source: source
        )
        return AlarmMessage(alarm, decision, at: Self.now, isSample: false)
    }

    private func delivery(
        secret: String? = nil,
        allowsPrivate: Bool = true,
        timeout: Duration = .seconds(30),
        clock: ManualClock = ManualClock(sleepsEnd: .atOnce)
    ) -> Delivery {
        Delivery(
            .http(),
            secret: secret,
            allowsPrivate: allowsPrivate,
            timeout: timeout,
            clock: clock,
            language: .korean
        )
    }

    private func webhook(_ url: String) throws -> Receiver { .webhook(try #require(WebAddress(url))) }

    private func fault(_ delivery: Delivery, _ receiver: Receiver) async throws -> DeliveryFault? {
        let message = try message()
        do throws(DeliveryFault) {
            try await delivery.deliver(message, to: receiver)
            return nil
        } catch {
            return error
        }
    }

    @Test("A webhook gets JSON in both languages with the issue, signed with the secret")
    func webhookBody() async throws {
        let receiver = try StubReceiver()
        #expect(try await fault(delivery(secret: "s3cret"), webhook(receiver.url + "/hook?a=b")) == nil)
        let message = try #require(receiver.messages.first)
        #expect(message.line == "POST /hook?a=b HTTP/1.1")
        #expect(message.headers["content-type"] == "application/json")
        #expect(message.headers["user-agent"]?.hasPrefix("kma/") == true)
        let signature = Signature.hmac(of: message.body, key: Array("s3cret".utf8)).hexadecimal
        #expect(message.headers["x-kma-signature-256"] == "sha256=\(signature)")
        #expect(message.headers["x-kma-message-id"]?.hasSuffix("-2026-11-25") == true)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(message.body)) as? [String: Any])
        #expect(json["rule"] as? String == "내일 비" && json["place"] as? String == "서울특별시")
        #expect(json["text"] as? String == "내일 15시부터 비. (기상청 단기예보 25일 14시 발표)")
        #expect(
            (json["text_en"] as? String)?.hasPrefix("Rain from 15:00 tomorrow. (KMA short-term forecast")
                == true
        )
        let source = try #require(json["decided_by"] as? [String: Any])
        #expect(source["feed"] as? String == "kma.short")
        #expect(source["issued_at"] as? String == "2026-11-25T14:00:00+09:00")
    }

    @Test("Without a secret a webhook is not signed")
    func unsigned() async throws {
        let receiver = try StubReceiver()
        #expect(try await fault(delivery(), webhook(receiver.url)) == nil)
        #expect(receiver.messages.first?.headers["x-kma-signature-256"] == nil)
    }

    @Test("ntfy gets the text with title, priority and tags as its documentation has them")
    func ntfy() async throws {
        let receiver = try StubReceiver()
        let address = try #require(WebAddress(receiver.url + "/topic"))
        #expect(try await fault(delivery(secret: "s3cret"), .ntfy(address)) == nil)
        let message = try #require(receiver.messages.first)
        #expect(message.line == "POST /topic HTTP/1.1")
        #expect(message.text == "내일 15시부터 비. (기상청 단기예보 25일 14시 발표)")
        #expect(message.headers["title"] == "서울특별시 · 내일 비".encodedWord)
        #expect(message.headers["priority"] == "default" && message.headers["tags"] == "umbrella")
        #expect(message.headers["x-kma-signature-256"] == nil)
    }

    @Test("A receiver that answers 500 twice is told at the third try, with the same id")
    func retries() async throws {
        let receiver = try StubReceiver(.status(500), .status(503), .status(200))
        #expect(try await fault(delivery(), webhook(receiver.url)) == nil)
        #expect(receiver.messages.count == 3)
        #expect(Set(receiver.messages.map { $0.headers["x-kma-message-id"] }).count == 1)
    }

    @Test("The second try comes a second after the first, and the third four seconds after that")
    func pauses() async throws {
        let receiver = try StubReceiver(.status(500))
        let clock = ManualClock()
        async let fault = fault(delivery(clock: clock), webhook(receiver.url))
        for (tries, pause) in [(1, Duration.seconds(1)), (2, .seconds(4))] {
            await clock.hasSleepers()
            clock.advance(by: pause - .milliseconds(1))
            await clock.hasSleepers()
            #expect(receiver.messages.count == tries)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await fault == .status(500))
        #expect(receiver.messages.count == 3)
    }

    @Test("After three tries it is given up; what the receiver refuses is not tried again")
    func givesUp() async throws {
        let failing = try StubReceiver(.status(500))
        #expect(try await fault(delivery(), webhook(failing.url)) == .status(500))
        #expect(failing.messages.count == 3)
        let refusing = try StubReceiver(.status(404))
        #expect(try await fault(delivery(), webhook(refusing.url)) == .status(404))
        #expect(refusing.messages.count == 1)
    }

    @Test("B9: A receiver that says 200 and goes on talking gets the message once")
    func talking() async throws {
        let receiver = try StubReceiver(.endless(200))
        #expect(try await fault(delivery(), webhook(receiver.url)) == nil)
        #expect(receiver.messages.count == 1)
        let refusing = try StubReceiver(.endless(404))
        #expect(try await fault(delivery(), webhook(refusing.url)) == .status(404))
    }

    @Test("C1: A command inherits standard input, output and error, and no other descriptor")
    func descriptors() async throws {
        // A free number: a fixed one may be that of a connection of another test, which `dup2` would close.
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD, 100)
        defer { close(descriptor) }
        try #require(fcntl(descriptor, F_GETFD) == 0)
        let command = "[ ! -e /dev/fd/\(descriptor) ] && [ -e /dev/fd/2 ]"
        #expect(try await fault(delivery(), .program(command)) == nil)
    }

    @Test("A redirect is not followed")
    func redirect() async throws {
        let other = try StubReceiver()
        let receiver = try StubReceiver(.redirect(to: other.url))
        #expect(try await fault(delivery(), webhook(receiver.url)) == .status(302))
        #expect(other.messages.isEmpty)
    }

    @Test("A receiver that does not answer is given up after three times the timeout")
    func silence() async throws {
        let receiver = try StubReceiver(.silence)
        let hung = delivery(timeout: .milliseconds(300))
        #expect(try await fault(hung, webhook(receiver.url)) == .transport(.timedOut))
        #expect(receiver.messages.count == 3)
    }

    @Test("An address of this machine is told only where that is allowed, by name as well")
    func privateAddresses() async throws {
        let receiver = try StubReceiver()
        for host in ["127.0.0.1", "localhost", "[::1]", "0x7f.1"] {
            let address = try webhook("http://\(host):\(receiver.port)/")
            #expect(try await fault(delivery(allowsPrivate: false), address) == .privateAddress)
        }
        #expect(receiver.messages.isEmpty)
    }

    @Test("A checked address is the one that is connected to, whatever the name leads to by then")
    func pinned() async throws {
        let receiver = try StubReceiver()
        let url = try #require(WebAddress("http://weather.invalid:\(receiver.port)/x"))
        let request = PostRequest(url: url, headers: [("A", "b")], body: [0x31], address: "127.0.0.1")
        #expect(try await PostTransport.http().post(request, .seconds(30)) == 200)
        #expect(receiver.messages.first?.headers["host"] == "weather.invalid:\(receiver.port)")
        #expect(receiver.messages.first?.text == "1")
    }

    @Test("Faults name the receiver by its host alone")
    func words() async throws {
        let receiver = try webhook("https://hooks.example.com/secret/token?key=abc")
        for fault in [DeliveryFault.status(500), .privateAddress, .transport(.timedOut)] {
            for language in Language.allCases {
                let text = fault.message(of: receiver)[language]
                #expect(
                    text.contains("hooks.example.com") && !text.contains("secret") && !text.contains("abc")
                )
            }
        }
    }

    @Test(
        "A command gets the message in its environment and on standard input, and never as a part of itself"
    )
    func program() async throws {
        let folder = try TemporaryFolder()
        let command =
            #"printf '%s\n' "$KMA_TITLE" "$KMA_TEXT" "$KMA_ISSUED_AT" > "\#(folder.path)/a"; cat > "\#(folder.path)/b""#
        #expect(try await fault(delivery(), .program(command)) == nil)
        let lines = try String(contentsOfFile: folder.path + "/a", encoding: .utf8).split(separator: "\n")
        #expect(
            lines == [
                "서울특별시 · 내일 비", "내일 15시부터 비. (기상청 단기예보 25일 14시 발표)", "2026-11-25T14:00:00+09:00",
            ]
        )
        let input = try String(contentsOfFile: folder.path + "/b", encoding: .utf8)
        #expect(input == "서울특별시 · 내일 비: 내일 15시부터 비. (기상청 단기예보 25일 14시 발표)\n")
    }

    @Test("A command that ends badly has not told anybody; one that does not read its input has")
    func programStatus() async throws {
        #expect(try await fault(delivery(), .program("exit 3")) == .program(status: 3))
        #expect(try await fault(delivery(), .program("kill -9 $$")) == .program(status: 137))
        #expect(try await fault(delivery(), .program("exec <&-; true")) == nil)
    }
}
