import Forecast
import HTTPTypes
import KMAForecast
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends connections that cost more than they are worth: heads that cannot be read (with a problem document, like any
/// other failure), bodies nobody asked for, and clients that do not take what they asked for.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Bytes of body that are read and dropped; every path only reads, so an honest request has none.
    private static let bodyLimit = 64 * 1024

    private let language: Language
    private let writeTimeout: TimeAmount
    private var bodySize = 0
    /// Requests that are not answered yet.
    private var pending = 0
    /// What was wrong with the connection; nothing more is read from it.
    private var fault: Problem?
    private var deadline: Scheduled<Void>?

    /// `writeTimeout`: how long a client may leave what is written to it untaken.
    init(_ language: Language, writeTimeout: TimeAmount) {
        self.language = language
        self.writeTimeout = writeTimeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            bodySize = 0
            pending += 1
        case .body(let bytes): bodySize += bytes.readableBytes
        case .end: break
        }
        if bodySize > ConnectionGuard.bodyLimit {
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        pending -= 1
        if let fault, pending == 0 { refuse(fault, context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        if !context.channel.isWritable {
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: writeTimeout) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.fireErrorCaught(error)
            return
        }
        if fault != nil { return }
        let problem = Problem.unreadable(isOversized: error == .headerOverflow)
        fault = problem
        // Now it would pass for the answer to what was asked before.
        if pending == 0 { refuse(problem, context) }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: problem.json(language))
        var fields = problem.fields
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
