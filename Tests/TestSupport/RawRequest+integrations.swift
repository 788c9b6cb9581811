extension RawRequest {
    private static let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    private static var rest: String {
        String(list.utf8.count - 4, radix: 16) + "\r\n" + list.dropFirst(4) + "\r\n"
    }
    private static func chunked(_ body: String) -> String {
        head("POST /mcp HTTP/1.1", "Transfer-Encoding: chunked") + body
    }
    private static func message(_ body: String) -> String {
        head("POST /mcp HTTP/1.1", "Content-Length: \(body.utf8.count)") + body
    }

    /// Text for terminals, Open-Meteo's format and messages for an assistant's tools.
    static let integrations = [
        row("a path that is not encoded", head("GET /부산 HTTP/1.1", "Accept: text/plain"), [200], .open),
        row(
            "an encoded place",
            head("GET /%EB%B6%80%EC%82%B0 HTTP/1.1", "User-Agent: curl/8.5.0"),
            [200],
            .open
        ),
        row("a place for nobody in particular", head("GET /부산 HTTP/1.1"), [200], .open),
        row("a place as a picture of it", head("GET /부산 HTTP/1.1", "Accept: image/*"), [406], .open),
        row("a place nobody knows", head("GET /부싼?format=json HTTP/1.1"), [404], .open),
        row("a place of many", head("GET /중구?format=json HTTP/1.1"), [422], .open),
        row("a place that is half an escape", head("GET /%?format=json HTTP/1.1"), [400], .open),
        row("places without a name", head("GET /++?format=json HTTP/1.1"), [400], .open),
        row(
            "too many places",
            head("GET /\(String(repeating: "Seoul+", count: 21))?format=json HTTP/1.1"),
            [400],
            .open
        ),
        row("no place in a terminal", head("GET / HTTP/1.1", "User-Agent: curl/8.5.0"), [200], .open),
        row("no place in a terminal, HEAD", head("HEAD / HTTP/1.1", "Accept: text/plain"), [200], .open),
        row(
            "no place and no such parameter",
            head("GET /?x=1&format=json HTTP/1.1", "Accept: text/plain"),
            [400],
            .open
        ),
        row(
            "a template in braces",
            head("GET /부산?template={sky} HTTP/1.1", "Accept: text/plain"),
            [200],
            .open
        ),
        row(
            "a template of no field",
            head("GET /부산?template={%00}&format=json HTTP/1.1", "Accept: text/plain"),
            [400],
            .open
        ),
        row(
            "a template with half an escape",
            head("GET /부산?template=%&format=json HTTP/1.1", "Accept: text/plain"),
            [400],
            .open
        ),
        row("a place and a slash", head("GET /부산/?format=json HTTP/1.1"), [200], .open),
        row("a place and two slashes", head("GET /부산//?format=json HTTP/1.1"), [404], .open),
        row(
            "Open-Meteo",
            head("GET /om/v1/forecast?latitude=37.5&longitude=127&hourly=rain HTTP/1.1"),
            [200],
            .open
        ),
        row(
            "Open-Meteo, a list",
            head("GET /om/v1/forecast?latitude=37.5,35&longitude=127,129 HTTP/1.1"),
            [200],
            .open
        ),
        row("Open-Meteo, POST", head("POST /om/v1/forecast HTTP/1.1"), [405], .open),
        row("a message", message(list), [200], .open),
        row("two messages", message(list) + message(list), [200, 200], .open),
        row("a message and a plain request", message(list) + ok, [200, 200], .open),
        row("a notification", message(#"{"jsonrpc":"2.0","method":"x"}"#), [202], .open),
        row("a message of header lines", message("\r\nUpgrade: x\r\n\r\n" + list), [400], .open),
        row(
            "a message with its length twice",
            head("POST /mcp HTTP/1.1", "Content-Length: 2", "Content-Length: 2") + "{}",
            [400],
            .closed
        ),
        row(
            "a message with a sign in its length",
            head("POST /mcp HTTP/1.1", "Content-Length: +2") + "{}",
            [400],
            .closed
        ),
        row(
            "a message of zeros before its length",
            head("POST /mcp HTTP/1.1", "Content-Length: 002") + "  " + ok,
            [400, 200],
            .open
        ),
        row(
            "a message in chunks",
            chunked("4\r\n" + list.prefix(4) + "\r\n" + rest + "0\r\n\r\n"),
            [200],
            .closed
        ),
        row("a message in chunks of Upgrade", chunked("b\r\n\r\nUpgrade: \r\n0\r\n\r\n"), [400], .closed),
        row("no chunk", chunked("0\r\n\r\n"), [400], .closed),
        row(
            "C3: a length behind the chunks",
            chunked("2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n"),
            [400],
            .closed
        ),
        row("C3: a bare CR in a chunk's head", chunked("2\r{}\r\n0\r\n\r\n"), [400], .closed),
        row("C3: a bare LF in a chunk's head", chunked("2\n{}\n0\n\n"), [400], .closed),
        row("C3: a chunk's length that is none", chunked("zz\r\n{}\r\n0\r\n\r\n"), [400], .closed),
        row("C3: a request, then a broken chunk", ok + chunked("2\r{}\r\n"), [200, 400], .closed),
        row(
            "C3: a cold week, then a broken chunk",
            busan("week") + chunked("2\r{}\r\n"),
            [200, 400],
            .closed
        ),
        row(
            "too long a chunk",
            chunked("4001\r\n" + String(repeating: " ", count: 0x4001) + "\r\n0\r\n\r\n"),
            [413],
            .closed
        ),
        row(
            "chunks and a length",
            head("POST /mcp HTTP/1.1", "Transfer-Encoding: chunked", "Content-Length: 5") + "0\r\n\r\n",
            [400],
            .closed
        ),
        row(
            "chunks in gzip",
            head("POST /mcp HTTP/1.1", "Transfer-Encoding: gzip, chunked") + "0\r\n\r\n",
            [400],
            .closed
        ),
        row(
            "chunks to another path",
            head("POST /mcp/x HTTP/1.1", "Transfer-Encoding: chunked") + "0\r\n\r\n",
            [400],
            .closed
        ),
        row(
            "a message that is too long",
            head("POST /mcp HTTP/1.1", "Content-Length: 16385"),
            [413],
            .closed
        ),
        row("a message with a query", head("POST /mcp?x HTTP/1.1", "Content-Length: 2") + "{}", [400], .open),
        row("a message and a slash", head("POST /mcp/ HTTP/1.1", "Content-Length: 2") + "{}", [400], .open),
        row(
            "a message with a blank behind its length",
            head("POST /mcp HTTP/1.1", "Content-Length: \t\(list.utf8.count) ") + list,
            [200],
            .open
        ),
        row("a message by GET", head("GET /mcp HTTP/1.1"), [405], .open),
        row("a message without a body", head("POST /mcp HTTP/1.1"), [400], .open),
        row(
            "a message from a page",
            head("POST /mcp HTTP/1.1", "Origin: http://evil.example", "Content-Length: 0"),
            [403],
            .open
        ),
        row(
            "a message from a page whose path looks like this machine",
            head("POST /mcp HTTP/1.1", "Origin: http://evil.example/127.0.0.1", "Content-Length: 0"),
            [403],
            .open
        ),
        row(
            "a message from a page whose port is a name",
            head("POST /mcp HTTP/1.1", "Origin: http://localhost:evil", "Content-Length: 0"),
            [403],
            .open
        ),
        row("POST to a place", head("POST /부산 HTTP/1.1"), [405], .open),
    ]
}
