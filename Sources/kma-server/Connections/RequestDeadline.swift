import NIOCore

/// Closes a connection whose request takes too long to come.
///
/// The idle timeout does not see that: a client that sends a byte now and then is never idle. Between the first bytes of
/// a request and its end there may be no more than the timeout, however many bytes come and in however many reads.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    /// The handler behind the decoder, which knows what the bytes became.
    private let cachedResponses: CachedResponseHandler
    private var deadline: Scheduled<Void>?

    init(_ timeout: TimeAmount, _ cachedResponses: CachedResponseHandler) {
        self.timeout = timeout
        self.cachedResponses = cachedResponses
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        if cachedResponses.hasReadEnd {
            deadline?.cancel()
            deadline = nil
            guard cachedResponses.isInRequest else { return }
        }
        if deadline == nil {
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }
}
