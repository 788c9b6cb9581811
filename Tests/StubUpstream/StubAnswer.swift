import Foundation

/// An HTTP answer of the stub, before it is sent.
public struct StubAnswer: Sendable {
    /// Status code.
    public var status: Int
    /// `Content-Type` and others; length, date and connection are added when it is sent.
    public var headers: [(name: String, value: String)]
    /// The bytes of the body.
    public var body: [UInt8]

    /// An answer from its parts.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer from a status, a media type and a text.
    public init(status: Int = 200, type: String, body: String) {
        self.init(status: status, headers: [("Content-Type", type)], body: Array(body.utf8))
    }

    /// JSON, as both upstreams label it.
    public static func json(_ body: String, status: Int = 200) -> StubAnswer {
        StubAnswer(status: status, type: "application/json;charset=UTF-8", body: body)
    }

    /// XML, as data.go.kr labels it.
    public static func xml(_ body: String, status: Int = 200) -> StubAnswer {
        StubAnswer(status: status, type: "application/xml;charset=UTF-8", body: body)
    }

    /// Plain text, as proxies label it.
    public static func text(_ body: String, status: Int) -> StubAnswer {
        StubAnswer(status: status, type: "text/plain;charset=UTF-8", body: body)
    }

    /// An HTML page.
    public static func html(_ body: String, status: Int) -> StubAnswer {
        StubAnswer(status: status, type: "text/html;charset=UTF-8", body: body)
    }

    /// KMA's `03 NO_DATA`.
    public static let noData = json(#"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)

    /// Status line, headers and body, as they are sent.
    func bytes(at now: Date, keepAlive: Bool) -> [UInt8] {
        // The reason phrase may be empty (RFC 9112, section 4), and no client may depend on it.
        var head = "HTTP/1.1 \(status) \r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\nDate: \(StubAnswer.httpDate(now))\r\n"
        head += "Connection: \(keepAlive ? "keep-alive" : "close")\r\n\r\n"
        return Array(head.utf8) + body
    }

    /// `Sun, 04 Oct 2026 06:00:00 GMT`.
    private static func httpDate(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let text = [CChar](unsafeUninitializedCapacity: 40) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = strftime(start, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        }
        return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Delivery of an answer.
enum Delivery: Sendable {
    /// At once, in one piece.
    case whole(StubAnswer)
    /// In one piece after a while.
    case late(StubAnswer, milliseconds: Int)
    /// Its body a byte at a time.
    case slow(StubAnswer, milliseconds: Int)
    /// Half of it, then the connection is closed.
    case cutOff(StubAnswer)
    /// Its first line and half of the next, then the connection is closed.
    case cutOffInHead(StubAnswer)
    /// Nothing; the connection stays open until the client closes it.
    case silence
    /// Nothing; the connection is reset.
    case reset

    /// Applies a fault to the answer that would have been right.
    init(_ fault: Fault, instead right: StubAnswer) {
        var answer = right
        switch fault {
        case .slow(let milliseconds): self = .slow(right, milliseconds: milliseconds)
        case .late(let milliseconds): self = .late(right, milliseconds: milliseconds)
        case .hangUpMidBody: self = .cutOff(right)
        case .hangUpMidHead: self = .cutOffInHead(right)
        case .hang: self = .silence
        case .reset: self = .reset
        case .wrongContentType:
            answer.headers = [("Content-Type", "text/html;charset=EUC-KR")]
            self = .whole(answer)
        case .cutJSON:
            answer.body.removeLast(answer.body.count / 2)
            self = .whole(answer)
        default: self = .whole(fault.answer ?? right)
        }
    }

    /// Sends the answer and returns whether the connection may be used again.
    ///
    /// `finish` is called once, before the last bytes are sent: a client that has read them may send its next request
    /// before this thread runs again.
    func send(on socket: Socket, at now: Date, keepAlive: Bool, finish: () -> Void) -> Bool {
        switch self {
        case .whole(let answer):
            finish()
            return socket.write(answer.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .late(let answer, let milliseconds):
            Delivery.pause(milliseconds)
            finish()
            return socket.write(answer.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .slow(let answer, let milliseconds):
            sendSlowly(answer, on: socket, at: now, milliseconds: milliseconds)
            finish()
            return false
        case .cutOff(let answer):
            let bytes = answer.bytes(at: now, keepAlive: false)
            finish()
            _ = socket.write(bytes.dropLast(answer.body.count / 2))
            return false
        case .cutOffInHead(let answer):
            finish()
            _ = socket.write(answer.bytes(at: now, keepAlive: false).prefix(24))
            return false
        case .silence:
            // Ends when the client gives up, or when the upstream stops and shuts the connection down.
            while !socket.read().isEmpty {}
            finish()
            return false
        case .reset:
            finish()
            socket.resetOnClose()
            return false
        }
    }

    private func sendSlowly(_ answer: StubAnswer, on socket: Socket, at now: Date, milliseconds: Int) {
        let bytes = answer.bytes(at: now, keepAlive: false)
        guard socket.write(bytes.dropLast(answer.body.count)) else { return }
        for byte in answer.body {
            guard socket.write(CollectionOfOne(byte)) else { return }
            Delivery.pause(milliseconds)
        }
    }

    private static func pause(_ milliseconds: Int) {
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
    }
}
