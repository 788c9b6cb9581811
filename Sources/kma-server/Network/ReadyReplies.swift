#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sends replies at hand from the event loop that read the request, and spares them the way to a task and back: of a
/// warm answer that way is the better part of the cost.
///
/// Everything else goes on to the tasks. Replies leave in the order of their requests, so while one is with a task
/// the later ones follow it there; and so they do while the client is slow to take what it has asked for, because a
/// task waits for it.
final class ReadyReplies: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let door: FrontDoor
    /// The other end, asked for once: it takes a system call.
    private var address: SocketAddress?
    /// Requests that are with tasks.
    private var pending = 0
    /// What is sent once all of the request has been read.
    private var reply: Reply?
    private var hasWritten = false
    private var date = HTTPDate(Date())

    init(_ door: FrontDoor) {
        self.door = door
    }

    func handlerAdded(context: ChannelHandlerContext) {
        address = context.remoteAddress
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply = isFree(context.channel, for: head) ? door.replyAtHand(to: head, from: address) : nil
            if reply != nil { return }
            pending += 1
        case .body:
            if reply != nil { return }
        case .end:
            if let reply = reply.take() { return send(reply, context) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten {
            hasWritten = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { pending -= 1 }
        context.write(data, promise: promise)
    }

    /// Whether nothing has to go before the reply to a request, or with it.
    private func isFree(_ channel: any Channel, for head: HTTPRequest) -> Bool {
        // Who wants the connection closed is left to the one who closes it.
        pending == 0 && channel.isWritable && head.headerFields[.connection] == nil
    }

    private func send(_ reply: consuming Reply, _ context: ChannelHandlerContext) {
        reply.fields.append(HTTPField(name: .date, value: date.text(at: Date())))
        context.write(reply)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        hasWritten = true
    }
}

extension ChannelHandlerContext {
    /// Writes all of a reply but its end.
    func write(_ reply: consuming Reply) {
        let body = reply.body
        let head = HTTPResponse(status: reply.status, headerFields: reply.fields)
        write(NIOAny(HTTPResponsePart.head(head)), promise: nil)
        if let body { write(NIOAny(HTTPResponsePart.body(body)), promise: nil) }
    }
}

/// The time for the `Date` header, put into words once a second.
private struct HTTPDate {
    private var second: Int
    private var text: String

    init(_ date: Date) {
        (second, text) = (Int(date.timeIntervalSince1970), date.httpDate)
    }

    /// The time in words.
    mutating func text(at date: Date) -> String {
        if Int(date.timeIntervalSince1970) != second { self = HTTPDate(date) }
        return text
    }
}
