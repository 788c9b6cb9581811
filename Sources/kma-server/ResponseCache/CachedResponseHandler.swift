import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Sends answers at hand from the event loop that read the request, in bytes that are ready: the way to a task and back
/// and the making of headers are the better part of what a warm answer costs. And closes connections that lie idle.
///
/// Everything else goes on to the tasks. Replies leave in the order of their requests, so while one is with a task
/// the later ones follow it there; and so they do while the client is slow to take what it has asked for, because a
/// task waits for it.
final class CachedResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let door: FrontDoor
    /// The other end, asked for once: it takes a system call.
    private var address: SocketAddress?
    /// Where bytes leave: past the encoder, whose work is done.
    private var wire: ChannelHandlerContext?
    /// Requests that are with tasks.
    private var pending = 0
    /// What is sent once all of the request has been read.
    private var reply: SerializedResponse?
    private var hasWritten = false

    init(_ door: FrontDoor) {
        self.door = door
    }

    func handlerAdded(context: ChannelHandlerContext) {
        address = context.remoteAddress
        do {
            wire = try context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        wire = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply =
                isFree(context.channel, for: head) ? door.serializedResponse(to: head, from: address) : nil
            if reply != nil { return }
            pending += 1
        case .body:
            if reply != nil { return }
        case .end:
            if let reply = reply.take() { return send(reply) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten {
            hasWritten = false
            wire?.flush()
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { pending -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        // Who waits for an answer is not idle.
        if pending == 0 { context.close(promise: nil) }
    }

    /// Whether nothing has to go before the reply to a request, or with it.
    private func isFree(_ channel: any Channel, for head: HTTPRequest) -> Bool {
        // Who wants the connection closed, or brings a body, is left to those who see to that.
        wire != nil && pending == 0 && channel.isWritable
            && !head.headerFields.contains { CachedResponseHandler.burdens.contains($0.name) }
    }

    private static let burdens: Set<HTTPField.Name> = [
        .connection, .contentLength, .transferEncoding,
    ]

    private func send(_ reply: SerializedResponse) {
        for bytes in [reply.head, reply.body] {
            wire?.write(NIOAny(IOData.byteBuffer(bytes)), promise: nil)
        }
        hasWritten = true
    }
}
