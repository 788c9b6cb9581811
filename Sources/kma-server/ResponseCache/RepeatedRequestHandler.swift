import NIOCore

/// Answers a request that comes in the very bytes of the one before it on the connection, without decoding them again.
///
/// Whoever keeps a connection and asks again, a dashboard or a proxy, repeats itself to the byte, and decoding was half of
/// the processor time of a cached response (Benchmarks/service). What the bytes mean is remembered from the last time;
/// whether they may be answered from the cache is asked anew for each request.
final class RepeatedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The end of a head, and of a request without a body.
    private static let headEnd = [UInt8]("\r\n\r\n".utf8)

    /// The handler behind the decoder, which knows what the bytes became.
    private let cachedResponses: CachedResponseHandler
    /// Whether all that was read before are whole requests: the decoder keeps nothing back.
    private var isBetweenRequests = true
    /// The request before, if it was answered from the cache, and its bytes.
    private var last: (bytes: ByteBuffer, request: CacheRequest)?
    private var hasWritten = false
    private var hasForwarded = false

    init(_ cachedResponses: CachedResponseHandler) {
        self.cachedResponses = cachedResponses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if isBetweenRequests, let last, last.bytes == bytes,
            let response = cachedResponses.response(to: last.request, on: context.channel)
        {
            context.write(wrapOutboundOut(response.bytes), promise: nil)
            hasWritten = true
            return
        }
        hasForwarded = true
        last = nil
        let wasBetweenRequests = isBetweenRequests
        cachedResponses.beginRead()
        context.fireChannelRead(data)
        isBetweenRequests =
            cachedResponses.hasReadWholeRequests
            && bytes.readableBytesView.suffix(4).elementsEqual(RepeatedRequestHandler.headEnd)
        if wasBetweenRequests, isBetweenRequests, let request = cachedResponses.onlyRequest {
            last = (bytes, request)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten { context.flush() }
        hasWritten = false
        // Handlers that have read nothing have nothing to complete, nor a reason to read no more. They are not asked: to pass
        // a read through all of them takes as long as to find the response.
        if hasForwarded { context.fireChannelReadComplete() } else { context.read() }
        hasForwarded = false
    }
}
