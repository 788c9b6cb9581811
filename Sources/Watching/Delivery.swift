import Feeds
import Forecast
import KMAForecast
import Rendering

/// Message to a receiver on the web.
public struct PostRequest: Sendable {
    /// Address of the receiver.
    public var url: WebAddress
    /// Names and values, in ASCII.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]
    /// The address to connect to, in place of any that the name has by then; `nil` for any.
    public var address: String?

    /// A request from its parts.
    public init(
        url: WebAddress,
        headers: [(name: String, value: String)],
        body: [UInt8],
        address: String? = nil
    ) {
        self.url = url
        self.headers = headers
        self.body = body
        self.address = address
    }
}

/// Sends a POST. Each program has its own: libcurl, URLSession, async-http-client.
public struct PostTransport: Sendable {
    /// Sends a request within a time: returns the status of the answer as soon as its head is whole, or throws why none came.
    /// It reads no body and follows no redirect.
    public var post: @Sendable (PostRequest, Duration) async throws(TransportFault) -> Int

    /// A transport from the closure that does the work.
    public init(post: @escaping @Sendable (PostRequest, Duration) async throws(TransportFault) -> Int) {
        self.post = post
    }
}

/// Delivers messages to receivers, in three tries at most.
public struct Delivery: Sendable {
    /// Time before the second try and the third.
    private static let pauses = [Duration.seconds(1), .seconds(4)]

    private let transport: PostTransport
    private let secret: String?
    private let allowsPrivate: Bool
    private let timeout: Duration
    private let clock: any WaitingClock
    private let language: Language
    private let environment: [String: String]
    private let print: @Sendable (String) throws(DeliveryFault) -> Void

    /// A delivery over a transport. `secret` signs what webhooks get; `allowsPrivate`: also to addresses of this machine and
    /// of networks of one's own; `timeout`: for one try; `language`: of texts for people;
    /// `environment`: that of commands, besides what a message adds; `print` writes a line to standard output.
    public init(
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

    /// Delivers a message; throws if its receiver has not acknowledged it.
    func deliver(_ message: AlarmMessage, to receiver: Receiver) async throws(DeliveryFault) {
        switch receiver {
        case .output: try print(message.line(language))
        case .program(let command): try await ProgramRun(command, message, language, environment).run()
        case .ntfy(let address): try await send(ntfy(message, to: address))
        case .webhook(let address): try await send(webhook(message, to: address))
        }
    }

    /// Tries until an answer says that it was taken, or that it never will be.
    private func send(_ request: PostRequest) async throws(DeliveryFault) {
        var fault = DeliveryFault.transport(.timedOut)
        for (number, pause) in ([.zero] + Delivery.pauses).enumerated() {
            do {
                try await clock.sleep(for: pause)
            } catch {
                // The program ends; the next run delivers it.
                throw fault
            }
            do throws(DeliveryFault) {
                return try await sendOnce(request, try: number)
            } catch {
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
            // One that was looked at: asked again, the name may have another. The next try takes the next, since not every
            // machine has a way to IPv6.
            request.address = addresses[number % addresses.count].text
        }
        let status: Int
        do throws(TransportFault) {
            status = try await transport.post(request, timeout)
        } catch {
            throw .transport(error)
        }
        guard (200...299).contains(status) else { throw .status(status) }
    }

    /// Title, priority and tags as headers, the text as the body (docs.ntfy.sh/publish).
    private func ntfy(_ message: AlarmMessage, to address: WebAddress) -> PostRequest {
        let headers = [
            ("Title", message.title(language).encodedWord), ("Priority", message.ntfy.priority),
            ("Tags", message.ntfy.tag), ("Content-Type", "text/plain; charset=utf-8"),
        ]
        return PostRequest(url: address, headers: headers, body: Array(message.text(language).utf8))
    }

    /// JSON, signed where there is a secret. The id is the same for every try, so that a receiver that took one whose answer
    /// was lost can drop the next.
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

/// Why a message did not reach its receiver.
public enum DeliveryFault: Error, Sendable, Equatable {
    /// Its name leads to an address of this machine, or of a network of one's own.
    case privateAddress
    /// It answered with a status that is no success.
    case status(Int)
    /// It did not answer.
    case transport(TransportFault)
    /// The program ended with a status, or with 128 and a signal.
    case program(status: Int32)
    /// The program was not started, in the system's own words.
    case notStarted(reason: String)
    /// The program went on for too long.
    case programTimedOut
    /// Standard output cannot be written, in the words for it.
    case notWritten(LocalizedText)

    /// Whether another try may do better: not where the receiver refuses what it is sent, or leads elsewhere.
    var mayPass: Bool {
        switch self {
        case .transport: true
        case .status(let status): status >= 500 || [408, 425, 429].contains(status)
        case .privateAddress, .program, .notStarted, .programTimedOut, .notWritten: false
        }
    }

    /// Words for it, which name no more of an address than its host.
    public func message(of receiver: Receiver) -> LocalizedText {
        let reason: LocalizedText =
            switch self {
            case .privateAddress:
                LocalizedText(
                    "이 컴퓨터나 내부 네트워크의 주소입니다. 보내려면 --allow-private 또는 KMA_WEBHOOK_PRIVATE=allow로 허락해 주세요.",
                    "it is an address of this machine or of a private network. Allow it with --allow-private or KMA_WEBHOOK_PRIVATE=allow."
                )
            case .status(let status):
                LocalizedText(
                    "\(status)\("\(status)".particle("으로", "로")) 답했습니다.",
                    "it answered \(status)."
                )
            case .transport(.timedOut): LocalizedText("답이 없습니다.", "it did not answer in time.")
            case .transport(.unreachable(let reason)):
                LocalizedText("닿지 않습니다 (\(reason)).", "it cannot be reached (\(reason)).")
            case .transport(.malformed), .transport(.oversized):
                LocalizedText("HTTP로 답하지 않았습니다.", "its answer is not HTTP.")
            case .program(let status):
                LocalizedText(
                    "명령이 \(status)\("\(status)".particle("으로", "로")) 끝났습니다.",
                    "the command ended with \(status)."
                )
            case .notStarted(let reason):
                LocalizedText("명령을 실행할 수 없습니다 (\(reason)).", "the command cannot be run (\(reason)).")
            case .programTimedOut:
                LocalizedText("명령이 60초 안에 끝나지 않았습니다.", "the command did not end within 60 seconds.")
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
    /// The text in ASCII, as headers of mail have it, which ntfy reads (RFC 2047, 2: words of at most 75 characters).
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

/// Shows a receiver that a message comes from one who knows a secret, and is as it was sent.
enum Signature {
    /// HMAC-SHA256 (RFC 2104).
    static func hmac(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let block = 64
        var key = key.count > block ? SHA256.digest(of: key) : key
        key += [UInt8](repeating: 0, count: block - key.count)
        let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
        return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner)
    }
}
