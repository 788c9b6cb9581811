import NIOCore

/// Takes `Upgrade` from requests before they are decoded, so that a connection goes on in HTTP/1.1 after one.
///
/// The decoder of swift-nio stops at a request with `Upgrade` and keeps whatever follows, without a limit and for nobody
/// (https://github.com/apple/swift-nio/pull/2570): `curl --http2` and Java's HttpClient, which offer HTTP/2 that way,
/// wait for their second response in vain. A server may ignore the header (RFC 9110, 7.8); here its name is overwritten
/// at the beginning of a line. Bodies, in which such a line would be changed too, are refused by ``RequestValidator``.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let name = [UInt8]("upgrade:".utf8)

    /// The beginning of a line that may become the header: the rest of it has not been read yet.
    private var held = ByteBuffer()
    private var isAtLineStart = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if held.readableBytes > 0 {
            held.writeBuffer(&buffer)
            buffer = held
            held = ByteBuffer()
        }
        filter(&buffer)
        if buffer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(buffer)) }
    }

    private func filter(_ buffer: inout ByteBuffer) {
        var index = buffer.readerIndex
        while true {
            if isAtLineStart {
                switch match(in: buffer, at: index) {
                case UpgradeFilter.name.count:
                    buffer.setInteger(UInt8(ascii: "x"), at: index)
                case let matched where index + matched == buffer.writerIndex:
                    held = buffer.getSlice(at: index, length: matched) ?? ByteBuffer()
                    buffer.moveWriterIndex(to: index)
                    return
                default:
                    break
                }
            }
            let view = buffer.readableBytesView
            guard let end = view[index...].firstIndex(of: UInt8(ascii: "\n")) else {
                isAtLineStart = false
                return
            }
            index = end + 1
            isAtLineStart = true
        }
    }

    /// How many bytes at an index are the beginning of the header's name.
    private func match(in buffer: ByteBuffer, at index: Int) -> Int {
        let bytes = buffer.readableBytesView[index...]
        return zip(bytes, UpgradeFilter.name).prefix {
            $0 == $1 || ($0 >= 0x41 && $0 <= 0x5a && $0 | 0x20 == $1)
        }.count
    }
}
