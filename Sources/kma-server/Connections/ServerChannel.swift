import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
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

    private let dependencies: ServerDependencies
    /// How long a client may leave what is written to it untaken.
    private let writeTimeout: TimeAmount
    /// Requests that are not answered yet.
    private var pending = 0
    /// Whether the last of them has a head and no end yet.
    private var isInRequest = false
    /// Whether it has an answer from here, so that a later one is nobody's.
    private var hasRefused = false
    /// Whether the last of them is the last of the connection.
    private var isClosing = false
    /// Whether a response is being written.
    private var hasBegunResponse = false
    /// Whether the response that is being written is the last one.
    private var closesAfterResponse = false
    /// What was wrong with the connection.
    private var problem: Problem?
    /// Whether nothing more is read: after an error the decoder keeps whatever comes, and nobody takes it.
    private var hasStoppedReading = false
    private var writeDeadline: Scheduled<Void>?

    init(_ dependencies: ServerDependencies, writeTimeout: TimeAmount) {
        self.dependencies = dependencies
        self.writeTimeout = writeTimeout
    }

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

    func read(context: ChannelHandlerContext) {
        if !hasStoppedReading { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if hasRefused {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasBegunResponse = true
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
        if hasStoppedReading || isClosing && !isInRequest { return hasStoppedReading = true }
        hasStoppedReading = true
        self.problem = problem
        answer(problem, context)
    }

    /// Answers what is wrong once the earlier requests are answered, for the response to one of which it would pass before:
    /// that is also the answer to a request whose body is broken, unless it has one.
    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard pending == (isInRequest ? 1 : 0) else {
            // Nobody reads the rest of a request that was answered before its end.
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
