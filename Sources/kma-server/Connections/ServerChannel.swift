import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The framework's channel for HTTP/1.1 with handlers of ours on either side of its decoder: what they look at, the
/// protocol version, the raw headers and bytes, is not there for handlers that are added behind it. Also counts the
/// connection against its client's share.
struct ServerChannel: ServerChildChannel {
    let base: HTTP1Channel
    /// How long a connection may stay without a request, and how long a request may take to come.
    let idleTimeout: TimeAmount
    let limits: ClientLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let connectionProblem = connectionProblem(of: channel)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(HeadFilter())
        }
        .flatMap {
            base.setup(channel: channel, logger: logger)
        }
        .flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            let validator = RequestValidator(connectionProblem: connectionProblem)
            try pipeline.addHandler(validator, position: .before(codec))
            let cachedResponses = try pipeline.handler(type: CachedResponseHandler.self)
            try pipeline.addHandlers(
                // The framework's own idle timeout does not see what is answered before it.
                IdleStateHandler(readTimeout: idleTimeout),
                RepeatedRequestHandler(cachedResponses),
                RequestDeadline(idleTimeout, cachedResponses),
                position: .first
            )
            return value
        }
    }

    /// Why the connection is refused; `nil` where it is granted, until it is closed.
    private func connectionProblem(of channel: any Channel) -> Problem? {
        do throws(Problem) {
            let grant = try limits.openConnection(from: channel.remoteAddress)
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(grant) {} }
            return nil
        } catch {
            return error
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

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
