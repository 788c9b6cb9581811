import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// gzip without a system library: swift-nio-extras carries zlib, and gives access to it as channel handlers.
package enum Gzip {
    /// Bytes below which compressing saves nothing: a packet holds this much either way.
    private static let smallest = 1_024
    /// The most bytes that are read from compressed ones: more than any answer of an upstream has.
    private static let largest = 8 * 1024 * 1024

    /// Bytes as gzip; `nil` where that saves nothing.
    package static func compressed(_ bytes: ByteBuffer) -> ByteBuffer? {
        guard bytes.readableBytes > smallest else { return nil }
        do {
            let compressed = try pass(bytes, through: NIOHTTPRequestCompressor(encoding: .gzip))
            return compressed.readableBytes < bytes.readableBytes ? compressed : nil
        } catch {
            // As they are, they are longer and just as true.
            return nil
        }
    }

    /// Bytes as a stream of zlib (RFC 1950), which `Content-Encoding: deflate` is; `nil` where that cannot be made.
    static func deflated(_ bytes: ByteBuffer) -> ByteBuffer? {
        do {
            return try pass(bytes, through: NIOHTTPRequestCompressor(encoding: .deflate))
        } catch {
            return nil
        }
    }

    /// The bytes that were compressed; `nil` where they are damaged.
    package static func decompressed(_ bytes: ByteBuffer) -> ByteBuffer? {
        let handler = NIOHTTPResponseDecompressor(limit: .size(largest))
        let channel = EmbeddedChannel()
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        head.headers.add(name: "Content-Encoding", value: "gzip")
        head.headers.add(name: "Content-Length", value: "\(bytes.readableBytes)")
        do {
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            try channel.writeInbound(HTTPClientResponsePart.body(bytes))
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
            var plain = ByteBuffer()
            while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
                if case .body(var piece) = part { plain.writeBuffer(&piece) }
            }
            _ = try channel.finish()
            return plain
        } catch {
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
