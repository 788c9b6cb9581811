import NIOCore
import NIOHTTP1

/// Refuses CONNECT, bodies, malformed targets and `Host`, and surplus connections, and finds a connection's last request.
final class RequestValidator: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case open
        case last
        case ended
    }

    private static let requestTimeout = TimeAmount.seconds(1)
    private let connectionProblem: Problem?
    private var state = State.open
    private var isHTTP10 = false
    private var isHeadOfStream = false

    init(connectionProblem: Problem?) { self.connectionProblem = connectionProblem }

    func channelActive(context: ChannelHandlerContext) {
        if let problem = connectionProblem {
            let this = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: RequestValidator.requestTimeout) {
                let (handler, context) = this.value
                if case .open = handler.state { handler.refuse(problem, context) }
            }
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.ended, _): return
        case (_, .head(var head)):
            if let problem = connectionProblem ?? RequestValidator.problem(with: head) { return refuse(problem, context) }
            isHTTP10 = head.version == .http1_0
            // HTTP/1.0 has no response to it (RFC 9110, 10.1.1).
            if isHTTP10 { head.headers.remove(name: "Expect") }
            // Persistent HTTP/1.0 is unused; ``HeadFilter`` does not follow chunks.
            if isHTTP10 || RequestValidator.isLast(head) || head.headers.contains(name: "Transfer-Encoding") {
                state = .last
                // The framework looks for this value.
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case (.last, .end):
            state = .ended
            context.fireChannelRead(data)
        case (_, .body), (_, .end): context.fireChannelRead(data)
        }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        state = .ended
        context.fireErrorCaught(problem)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        switch part {
        case .head(var head):
            isHeadOfStream = head.headers.contains(name: "Transfer-Encoding")
            // The encoder adds chunks, which HTTP/1.0 lacks.
            if isHTTP10 {
                head.version = .http1_0
                head.headers.remove(name: "Transfer-Encoding")
                part = .head(head)
            }
        case .end where isHeadOfStream:
            // Else the last chunk comes before the next response.
            part = .body(.byteBuffer(ByteBuffer()))
        case .body, .end: break
        }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}

extension RequestValidator {
    /// The decoder obeys `Proxy-Connection` too, and stops reading.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        ["Connection", "Proxy-Connection"].contains { name in head.headers[canonicalForm: name].contains { $0.lowercased() == "close" } }
    }

    static func problem(with head: HTTPRequestHead) -> Problem? {
        if head.method == .CONNECT { return .methodNotAllowed(allow: MethodMiddleware.allowed) }
        guard isTarget(head.uri, of: head.method) else { return .malformedTarget }
        if let problem = bodyProblem(with: head) { return problem }
        // Exactly one (RFC 9112, 3.2), unknown to HTTP/1.0.
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && head.version == .http1_0), hosts.allSatisfy(isHost) else { return .malformedHost }
        return nil
    }

    /// Bodies are for assistants' tools alone, of one length or in chunks (RFC 9112, 6.1, 6.3).
    private static func bodyProblem(with head: HTTPRequestHead) -> Problem? {
        let path = head.uri.prefix { $0 != "?" }
        // The router refuses it with a slash behind.
        let takesBody = head.method == .POST && (path == MCPController.path || path == MCPController.path + "/")
        let codings = head.headers["Transfer-Encoding"]
        let lengths = head.headers["Content-Length"].map { $0.trimmingOptionalWhitespace }
        guard codings.isEmpty else {
            let isChunked = head.version == .http1_1 && lengths.isEmpty && codings.map { $0.lowercased() } == ["chunked"]
            return takesBody && isChunked ? nil : .unexpectedBody(status: .badRequest)
        }
        if lengths.allSatisfy({ $0 == "0" }) { return nil }
        guard takesBody else { return .unexpectedBody(status: .contentTooLarge) }
        guard lengths.count == 1, !lengths[0].isEmpty, lengths[0].utf8.allSatisfy(isDigit) else { return .unreadable }
        let limit = MCPController.bodyLimit
        guard let length = Int(lengths[0]), length <= limit else { return .messageTooLong(limit: limit) }
        return nil
    }

    /// RFC 9112, 3.2; the framework finds a path in anything, such as `x:/healthz`.
    private static func isTarget(_ text: String, of method: HTTPMethod) -> Bool {
        let bytes = text.utf8
        guard !bytes.contains(UInt8(ascii: "#")) else { return false }
        if bytes.first == UInt8(ascii: "/") { return true }
        if text == "*" { return method == .OPTIONS }
        return ["http://", "https://"].contains { scheme in
            bytes.count > scheme.utf8.count && zip(bytes, scheme.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }

    /// `uri-host [ ":" port ]` (RFC 9110, 7.2).
    private static func isHost(_ text: String) -> Bool {
        let bytes = text.utf8
        let end =
            if bytes.first == UInt8(ascii: "[") { bytes.firstIndex(of: UInt8(ascii: "]")).map { bytes.index(after: $0) } ?? bytes.startIndex } else {
                bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            }
        let (host, port) = (bytes[..<end], bytes[end...])
        guard port.isEmpty || port.first == UInt8(ascii: ":"), port.dropFirst().allSatisfy(isDigit) else { return false }
        if host.first == UInt8(ascii: "[") {
            return host.count > 2 && host.dropFirst().dropLast().allSatisfy { isAlphanumeric($0) || $0 == 0x3a || $0 == 0x2e }
        }
        return host.allSatisfy { isAlphanumeric($0) || "-._~%!$&'()*+,;=".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7a).contains(byte | 0x20) && byte < 0x80 }
}

extension StringProtocol {
    /// RFC 9110, 5.5.
    var trimmingOptionalWhitespace: SubSequence {
        var value = self[...]
        while value.last == " " || value.last == "\t" { value.removeLast() }
        return value.drop { $0 == " " || $0 == "\t" }
    }
}
