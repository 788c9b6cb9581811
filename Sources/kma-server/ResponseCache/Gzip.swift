import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// gzip without a system library: swift-nio-extras carries zlib, and its door is a channel handler.
enum Gzip {
    /// Bytes as gzip; `nil` where that saves nothing.
    static func compressed(_ bytes: ByteBuffer) -> ByteBuffer? {
        // A packet holds this much either way.
        guard bytes.readableBytes > 1_024 else { return nil }
        do {
            let compressed = try pass(bytes, through: NIOHTTPRequestCompressor(encoding: .gzip))
            return compressed.readableBytes < bytes.readableBytes ? compressed : nil
        } catch {
            // Sent as it is, an answer is longer and just as true.
            return nil
        }
    }

    private static func pass(
        _ bytes: ByteBuffer,
        through handler: NIOHTTPRequestCompressor
    ) throws -> ByteBuffer {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(handler)
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
        try channel.writeOutbound(HTTPClientRequestPart.head(head))
        try channel.writeOutbound(HTTPClientRequestPart.body(.byteBuffer(bytes)))
        try channel.writeOutbound(HTTPClientRequestPart.end(nil))
        var compressed = ByteBuffer()
        while let part = try channel.readOutbound(as: HTTPClientRequestPart.self) {
            if case .body(.byteBuffer(var piece)) = part { compressed.writeBuffer(&piece) }
        }
        _ = try channel.finish()
        return compressed
    }
}
