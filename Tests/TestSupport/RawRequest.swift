/// Bytes that somebody sends, and what they deserve.
package struct RawRequest: Sendable, CustomStringConvertible {
    /// Fate of the connection after the responses.
    package enum Fate: Sendable {
        /// The next request on it is answered.
        case open
        /// Nothing more is answered on it: what follows may be meant for somebody else.
        case closed
        /// The client has closed its side, and the service closes the other.
        case halfClosed
    }

    /// Oddity of the request.
    package let description: String
    package let bytes: String
    /// The statuses of all responses, in order.
    package let statuses: [Int]
    package let fate: Fate

    /// A request line with a `Host`, and header lines.
    static func head(_ line: String, _ fields: String...) -> String {
        "\(line)\r\nHost: x\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n"
    }

    /// A plain GET with header lines.
    private static func get(_ fields: String...) -> String {
        "GET /healthz HTTP/1.1\r\nHost: x\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n"
    }

    /// A GET whose body has a coding, and the end of a body in chunks.
    private static func chunks(_ coding: String, _ fields: String...) -> String {
        let fields = ["Transfer-Encoding: \(coding)"] + fields
        return "GET / HTTP/1.1\r\nHost: x\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n0\r\n\r\n"
    }

    /// A GET whose body is in chunks, where a line stands before the one that says so.
    private static func chunked(after line: String, by separator: String = "\r\n") -> String {
        get(line + separator + "Transfer-Encoding: chunked") + "0\r\n\r\n"
    }

    /// A plain GET with so many header lines more.
    private static func many(_ count: Int, _ value: some StringProtocol) -> String {
        get((1...count).map { "X-\($0): \(value)" }.joined(separator: "\r\n"))
    }

    static func row(_ name: String, _ bytes: String, _ statuses: [Int], _ fate: Fate) -> RawRequest {
        RawRequest(description: name, bytes: bytes, statuses: statuses, fate: fate)
    }

    static let ok = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let jeju = head("GET /v1/week?area=Jeju HTTP/1.1")
    private static let h2c = "HTTP2-Settings: AAMAAABk"
    static func busan(_ path: String) -> String { head("GET /v1/\(path)?area=Busan HTTP/1.1") }
    private static let long = String(repeating: "a", count: 20_000)

    package static let all =
        lines + targets + integrations + versions + hosts + fields + framing + options + pipelines
        + halfCloses

    /// RFC 9112, 2.2 and 3; RFC 9110, 9.
    private static let lines = [
        row("a plain request", ok, [200], .open),
        row("an empty line before", "\r\n" + ok, [200], .open),
        row("a bare LF before", "\n" + ok, [200], .open),
        row("lines that end with LF alone", "GET /healthz HTTP/1.1\nHost: x\n\n", [400], .closed),
        row("lines that end with CR alone", "GET /healthz HTTP/1.1\rHost: x\r\r", [400], .closed),
        row("a space before the method", " " + ok, [400], .closed),
        row("C4: two spaces behind the method", head("GET  /healthz HTTP/1.1"), [400], .closed),
        row("C4: two spaces behind the target", head("GET /healthz  HTTP/1.1"), [400], .closed),
        row("tabs for spaces", head("GET\t/healthz\tHTTP/1.1"), [400], .closed),
        row("a space behind the version", head("GET /healthz HTTP/1.1 "), [400], .closed),
        row("a space in the target", head("GET /health z HTTP/1.1"), [400], .closed),
        row("no target", head("GET HTTP/1.1"), [400], .closed),
        row("no method", head("/healthz HTTP/1.1"), [400], .closed),
        row("a method in lower case", head("get /healthz HTTP/1.1"), [400], .closed),
        row("a method nobody knows", head("BREW /healthz HTTP/1.1"), [400], .closed),
        row("a method of controls", head("G\u{1}T /healthz HTTP/1.1"), [400], .closed),
        row("a request line without end", long, [414], .closed),
        row("a TLS hello", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n", [400], .closed),
        row("another protocol", "SSH-2.0-OpenSSH_9.6\r\n\r\n", [400], .closed),
        row("HEAD", head("HEAD /healthz HTTP/1.1"), [200], .open),
        row("OPTIONS", head("OPTIONS /healthz HTTP/1.1"), [204], .open),
        row("POST", head("POST /v1/week HTTP/1.1"), [405], .open),
        row("PUT", head("PUT /v1/week HTTP/1.1"), [405], .open),
        row("PATCH", head("PATCH /v1/week HTTP/1.1"), [405], .open),
        row("DELETE", head("DELETE /v1/week HTTP/1.1"), [405], .open),
        row("TRACE", head("TRACE /v1/week HTTP/1.1"), [405], .open),
        row("a method of WebDAV", head("PROPFIND / HTTP/1.1"), [405], .open),
        row("CONNECT", head("CONNECT x:80 HTTP/1.1"), [405], .closed),
        row("CONNECT to a path", head("CONNECT /healthz HTTP/1.1"), [405], .closed),
    ]

    /// RFC 9112, 3.2.
    private static let targets = [
        row("absolute form", head("GET http://x/healthz HTTP/1.1"), [200], .open),
        row("absolute form, another Host", head("GET http://y/healthz HTTP/1.1"), [200], .open),
        row("absolute form, an empty path", head("GET http://x HTTP/1.1"), [200], .open),
        row("absolute form, a query alone", head("GET http://x?lang=ko HTTP/1.1"), [200], .open),
        row("absolute form without Host", "GET http://x/healthz HTTP/1.1\r\n\r\n", [400], .closed),
        row("OPTIONS of the server", head("OPTIONS * HTTP/1.1"), [204], .open),
        row("GET of the server", head("GET * HTTP/1.1"), [400], .closed),
        row("authority form", head("GET x:80 HTTP/1.1"), [400], .closed),
        row("no slash", head("GET healthz HTTP/1.1"), [400], .closed),
        row("a fragment", head("GET /healthz#x HTTP/1.1"), [400], .closed),
        row("a control character", head("GET /health\u{1}z HTTP/1.1"), [400], .closed),
        row("a NUL", head("GET /healthz\u{0} HTTP/1.1"), [400], .closed),
        row("DEL", head("GET /healthz\u{7f} HTTP/1.1"), [400], .closed),
        row("a query that is not encoded", head("GET /v1/areas?q=부산 HTTP/1.1"), [200], .open),
        row("bytes that are no UTF-8 nor ASCII", head("GET /v1/now?area=\u{80} HTTP/1.1"), [400], .open),
        row("%00 in a path", head("GET /healthz%00 HTTP/1.1"), [400], .open),
        row("%00 in a name", head("GET /v1/now?area=Busan%00 HTTP/1.1"), [400], .open),
        row("half of an escape", head("GET /v1/now?area=% HTTP/1.1"), [400], .open),
        row("bytes that are no UTF-8", head("GET /v1/now?area=%c3%28 HTTP/1.1"), [400], .open),
        row("an encoded line end", head("GET /v1/now?area=a%0d%0aX:%20y HTTP/1.1"), [400], .open),
        row("dot segments", head("GET /v1/../healthz HTTP/1.1"), [404], .open),
        row("encoded dot segments", head("GET /v1/%2e%2e/healthz HTTP/1.1"), [404], .open),
        row("a dot segment of one", head("GET /./healthz HTTP/1.1"), [404], .open),
        row("an encoded slash", head("GET /v1%2fweek HTTP/1.1"), [404], .open),
        row("an encoded letter", head("GET /%68ealthz HTTP/1.1"), [404], .open),
        row("a backslash", head("GET /v1\\week HTTP/1.1"), [404], .open),
        row("two slashes", head("GET //healthz HTTP/1.1"), [404], .open),
        row("a slash behind", head("GET /healthz/ HTTP/1.1"), [200], .open),
        row("a slash behind what proxies hide", head("GET /metrics/ HTTP/1.1"), [404], .open),
        row("another case", head("GET /HealthZ HTTP/1.1"), [404], .open),
        row("an empty query", head("GET /healthz? HTTP/1.1"), [200], .open),
        row("a second question mark", head("GET /healthz?? HTTP/1.1"), [400], .open),
        row("a little too long", head("GET /" + long.prefix(4_200) + " HTTP/1.1"), [414], .open),
        row("far too long", head("GET /" + long + " HTTP/1.1"), [414], .closed),
    ]

    /// RFC 9110, 2.5; RFC 9112, 2.3 and 9.3.
    private static let versions = [
        row("HTTP/1.0", head("GET /healthz HTTP/1.0"), [200], .closed),
        row("HTTP/1.0, kept alive", head("GET /healthz HTTP/1.0", "Connection: keep-alive"), [200], .closed),
        row("HTTP/1.0 without Host", "GET /healthz HTTP/1.0\r\n\r\n", [200], .closed),
        row("HTTP/0.9", "GET /healthz\r\n", [400], .closed),
        row("HTTP/0.9 by name", head("GET /healthz HTTP/0.9"), [505], .closed),
        row("a later minor version", head("GET /healthz HTTP/1.2"), [505], .closed),
        row("HTTP/2.0", head("GET /healthz HTTP/2.0"), [505], .closed),
        row("HTTP/3.0", head("GET /healthz HTTP/3.0"), [505], .closed),
        row("HTTP/2 that was not agreed on", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505], .closed),
        row("two digits", head("GET /healthz HTTP/1.10"), [400], .closed),
        row("no minor version", head("GET /healthz HTTP/1"), [400], .closed),
        row("lower case", head("GET /healthz http/1.1"), [400], .closed),
        row("a sign", head("GET /healthz HTTP/+1.1"), [400], .closed),
        row("another name", head("GET /healthz HTCPCP/1.0"), [400], .closed),
        row("RTSP", head("GET /healthz RTSP/1.0"), [400], .closed),
    ]

    /// RFC 9112, 3.2; RFC 9110, 7.2.
    private static let hosts = [
        host("none", nil, [400], .closed),
        host("two", "x\r\nHost: x", [400], .closed),
        host("two that differ", "x\r\nHost: y", [400], .closed),
        host("an empty one", "", [200], .open),
        host("a port", "x:80", [200], .open),
        host("an empty port", "x:", [200], .open),
        host("an IPv6 address", "[::1]:80", [200], .open),
        host("a port that is none", "x:http", [400], .closed),
        host("half an IPv6 address", "[::1", [400], .closed),
        host("no IPv6 address", "[]", [400], .closed),
        host("somebody's name", "me@x", [400], .closed),
        host("a path", "x/y", [400], .closed),
        host("a space", "x y", [400], .closed),
        host("a query", "x?y", [400], .closed),
        host("letters that are no ASCII", "부산", [400], .closed),
        host("a list", "x, y", [400], .closed),
        row("Host: twice in HTTP/1.0", head("GET /healthz HTTP/1.0", "Host: y"), [400], .closed),
    ]

    private static func host(_ name: String, _ value: String?, _ statuses: [Int], _ fate: Fate) -> RawRequest
    {
        let field = value.map { "Host: \($0)\r\n" } ?? ""
        return row("Host: \(name)", "GET /healthz HTTP/1.1\r\n\(field)\r\n", statuses, fate)
    }

    /// RFC 9112, 5; RFC 9110, 5.5.
    private static let fields = [
        row("a space before the colon", get("X-A : b"), [400], .closed),
        row("a tab before the colon", get("X-A\t: b"), [400], .closed),
        row("a folded line", get("X-A: b\r\n c"), [400], .closed),
        row("a space before the first field", "GET /healthz HTTP/1.1\r\n Host: x\r\n\r\n", [400], .closed),
        row("no colon", get("X-A"), [400], .closed),
        row("no name", get(": b"), [400], .closed),
        row("a name with a space", get("X A: b"), [400], .closed),
        row("a name with a parenthesis", get("X(A): b"), [400], .closed),
        row("a name that is no ASCII", get("X-부산: b"), [400], .closed),
        row("a NUL in a value", get("X-A: b\u{0}c"), [400], .closed),
        row("a bare CR in a value", get("X-A: b\rX-B: c"), [400], .closed),
        row("a bare LF in a value", get("X-A: b\nX-B: c"), [400], .closed),
        row("a control in a value", get("X-A: b\u{1}c"), [400], .closed),
        row("an empty value", get("X-A:"), [200], .open),
        row("spaces around a value", get("X-A: \t b \t "), [200], .open),
        row("UTF-8 in a value", get("X-A: 부산"), [200], .open),
        row("a field twice", get("X-A: b", "X-A: c"), [200], .open),
        row("a hundred fields", many(98, "a"), [200], .open),
        row("too many fields", many(120, "a"), [431], .closed),
        row("a long value", get("X-A: " + long), [431], .closed),
        row("a long name", get(long + ": a"), [431], .closed),
        row("much in all", many(9, long.prefix(2_000)), [431], .closed),
    ]

    /// RFC 9112, 6 and 7: who announces a body is refused before it comes, and nothing behind it is read as a request.
    private static let framing = [
        row("a length of 0", get("Content-Length: 0"), [200], .open),
        row("a body", get("Content-Length: 5") + "hello", [413], .closed),
        row("a body that never comes", get("Content-Length: 5"), [413], .closed),
        row("a request as a body", get("Content-Length: \(ok.utf8.count)") + ok, [413], .closed),
        row("a body of POST", head("POST / HTTP/1.1", "Content-Length: 3") + "a=b", [413], .closed),
        row("a body of HEAD", head("HEAD / HTTP/1.1", "Content-Length: 3") + "a=b", [413], .closed),
        row("a body of OPTIONS", head("OPTIONS / HTTP/1.1", "Content-Length: 3") + "a=b", [413], .closed),
        row("a length with a sign", get("Content-Length: +0"), [400], .closed),
        row("a length below 0", get("Content-Length: -1"), [400], .closed),
        row("a length in hexadecimal", get("Content-Length: 0x0"), [400], .closed),
        row("a length that is no number", get("Content-Length: a"), [400], .closed),
        row("no length", get("Content-Length:"), [400], .closed),
        row("a length with a space", get("Content-Length: 0 0"), [400], .closed),
        row("a length past 64 bits", get("Content-Length: 18446744073709551616"), [400], .closed),
        row("a length of 0 twice", get("Content-Length: 0", "Content-Length: 0"), [400], .closed),
        row("two lengths", get("Content-Length: 0", "Content-Length: 5") + "hello", [400], .closed),
        row("a list of lengths", get("Content-Length: 0, 5") + "hello", [400], .closed),
        row("a length, a space before its colon", get("Content-Length : 5") + "hello", [400], .closed),
        row("a folded length", get("Content-Length:\r\n 5") + "hello", [400], .closed),
        row("chunks", chunks("chunked"), [400], .closed),
        row("a request in chunks", chunks("chunked") + ok, [400], .closed),
        row("chunks without end", get("Transfer-Encoding: chunked") + "ffffffff\r\n" + long, [400], .closed),
        row(
            "a chunk past 64 bits",
            get("Transfer-Encoding: chunked") + "fffffffffffffffff\r\n",
            [400],
            .closed
        ),
        row("an odd chunk", get("Transfer-Encoding: chunked") + "0x5;a=\"\r\nhello\r\n", [400], .closed),
        row("chunks, then a length", chunks("chunked", "Content-Length: 5"), [400], .closed),
        row("a length, then chunks", chunked(after: "Content-Length: 5"), [400], .closed),
        row("a length of 0, then chunks", chunked(after: "Content-Length: 0"), [400], .closed),
        row("chunks twice", chunks("chunked, chunked"), [400], .closed),
        row("chunks in two fields", chunks("chunked", "Transfer-Encoding: x"), [400], .closed),
        row("chunks of gzip", chunks("gzip, chunked"), [400], .closed),
        row("chunks, not last", chunks("chunked, gzip"), [400], .closed),
        row("an unknown coding", chunks("xchunked"), [400], .closed),
        row("no coding", get("Transfer-Encoding: identity"), [400], .closed),
        row("an empty coding", get("Transfer-Encoding:"), [400], .closed),
        row("a coding behind a tab", chunks("\tchunked"), [400], .closed),
        row("a coding behind a control", chunks("\u{b}chunked"), [400], .closed),
        row("a coding in mixed case", get("tRANSFER-eNCODING: cHUNKED"), [400], .closed),
        row("a coding with a space before its colon", get("Transfer-Encoding : chunked"), [400], .closed),
        row("a coding behind a bare LF", chunked(after: "X: a", by: "\n"), [400], .closed),
        row("a folded coding", chunked(after: "X: a", by: "\r\n "), [400], .closed),
        row(
            "chunks in HTTP/1.0",
            head("GET / HTTP/1.0", "Transfer-Encoding: chunked") + "0\r\n\r\n",
            [400],
            .closed
        ),
    ]

    /// RFC 9110, 7.6.1, 7.8 and 10.1.1.
    private static let options = [
        row("Connection: close", get("Connection: close"), [200], .closed),
        row("Connection: Close", get("Connection: Close"), [200], .closed),
        row("Connection: a list with close", get("Connection: TE, close"), [200], .closed),
        row(
            "Connection: close in a second field",
            get("Connection: TE", "Connection: close"),
            [200],
            .closed
        ),
        row("Connection: close and keep-alive", get("Connection: keep-alive, close"), [200], .closed),
        row("Connection: keep-alive", get("Connection: keep-alive"), [200], .open),
        row("Connection: the name of Host", get("Connection: Host"), [200], .open),
        row("Connection: what only looks like close", get("Connection: closed"), [200], .open),
        row("Proxy-Connection, which proxies of old wrote", get("Proxy-Connection: close"), [200], .closed),
        row("TE", get("TE: trailers, deflate;q=0.5", "Connection: TE"), [200], .open),
        row("Upgrade to h2c", get("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", h2c), [200], .open),
        row("Upgrade to WebSocket", get("Connection: Upgrade", "UPGRADE: websocket"), [200], .open),
        row("Upgrade that Connection does not name", get("Upgrade: TLS/1.0"), [200], .open),
        row("Upgrade with a body", get("Upgrade: h2c", "Content-Length: 5") + "hello", [413], .closed),
        row(
            "Upgrade with a space before its colon",
            get("Connection: Upgrade", "Upgrade : h2c"),
            [400],
            .closed
        ),
        row("Expect without a body", get("Expect: 100-continue"), [200], .open),
        row("Expect with a body", get("Expect: 100-continue", "Content-Length: 5"), [413], .closed),
        row("Expect of what nobody knows", get("Expect: tea"), [200], .open),
        row("Range", get("Range: bytes=0-1"), [200], .open),
    ]

    /// RFC 9112, 9.3.2.
    private static let pipelines = [
        row("two requests", ok + ok, [200, 200], .open),
        row("fifty requests", String(repeating: ok, count: 50), Array(repeating: 200, count: 50), .open),
        row("an empty line between", ok + "\r\n" + ok, [200, 200], .open),
        row("HEAD first", head("HEAD / HTTP/1.1") + ok, [200, 200], .open),
        row("HEAD of a stream first", head("HEAD /v1/stream?area=Busan HTTP/1.1") + ok, [200, 200], .open),
        row("OPTIONS first", head("OPTIONS / HTTP/1.1") + ok, [204, 200], .open),
        row("404 first", head("GET /x HTTP/1.1") + ok, [404, 200], .open),
        row("405 first", head("POST / HTTP/1.1") + ok, [405, 200], .open),
        row(
            "cold, cached and refused",
            ["week", "week", "x", "now"].map(busan).joined(),
            [200, 200, 404, 200],
            .open
        ),
        row("close first", get("Connection: close") + ok, [200], .closed),
        row("HTTP/1.0 first", head("GET /healthz HTTP/1.0") + ok, [200], .closed),
        row("nonsense second", ok + "nonsense\r\n\r\n", [200, 400], .closed),
        row("another protocol second", ok + head("GET /healthz RTSP/1.0"), [200, 400], .closed),
        row(
            "a target that is far too long second",
            ok + head("GET /" + long + " HTTP/1.1"),
            [200, 414],
            .closed
        ),
        row("a body second", ok + get("Content-Length: 5") + "hello", [200, 413], .closed),
        row("CONNECT second", ok + head("CONNECT x:80 HTTP/1.1"), [200, 405], .closed),
        row("Upgrade first", get("Connection: Upgrade", "Upgrade: h2c") + ok, [200, 200], .open),
        row("a cold week, then nonsense", jeju + "nonsense\r\n\r\n", [200, 400], .closed),
    ]

    /// RFC 9112, 8 and 9.6.
    private static let halfCloses = [
        row("nothing, then the end", "", [], .halfClosed),
        row("an empty line, then the end", "\r\n", [], .halfClosed),
        row("a request, then the end", ok, [200], .halfClosed),
        row("a cold request, then the end", head("GET /v1/week?area=Daegu HTTP/1.1"), [200], .halfClosed),
        row("two requests, then the end", ok + ok, [200, 200], .halfClosed),
        row("half a request line", "GET /heal", [400], .halfClosed),
        row("half a head", "GET /healthz HTTP/1.1\r\nHos", [400], .halfClosed),
        row("a request and a half", ok + "GET /heal", [200, 400], .halfClosed),
        row("half a body", get("Content-Length: 5") + "he", [413], .halfClosed),
    ]
}
