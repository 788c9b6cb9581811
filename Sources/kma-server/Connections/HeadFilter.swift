import NIOCore

/// Filter before the decoder: overwrites `Upgrade`, refuses long and malformed request lines, and escapes bytes outside ASCII, as curl sends 부산.
///
/// The decoder of swift-nio stops at `Upgrade` (https://github.com/apple/swift-nio/pull/2570), which `curl --http2` and Java's HttpClient send and
/// a server may ignore (RFC 9110, 7.8). It takes long targets, 414, for long headers, 431, and accepts RTSP and `HTTP/+1.1`. Bodies are skipped by
/// `Content-Length`; nothing is read after a refusal or `Transfer-Encoding`.
final class HeadFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Part of a request line, or of a header that may be `Upgrade`.
    private var held = ByteBuffer()
    private var isRequestLine = true
    private var lineLength = 0
    private var firstByte: UInt8?
    private var isLengthLine = false
    private var isInChunks = false
    private var hasEnded = false
    private var bodyLength = 0
    private var bodyRest = 0
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        if hasEnded { return context.fireChannelRead(data) }
        var buffer = unwrapInboundIn(data)
        if held.readableBytes > 0 {
            held.writeBuffer(&buffer)
            buffer = held
            held = ByteBuffer()
        }
        let problem = filter(&buffer)
        if buffer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(buffer)) }
        if let problem {
            hasRefused = true
            context.fireErrorCaught(problem)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event, held.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(held))
            held = ByteBuffer()
        }
        context.fireUserInboundEventTriggered(event)
    }
}

extension HeadFilter {
    private static let upgrade = [UInt8]("upgrade:".utf8)
    private static let contentLength = [UInt8]("content-length:".utf8)
    private static let transferEncoding = [UInt8]("transfer-encoding:".utf8)
    private static let version = [UInt8]("HTTP/0.0\r".utf8)
    private static let digit = UInt8(ascii: "0")

    private func filter(_ buffer: inout ByteBuffer) -> Problem? {
        var index = buffer.readerIndex
        while true {
            if bodyRest > 0 {
                let count = min(bodyRest, buffer.writerIndex - index)
                bodyRest -= count
                index += count
                if bodyRest > 0 { return nil }
            }
            let rest = buffer.readableBytesView[index...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            if isRequestLine {
                let line = rest[..<(end ?? rest.endIndex)]
                if let problem = HeadFilter.problem(withLine: line, isComplete: end != nil) {
                    buffer.moveWriterIndex(to: index)
                    return problem
                }
                guard let end = end.map({ HeadFilter.encode(&buffer, index..<$0) }) else {
                    hold(&buffer, from: index)
                    return nil
                }
                // Some clients send an empty line first (RFC 9112, 2.2).
                isRequestLine = line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")])
                index = end + 1
                continue
            }
            if lineLength == 0 {
                let matched = (
                    upgrade: match(HeadFilter.upgrade, in: rest), length: match(HeadFilter.contentLength, in: rest),
                    coding: match(HeadFilter.transferEncoding, in: rest)
                )
                if matched.upgrade == HeadFilter.upgrade.count {
                    buffer.setInteger(UInt8(ascii: "x"), at: index)
                } else if matched.coding == HeadFilter.transferEncoding.count {
                    isInChunks = true
                } else if matched.length != HeadFilter.contentLength.count,
                    index + max(matched.upgrade, matched.length, matched.coding) == buffer.writerIndex
                {
                    hold(&buffer, from: index)
                    return nil
                }
                isLengthLine = matched.length == HeadFilter.contentLength.count
                firstByte = rest.first
            }
            if isLengthLine { readLength(rest[..<(end ?? rest.endIndex)]) }
            lineLength += (end ?? rest.endIndex) - index
            guard let end else { return nil }
            isRequestLine = lineLength == 0 || lineLength == 1 && firstByte == UInt8(ascii: "\r")
            if isRequestLine {
                hasEnded = isInChunks
                if hasEnded { return nil }
                bodyRest = bodyLength
                bodyLength = 0
            }
            isLengthLine = false
            lineLength = 0
            index = end + 1
        }
    }

    private static func encode(_ buffer: inout ByteBuffer, _ line: Range<Int>) -> Int {
        let bytes = buffer.readableBytesView[line]
        guard bytes.contains(where: { $0 > 0x7f }) else { return line.upperBound }
        var encoded = [UInt8](buffer.readableBytesView[..<line.lowerBound])
        for byte in bytes {
            if byte > 0x7f { encoded += [UInt8(ascii: "%")] + Array(String(byte, radix: 16, uppercase: true).utf8) } else { encoded.append(byte) }
        }
        let end = encoded.count
        buffer = ByteBuffer(bytes: encoded + buffer.readableBytesView[line.upperBound...])
        return end
    }

    private func hold(_ buffer: inout ByteBuffer, from index: Int) {
        held = buffer.getSlice(at: index, length: buffer.writerIndex - index) ?? ByteBuffer()
        buffer.moveWriterIndex(to: index)
    }

    /// Too long, not three words by single blanks (RFC 9112, 3), or without a version (2.3).
    private static func problem(withLine line: ByteBufferView, isComplete: Bool) -> Problem? {
        guard line.count <= ServerOptions.headerLimit else { return .uriTooLong(limit: TargetMiddleware.limit) }
        if line.starts(with: "PRI * HTTP/2.0".utf8) { return .unsupportedVersion }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard isComplete, let word = words.last, words.count > 1 else { return nil }
        let isVersion = word.count == version.count && zip(word, version).allSatisfy { $0 == $1 || $1 == digit && (0x30...0x39).contains($0) }
        return isVersion && words.count == 3 ? nil : .unreadable
    }

    private func match(_ name: [UInt8], in bytes: ByteBufferView) -> Int {
        zip(bytes, name).prefix { $0 == $1 || ($0 >= 0x41 && $0 <= 0x5a && $0 | 0x20 == $1) }.count
    }

    private func readLength(_ bytes: ByteBufferView) {
        for byte in bytes where (0x30...0x39).contains(byte) && bodyLength <= MCPController.bodyLimit {
            bodyLength = bodyLength * 10 + Int(byte - HeadFilter.digit)
        }
    }
}
