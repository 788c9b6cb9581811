import NIOCore

/// Looks at the bytes of heads before they are decoded: takes `Upgrade` from them, so that a connection goes on in
/// HTTP/1.1 after one, refuses a request line that is too long or names no version of HTTP, and writes the bytes of a
/// target that are no ASCII as `%XX`.
///
/// The decoder of swift-nio stops at a request with `Upgrade` and keeps whatever follows, without a limit and for nobody
/// (https://github.com/apple/swift-nio/pull/2570): `curl --http2` and Java's HttpClient, which offer HTTP/2 that way,
/// wait for their second response in vain. A server may ignore the header (RFC 9110, 7.8); here its name is overwritten
/// at the beginning of a line. Nor does the decoder tell a target that is too long, which is 414 (RFC 9112, 3), from
/// headers that are, which are 431; it takes RTSP for HTTP, and `HTTP/+1.1` for a version that is not supported.
///
/// A target is ASCII (RFC 9112, 3.2), but curl and wget send what was typed: `curl host/부산`.
///
/// A body is passed over by its `Content-Length`. One whose length could be read in two ways is refused by
/// ``RequestValidator``, and nothing that follows it is read. Nor is anything that follows a request with
/// `Transfer-Encoding`, which is the last of its connection.
final class HeadFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What the decoder gets only together with what follows: half a request line, or the beginning of a header line
    /// that may become `Upgrade`.
    private var held = ByteBuffer()
    /// Whether the next line is the first of a head, or an empty one before it.
    private var isRequestLine = true
    /// How much of a header line has been read, and how it begins.
    private var lineLength = 0
    private var firstByte: UInt8?
    /// Whether the header line is `Content-Length`.
    private var isLengthLine = false
    /// Whether the head announces chunks, and whether they have begun.
    private var isInChunks = false
    private var hasEnded = false
    /// Bytes of the body that follows the head, and those of it that are still to come.
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
        // Nothing follows: the decoder refuses half a head.
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

    /// Filters what was read. Gives what is wrong with a request line, which then is left out with all that follows it.
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
                // Some clients send an empty line before they begin (RFC 9112, 2.2).
                isRequestLine = line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")])
                index = end + 1
                continue
            }
            if lineLength == 0 {
                let matched = (
                    upgrade: match(HeadFilter.upgrade, in: rest),
                    length: match(HeadFilter.contentLength, in: rest),
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
            // A head ends with an empty line.
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

    /// Writes the bytes of a request line that are no ASCII as `%XX`; gives where the line ends then.
    private static func encode(_ buffer: inout ByteBuffer, _ line: Range<Int>) -> Int {
        let bytes = buffer.readableBytesView[line]
        guard bytes.contains(where: { $0 > 0x7f }) else { return line.upperBound }
        var encoded = [UInt8](buffer.readableBytesView[..<line.lowerBound])
        for byte in bytes {
            if byte > 0x7f {
                encoded += [UInt8(ascii: "%")] + Array(String(byte, radix: 16, uppercase: true).utf8)
            } else {
                encoded.append(byte)
            }
        }
        let end = encoded.count
        buffer = ByteBuffer(bytes: encoded + buffer.readableBytesView[line.upperBound...])
        return end
    }

    /// Keeps the end of what was read for the next time.
    private func hold(_ buffer: inout ByteBuffer, from index: Int) {
        held = buffer.getSlice(at: index, length: buffer.writerIndex - index) ?? ByteBuffer()
        buffer.moveWriterIndex(to: index)
    }

    /// What is wrong with a request line, as far as it has been read: it is too long, its words are not three with a blank
    /// between (RFC 9112, 3), or the last is not `HTTP/`, a digit, a dot and a digit before CR LF (RFC 9112, 2.3). A line of
    /// one word is the decoder's.
    private static func problem(withLine line: ByteBufferView, isComplete: Bool) -> Problem? {
        guard line.count <= ServerOptions.headerLimit else {
            return .uriTooLong(limit: TargetMiddleware.limit)
        }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard isComplete, let word = words.last, words.count > 1 else { return nil }
        let isVersion =
            word.count == version.count
            && zip(word, version).allSatisfy { $0 == $1 || $1 == digit && (0x30...0x39).contains($0) }
        return isVersion && words.count == 3 ? nil : .unreadable
    }

    /// How many bytes are the beginning of a header's name.
    private func match(_ name: [UInt8], in bytes: ByteBufferView) -> Int {
        zip(bytes, name).prefix { $0 == $1 || ($0 >= 0x41 && $0 <= 0x5a && $0 | 0x20 == $1) }.count
    }

    /// Adds the digits of a piece of the `Content-Length` line to the number. What is past the limit is refused, however
    /// much it is.
    private func readLength(_ bytes: ByteBufferView) {
        for byte in bytes where (0x30...0x39).contains(byte) && bodyLength <= MCPController.bodyLimit {
            bodyLength = bodyLength * 10 + Int(byte - HeadFilter.digit)
        }
    }
}
