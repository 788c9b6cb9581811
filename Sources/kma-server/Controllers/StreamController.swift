import HTTPTypes
import Hummingbird
import ServiceLifecycle

struct StreamController {
    let handler: AskHandler
    let heartbeat: Duration

    /// Gathers news, so that an issue of several feeds is one event.
    private static let gathering = Duration.milliseconds(250)
    private static let reconnectionTime = 5

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get("/v1/stream", use: stream)
        router.head("/v1/stream", use: head)
    }

    /// A stream has no length but a coding (RFC 9112, 6.1).
    @Sendable private func head(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        var response = try await stream(request, context)
        response.body = ResponseBody { try await $0.finish(nil) }
        response.headers[.transferEncoding] = "chunked"
        return response
    }

    @Sendable private func stream(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        var client = try handler.admit(request, context)
        let ask = try ask(of: request)
        try handler.limits.requests?.spend(ask.cost - 1, isFurther: true, for: client.address)
        let grant = try handler.limits.streams.acquire(for: client.address)
        client.isFollowing = true
        // Early faults have a status, later ones are waited out.
        let first = try await response(to: request, for: client)
        let lastEventID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let metrics = handler.dependencies.metrics
        let body = ResponseBody { [client] writer in
            metrics.streamOpened()
            defer {
                metrics.streamClosed()
                withExtendedLifetime(grant) {}
            }
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await send(request, for: client, from: first, after: lastEventID, to: &writer)
            }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // nginx holds events back otherwise.
        if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension StreamController {
    /// 내일 is another day after midnight.
    private func ask(of request: Request) throws(Problem) -> Ask {
        try ForecastEndpoint(question: .week, isOfOnePlace: true).read(request, handler.dependencies.currentDefaults)
    }

    private func response(to request: Request, for client: AskingClient) async throws(Problem) -> (response: CachedResponse, key: AskKey) {
        let ask = try ask(of: request)
        return (try await handler.response(to: ask, for: client), ask.key)
    }

    private func send(
        _ request: Request,
        for client: AskingClient,
        from first: (response: CachedResponse, key: AskKey),
        after lastEventID: String?,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        // In the block of the first event: httpx-sse takes one of its own for an empty event.
        try await writer.write(ByteBuffer(string: "retry: \(StreamController.reconnectionTime * 1_000)\n"))
        var (response, key) = first
        var hasNext = true
        var sent = lastEventID
        repeat {
            let tag = response.content.tag.field(gzipped: false)
            try await writer.write(sent == tag ? ByteBuffer(string: ":\n\n") : event(response, tag))
            sent = tag
            let untilChange = response.expiry.timeIntervalSince(handler.dependencies.now())
            let isGoingOn = await pause(
                seconds: min(max(untilChange, 1), heartbeat / .seconds(1)),
                // A client's response without a call has no news.
                orUntilNewsOf: hasNext && response.isShared ? response : nil,
                key
            )
            if !isGoingOn { return }
            let next = try? await self.response(to: request, for: client)
            hasNext = next != nil
            (response, key) = next ?? (response, key)
        } while !Task.isCancelled
    }

    private func event(_ response: CachedResponse, _ tag: String) -> ByteBuffer {
        var event = ByteBuffer(string: "event: week\nid: \(tag)\ndata: ")
        event.writeImmutableBuffer(response.content.bytes)
        event.writeString("\n\n")
        return event
    }

    private func pause(seconds: Double, orUntilNewsOf response: CachedResponse?, _ key: AskKey) async -> Bool {
        let (dependencies, limit) = (handler.dependencies, Duration.seconds(seconds))
        let clock = dependencies.clock
        await cancelWhenGracefulShutdown {
            guard dependencies.news != nil, let response else {
                try? await clock.sleep(for: limit)
                return
            }
            let news = Task {
                await dependencies.responseCache.news(of: response, to: key)
                try? await clock.sleep(for: StreamController.gathering)
            }
            await news.value(within: limit, by: clock)
        }
        return !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}
