import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Answers requests that cannot be read or are not allowed with a problem document, in their turn, and closes the
/// connection. Also closes it after a response that says so, and where the client does not take what it asked for.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a refused client has to read the refusal. Closing with unread bytes resets a connection, and a reset
    /// drops what the client has not read yet.
    private static let lingering = TimeAmount.seconds(1)

    private let language: Language
    private let writeTimeout: TimeAmount
    private let metrics: ServerMetrics
    private let logger: Logger
    /// Requests that are not answered yet.
    private var pending = 0
    /// Whether the last of them is the last of the connection.
    private var isClosing = false
    /// Whether the response that is being written is the last one.
    private var closesAfterResponse = false
    /// What was wrong with the connection.
    private var problem: Problem?
    /// Whether nothing more is read: after an error the decoder keeps whatever comes, and nobody takes it.
    private var hasStoppedReading = false
    private var writeDeadline: Scheduled<Void>?

    /// `writeTimeout`: how long a client may leave what is written to it untaken.
    init(language: Language, writeTimeout: TimeAmount, metrics: ServerMetrics, logger: Logger) {
        self.language = language
        self.writeTimeout = writeTimeout
        self.metrics = metrics
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            pending += 1
            isClosing = head.headerFields[.connection] == "close"
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if !hasStoppedReading { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // The framework's own is up to a second old, and may be earlier than Last-Modified (RFC 9110, 8.8.2.1).
            head.headerFields[.date] = Date().httpDate
            if isClosing && pending == 1 {
                head.headerFields[.connection] = "close"
            } else {
                closesAfterResponse = head.headerFields[.connection] == "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end where closesAfterResponse:
            // The framework closes only where the request asks for it. All of the request has been read, so that
            // nothing is reset.
            let channel = context.channel
            let written = context.writeAndFlush(data)
            written.cascade(to: promise)
            written.whenComplete { _ in channel.close(promise: nil) }
        case .end:
            context.write(data, promise: promise)
            pending -= 1
            if let problem, pending == 0 { refuse(problem, context) }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
        writeDeadline = nil
        if !context.channel.isWritable {
            let channel = context.channel
            writeDeadline = context.eventLoop.scheduleTask(in: writeTimeout) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let problem: Problem
        switch error {
        case let error as Problem: problem = error
        case let error as HTTPParserError: problem = Problem(error)
        default: return context.fireErrorCaught(error)
        }
        // What follows the last request, such as more of them, is not answered (RFC 9112, 9.6).
        if hasStoppedReading || isClosing { return hasStoppedReading = true }
        hasStoppedReading = true
        self.problem = problem
        // Before the earlier requests are answered it would pass for the response to one of them.
        if pending == 0 { refuse(problem, context) }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: problem.json(language))
        var fields = problem.fields
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
        fields[.date] = Date().httpDate
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.close(mode: .output, promise: nil)
            channel.eventLoop.scheduleTask(in: ConnectionGuard.lingering) { channel.close(promise: nil) }
        }
        metrics.recordRequest(route: "-", status: problem.status.code, duration: .zero)
        metrics.recordRefusal(problem.refusalReason ?? .malformed)
        logger.logRequest("-", route: "-", status: problem.status, duration: .zero, bytes: body.readableBytes)
    }
}
