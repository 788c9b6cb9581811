import Foundation

/// An HTTP answer before it goes out.
public struct StubAnswer: Sendable {
    /// Status code.
    public var status: Int
    /// `Content-Type` and whatever else; length, date and connection are added on the way out.
    public var headers: [(name: String, value: String)]
    /// The bytes of the body.
    public var body: [UInt8]

    /// An answer from its parts.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of a status, a type and a text.
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

    /// Plain text.
    public static func text(_ body: String, status: Int) -> StubAnswer {
        StubAnswer(status: status, type: "text/plain;charset=UTF-8", body: body)
    }

    /// A page.
    public static func html(_ body: String, status: Int) -> StubAnswer {
        StubAnswer(status: status, type: "text/html;charset=UTF-8", body: body)
    }

    /// KMA's `03 NO_DATA`.
    public static let noData = json(#"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)

    /// Status line, headers and body, ready for the wire.
    func bytes(at now: Date, keepAlive: Bool) -> [UInt8] {
        // The reason phrase may be empty (RFC 9112, section 4), and nobody should read it.
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

/// How an answer goes out, or does not.
enum Delivery: Sendable {
    case whole(StubAnswer)
    case late(StubAnswer, milliseconds: Int)
    /// Its body a byte at a time.
    case slow(StubAnswer, milliseconds: Int)
    /// Half of it, and the connection is over.
    case cutOff(StubAnswer)
    case silence
    case reset

    /// What a fault makes of the answer that would have been right.
    init(_ fault: Fault, instead right: StubAnswer) {
        var reply = right
        switch fault {
        case .slow(let milliseconds): self = .slow(right, milliseconds: milliseconds)
        case .late(let milliseconds): self = .late(right, milliseconds: milliseconds)
        case .hangUpMidBody: self = .cutOff(right)
        case .hang: self = .silence
        case .reset: self = .reset
        case .wrongContentType:
            reply.headers = [("Content-Type", "text/html;charset=EUC-KR")]
            self = .whole(reply)
        case .cutJSON:
            reply.body.removeLast(reply.body.count / 2)
            self = .whole(reply)
        default: self = .whole(fault.answer ?? right)
        }
    }

    /// Sends the answer; whether the connection may be used again.
    func send(on socket: Socket, at now: Date, keepAlive: Bool) -> Bool {
        switch self {
        case .whole(let reply):
            return socket.write(reply.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .late(let reply, let milliseconds):
            Delivery.pause(milliseconds)
            return socket.write(reply.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .slow(let reply, let milliseconds):
            let bytes = reply.bytes(at: now, keepAlive: false)
            guard socket.write(bytes.dropLast(reply.body.count)) else { return false }
            for byte in reply.body {
                guard socket.write(CollectionOfOne(byte)) else { break }
                Delivery.pause(milliseconds)
            }
            return false
        case .cutOff(let reply):
            let bytes = reply.bytes(at: now, keepAlive: false)
            _ = socket.write(bytes.dropLast(reply.body.count / 2))
            return false
        case .silence:
            // Until the other side gives up, or the upstream stops and shuts the connection down.
            while !socket.read().isEmpty {}
            return false
        case .reset:
            socket.resetOnClose()
            return false
        }
    }

    private static func pause(_ milliseconds: Int) {
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
    }
}
