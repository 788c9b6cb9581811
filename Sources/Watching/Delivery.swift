import Feeds
import Forecast
import KMAForecast

package struct PostRequest: Sendable {
    package var url: WebAddress
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Address to connect to, whatever the name resolves to by then.
    package var address: String?

    package init(url: WebAddress, headers: [(name: String, value: String)], body: [UInt8], address: String? = nil) {
        (self.url, self.headers, self.body, self.address) = (url, headers, body, address)
    }
}

package struct PostTransport: Sendable {
    /// Returns the status once the head is whole; reads no body and follows no redirect.
    package var post: @Sendable (PostRequest, Duration) async throws(TransportFault) -> Int

    package init(post: @escaping @Sendable (PostRequest, Duration) async throws(TransportFault) -> Int) { self.post = post }
}

package struct Delivery: Sendable {
    private static let pauses = [Duration.seconds(1), .seconds(4)]

    private let transport: PostTransport
    private let secret: String?
    private let allowsPrivate: Bool
    private let timeout: Duration
    private let clock: any WaitingClock
    private let language: Language
    private let environment: [String: String]
    private let print: @Sendable (String) throws(DeliveryFault) -> Void

    /// Creates a delivery. `secret` signs webhooks; `timeout` is for one try; `environment` is a command's own.
    package init(
        _ transport: PostTransport,
        secret: String?,
        allowsPrivate: Bool,
        timeout: Duration,
        clock: any WaitingClock = ContinuousClock(),
        language: Language,
        environment: [String: String] = [:],
        print: @escaping @Sendable (String) throws(DeliveryFault) -> Void = { _ in }
    ) {
        self.transport = transport
        self.secret = secret
        self.allowsPrivate = allowsPrivate
        self.timeout = timeout
        self.clock = clock
        self.language = language
        self.environment = environment
        self.print = print
    }

    func deliver(_ message: AlarmMessage, to receiver: Receiver) async throws(DeliveryFault) {
        switch receiver {
        case .output: try print(message.line(language))
        case .program(let command): try await ProgramRun(command, message, language, environment).run()
        case .ntfy(let address): try await send(ntfy(message, to: address))
        case .webhook(let address): try await send(webhook(message, to: address))
        }
    }

    private func send(_ request: PostRequest) async throws(DeliveryFault) {
        var fault = DeliveryFault.transport(.timedOut)
        for (number, pause) in ([.zero] + Delivery.pauses).enumerated() {
            do { try await clock.sleep(for: pause) } catch {
                // The next run of the program delivers it.
                throw fault
            }
            do throws(DeliveryFault) { return try await sendOnce(request, try: number) } catch {
                fault = error
                if !error.mayPass { break }
            }
        }
        throw fault
    }

    private func sendOnce(_ request: PostRequest, try number: Int) async throws(DeliveryFault) {
        var request = request
        if !allowsPrivate {
            let host = request.url.host
            let addresses = await Task { await HostAddress.all(of: host) }.value(within: timeout, by: clock)
            guard !addresses.isEmpty else { throw .transport(.unreachable(reason: "DNS")) }
            guard addresses.allSatisfy(\.isPublic) else { throw .privateAddress }
            // Checked, since the name may resolve to another later; each try takes the next one.
            request.address = addresses[number % addresses.count].text
        }
        let status: Int
        do throws(TransportFault) { status = try await transport.post(request, timeout) } catch { throw .transport(error) }
        guard (200...299).contains(status) else { throw .status(status) }
    }

    private func ntfy(_ message: AlarmMessage, to address: WebAddress) -> PostRequest {
        let headers = [
            ("Title", message.title(language).encodedWord), ("Priority", message.ntfy.priority), ("Tags", message.ntfy.tag),
            ("Content-Type", "text/plain; charset=utf-8"),
        ]
        return PostRequest(url: address, headers: headers, body: Array(message.text(language).utf8))
    }

    private func webhook(_ message: AlarmMessage, to address: WebAddress) -> PostRequest {
        let body = message.json
        var headers = [("Content-Type", "application/json"), ("X-Kma-Message-Id", message.id)]
        if let secret {
            let signature = Signature.hmac(of: body, key: Array(secret.utf8)).hexadecimal
            headers.append(("X-Kma-Signature-256", "sha256=\(signature)"))
        }
        return PostRequest(url: address, headers: headers, body: body)
    }
}

package enum DeliveryFault: Error, Sendable, Equatable {
    case privateAddress
    case status(Int)
    case transport(TransportFault)
    case program(status: Int32)
    case notStarted(reason: String)
    case programTimedOut
    case notWritten(LocalizedText)

    var mayPass: Bool {
        switch self {
        case .transport: true
        case .status(let status): status >= 500 || [408, 425, 429].contains(status)
        case .privateAddress, .program, .notStarted, .programTimedOut, .notWritten: false
        }
    }

    package func message(of receiver: Receiver) -> LocalizedText {
        let reason: LocalizedText =
            switch self {
            case .privateAddress:
                LocalizedText(
                    "이 컴퓨터나 내부 네트워크의 주소입니다. 보내려면 KMA_WEBHOOK_PRIVATE=allow(kma watch는 --allow-private도)로 허락해 주세요.",
                    "it is an address of this machine or of a private network. Allow it with KMA_WEBHOOK_PRIVATE=allow (kma watch: also --allow-private)."
                )
            case .status(let status): LocalizedText("\(status)\("\(status)".particle("으로", "로")) 답했습니다.", "it answered \(status).")
            case .transport(.timedOut): LocalizedText("답이 없습니다.", "it did not answer in time.")
            case .transport(.unreachable(let reason)): LocalizedText("연결할 수 없습니다 (\(reason)).", "it cannot be reached (\(reason)).")
            case .transport(.malformed), .transport(.oversized): LocalizedText("HTTP로 답하지 않았습니다.", "its answer is not HTTP.")
            case .program(let status): LocalizedText("명령이 \(status)\("\(status)".particle("으로", "로")) 끝났습니다.", "the command ended with \(status).")
            case .notStarted(let reason): LocalizedText("명령을 실행할 수 없습니다 (\(reason)).", "the command cannot be run (\(reason)).")
            case .programTimedOut: LocalizedText("명령이 60초 안에 끝나지 않았습니다.", "the command did not end within 60 seconds.")
            case .notWritten(let reason): reason
            }
        let tries = mayPass ? LocalizedText("세 번 시도했지만 ", " after three tries") : LocalizedText("", "")
        return LocalizedText(
            "\(receiver.name)에 \(tries.korean)알리지 못했습니다: \(reason.korean)",
            "Not delivered to \(receiver.name)\(tries.english): \(reason.english)"
        )
    }
}

extension String {
    /// RFC 2047, 2: words of at most 75 characters, which ntfy reads in headers.
    var encodedWord: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var words: [[UInt8]] = [[]]
        for character in self where !character.isNewline {
            let bytes = Array(String(character).utf8)
            if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: " ")
    }
}

enum Signature {
    static func hmac(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let block = 64
        var key = key.count > block ? SHA256.digest(of: key) : key
        key += [UInt8](repeating: 0, count: block - key.count)
        let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
        return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner)
    }
}
