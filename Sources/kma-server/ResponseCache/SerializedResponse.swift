#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A reply as the bytes of the wire.
struct SerializedResponse: Sendable {
    /// Status and headers, up to the body.
    let head: ByteBuffer
    /// The bytes after it.
    let body: ByteBuffer

    /// Seals a reply of an instant, in the framework's own hand.
    init(_ reply: Reply, at date: Date) throws {
        var fields = reply.fields
        fields[.date] = date.httpDate
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            HTTP1ToHTTPServerCodec(secure: false)
        )
        try channel.writeOutbound(HTTPResponsePart.head(.init(status: reply.status, headerFields: fields)))
        head = try channel.readOutbound() ?? ByteBuffer()
        body = reply.body ?? ByteBuffer()
        // Until it is closed, a channel and its handlers keep each other.
        _ = try channel.finish()
    }
}
