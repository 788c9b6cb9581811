import HTTPTypes
import KMAForecast
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

// Why this stands beside the router: a cached response took 35 µs of processor time by way of a task, 25 from the event
// loop that read the request, 13 with the bytes of its headers ready, and takes 9 where the request is the one before in
// the same bytes (``RepeatedRequestHandler``); nginx takes 6 to send a file of the same bytes (Benchmarks/service).
// Everything that is not a plain GET for a current response takes the usual way, where it gets the same headers and is
// counted and logged under the same names.

/// Sends cached responses from the event loop that read the request, in bytes that are ready.
///
/// Responses leave in the order of their requests: while one is with a task the later ones follow it there. So they do
/// while the client is slow to take what it has asked for, because a task waits for it.
final class CachedResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let handler: AskHandler
    /// The other end, asked for once: it takes a system call.
    private var remoteAddress: SocketAddress?
    /// Where bytes are written: past the encoder, whose work is done.
    private var encoderContext: ChannelHandlerContext?
    /// Requests that are with tasks.
    private var pending = 0
    /// What is sent once all of the request has been read.
    private var response: SerializedResponse?
    private var hasWritten = false
    /// Whether the last request waits for 100 before it sends its body.
    private var expectsContinue = false
    /// Heads and ends of requests in what was read last, for ``RepeatedRequestHandler``.
    private var heads = 0
    private var ends = 0
    private var answeredRequest: CacheRequest?
    /// Whether a request has begun and has not ended, over all that was read.
    private(set) var isInRequest = false

    init(_ handler: AskHandler) {
        self.handler = handler
    }

    func handlerAdded(context: ChannelHandlerContext) {
        remoteAddress = context.remoteAddress
        do {
            encoderContext = try context.pipeline.syncOperations.context(
                handlerType: HTTPResponseEncoder.self
            )
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        encoderContext = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            heads += 1
            isInRequest = true
            let request = CacheRequest(head, from: remoteAddress, handler.limits)
            response = request.flatMap { response(to: $0, on: context.channel) }
            answeredRequest = response == nil ? nil : request
            if response != nil { return }
            pending += 1
            expectsContinue = head.expectsContinue
            if pending == 1 { sendContinue() }
        case .body:
            expectsContinue = false
            if response != nil { return }
        case .end:
            ends += 1
            isInRequest = false
            if let response = response.take() { return send(response) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten {
            hasWritten = false
            encoderContext?.flush()
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        pending -= 1
        if pending == 1 { sendContinue() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        // Who waits for a response is not idle.
        if pending == 0 { context.close(promise: nil) }
    }

    /// The cached response to a request, if nothing else has to be sent before it.
    func response(to request: CacheRequest, on channel: any Channel) -> SerializedResponse? {
        guard encoderContext != nil, pending == 0, channel.isWritable else { return nil }
        return handler.cachedResponse(to: request)
    }

    /// Tells a client that waits for it to send its body (RFC 9110, 10.1.1), in the turn of its request: before the
    /// responses to earlier ones it would be taken for one of those.
    private func sendContinue() {
        guard expectsContinue else { return }
        expectsContinue = false
        let bytes = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")
        encoderContext?.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: nil)
    }

    private func send(_ response: SerializedResponse) {
        encoderContext?.write(NIOAny(IOData.byteBuffer(response.bytes)), promise: nil)
        hasWritten = true
    }
}

extension CachedResponseHandler {
    /// Starts the count of what the next bytes become.
    func beginRead() {
        heads = 0
        ends = 0
        answeredRequest = nil
    }

    /// Whether the bytes read since then hold a request, and end with the end of one.
    var hasReadWholeRequests: Bool { heads > 0 && heads == ends }

    /// Whether they hold the end of a request, whose head may have come in an earlier read.
    var hasReadEnd: Bool { ends > 0 }

    /// The request they became, if they became one alone and it was answered from the cache.
    var onlyRequest: CacheRequest? { heads == 1 && ends == 1 ? answeredRequest : nil }
}

extension HTTPRequest {
    /// Whether its sender waits for 100 before it sends the body.
    fileprivate var expectsContinue: Bool {
        headerFields[.expect]?.lowercased() == "100-continue"
            && headerFields[.contentLength].map { $0 != "0" } == true
    }
}

/// A request as the cache sees it, read once from its head.
struct CacheRequest: Sendable {
    /// Path and query.
    let target: String
    /// Whether the response may be gzipped.
    let acceptsGzip: Bool
    /// The client that it counts for; `nil` for this machine itself.
    let client: ClientAddress?

    /// `nil` for all but a GET for the whole response. Who wants the connection closed, or brings a body, is left to
    /// those who see to that, and who may have the response already, or is a page from elsewhere, to the router.
    init?(_ head: HTTPRequest, from address: SocketAddress?, _ limits: ClientLimits) {
        guard head.method == .get, let target = head.path,
            !head.headerFields.contains(where: { CacheRequest.excluded.contains($0.name) }),
            head.headerFields.arePlain
        else { return nil }
        self.target = target
        acceptsGzip = head.headerFields.acceptGzip
        client = limits.client(of: head, from: address)
    }

    private static let excluded: Set<HTTPField.Name> = [
        .connection, .contentLength, .transferEncoding, .ifNoneMatch, .ifModifiedSince,
    ]
}

extension HTTPFields {
    /// Whether a request with these headers asks what its target alone says: it wants no other form of it, and is of no
    /// page from elsewhere.
    var arePlain: Bool { !contains(.origin) && !acceptLines }
}

extension AskHandler {
    /// The whole response to what has been asked for before in the very same words and is still true, counted and logged as
    /// the router's middleware does any other; `nil` where there is none, or another response is due.
    func cachedResponse(to request: CacheRequest) -> SerializedResponse? {
        let start = ContinuousClock.now
        let now = dependencies.now()
        guard let cached = dependencies.responseCache.current(target: request.target, at: now) else {
            return nil
        }
        let response = cached.serializedResponse(acceptsGzip: request.acceptsGzip, at: now)
        do throws(Problem) {
            try limits.requests?.spend(cached.cost, for: request.client, at: start)
        } catch {
            // The router refuses it.
            return nil
        }
        dependencies.record(
            HTTPRequest.Method.get.rawValue,
            route: cached.route,
            status: .ok,
            ContinuousClock.now - start,
            bytes: response.contentLength
        )
        dependencies.metrics.recordResponse(cached.freshness)
        return response
    }
}

/// A response as the bytes of the wire.
struct SerializedResponse: Sendable {
    /// Status line, headers and content: one buffer, because each that is written costs as much again.
    let bytes: ByteBuffer
    /// Bytes of the content.
    let contentLength: Int

    /// Writes a response of an instant as HTTP/1.1 (RFC 9112, 4).
    init(status: HTTPResponse.Status, fields: HTTPFields, content: ByteBuffer, date: Date) {
        contentLength = content.readableBytes
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1_024 + contentLength)
        bytes.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in fields { bytes.writeString("\(field.name.rawName): \(field.value)\r\n") }
        bytes.writeString("Date: \(date.httpDate)\r\n\r\n")
        bytes.writeImmutableBuffer(content)
        self.bytes = bytes
    }
}
