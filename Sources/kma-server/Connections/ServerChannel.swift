import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Handlers around the decoder, behind which version, raw headers and bytes are gone.
struct ServerChannel: ServerChildChannel {
    let base: HTTP1Channel
    let idleTimeout: TimeAmount
    let limits: ClientLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let connectionProblem = connectionProblem(of: channel)
        return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(HeadFilter()) }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            let validator = RequestValidator(connectionProblem: connectionProblem)
            try pipeline.addHandler(validator, position: .before(codec))
            let cachedResponses = try pipeline.handler(type: CachedResponseHandler.self)
            try pipeline.addHandlers(
                // The framework's timeout does not see cached responses.
                IdleStateHandler(readTimeout: idleTimeout),
                RepeatedRequestHandler(cachedResponses),
                RequestDeadline(idleTimeout, cachedResponses),
                position: .first
            )
            return value
        }
    }

    private func connectionProblem(of channel: any Channel) -> Problem? {
        do throws(Problem) {
            let grant = try limits.openConnection(from: channel.remoteAddress)
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(grant) {} }
            return nil
        } catch { return error }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Closes when a request takes too long, also if a byte arrives at times.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private let cachedResponses: CachedResponseHandler
    private var deadline: Scheduled<Void>?

    init(_ timeout: TimeAmount, _ cachedResponses: CachedResponseHandler) { (self.timeout, self.cachedResponses) = (timeout, cachedResponses) }

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

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}

final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Time to read a refusal: closing with unread bytes resets the connection, and drops it.
    private static let lingering = TimeAmount.seconds(1)

    private let dependencies: ServerDependencies
    private let writeTimeout: TimeAmount
    private var pending = 0
    private var isInRequest = false
    private var hasRefused = false
    private var isClosing = false
    private var hasBegunResponse = false
    private var closesAfterResponse = false
    private var problem: Problem?
    /// True after an error, when the decoder keeps all bytes.
    private var hasStoppedReading = false
    private var writeDeadline: Scheduled<Void>?

    init(_ dependencies: ServerDependencies, writeTimeout: TimeAmount) { (self.dependencies, self.writeTimeout) = (dependencies, writeTimeout) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            pending += 1
            isInRequest = true
            isClosing = head.headerFields[.connection] == "close"
        case .body: break
        case .end: isInRequest = false
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) { if !hasStoppedReading { context.read() } }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if hasRefused {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasBegunResponse = true
            // The framework's is up to a second old, maybe earlier than Last-Modified (RFC 9110, 8.8.2.1).
            head.headerFields[.date] = Date().httpDate
            if isClosing && pending == 1 {
                head.headerFields[.connection] = "close"
            } else {
                closesAfterResponse = head.headerFields[.connection] == "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end where closesAfterResponse:
            let channel = context.channel
            let written = context.writeAndFlush(data)
            written.cascade(to: promise)
            written.whenComplete { _ in channel.close(promise: nil) }
        case .end:
            context.write(data, promise: promise)
            pending -= 1
            hasBegunResponse = false
            if let problem { answer(problem, context) }
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

    func handlerRemoved(context: ChannelHandlerContext) { writeDeadline?.cancel() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let problem: Problem
        switch error {
        case let error as Problem: problem = error
        case let error as HTTPParserError: problem = Problem(error)
        default: return context.fireErrorCaught(error)
        }
        // Requests after the last are not answered (RFC 9112, 9.6).
        if hasStoppedReading || isClosing && !isInRequest { return hasStoppedReading = true }
        hasStoppedReading = true
        self.problem = problem
        answer(problem, context)
    }

    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard pending == (isInRequest ? 1 : 0) else {
            if pending == 0 { context.close(promise: nil) }
            return
        }
        if !hasBegunResponse { refuse(problem, context) }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        hasRefused = true
        let body = ByteBuffer(bytes: problem.json(dependencies.defaults.language))
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
        dependencies.record("-", route: "-", status: problem.status, .zero, bytes: body.readableBytes)
        dependencies.metrics.recordRefusal(problem.refusalReason ?? .malformed)
    }
}
