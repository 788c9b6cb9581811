import Foundation

/// An HTTP answer before it goes out.
public struct Reply: Sendable {
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
    public static func json(_ body: String, status: Int = 200) -> Reply {
        Reply(status: status, type: "application/json;charset=UTF-8", body: body)
    }

    /// XML, as data.go.kr labels it.
    public static func xml(_ body: String, status: Int = 200) -> Reply {
        Reply(status: status, type: "application/xml;charset=UTF-8", body: body)
    }

    /// Plain text.
    public static func text(_ body: String, status: Int) -> Reply {
        Reply(status: status, type: "text/plain;charset=UTF-8", body: body)
    }

    /// A page.
    public static func html(_ body: String, status: Int) -> Reply {
        Reply(status: status, type: "text/html;charset=UTF-8", body: body)
    }

    /// KMA's `03 NO_DATA`.
    public static let noData = json(#"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)

    /// Status line, headers and body, ready for the wire.
    func bytes(at now: Date, keepAlive: Bool) -> [UInt8] {
        // The reason phrase may be empty (RFC 9112, section 4), and nobody should read it.
        var head = "HTTP/1.1 \(status) \r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\nDate: \(Reply.httpDate(now))\r\n"
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
