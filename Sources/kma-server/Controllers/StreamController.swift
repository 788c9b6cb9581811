#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Hummingbird
import KMAForecast
import ServiceLifecycle

extension WeatherService {
    /// `/v1/stream`: the week as server-sent events, one when it changes.
    var stream: Endpoint {
        Endpoint(path: "/v1/stream", parameters: ForecastQuery.parameters(of: .week)) {
            visit,
            parameters throws(Problem) in
            let query = try read(.week, parameters)
            let week = Subscription(query: query, target: "\(query.question.path)?\(visit.query)")
            // What goes wrong at once is told with its status; later it is waited out.
            let first = try await answer(query, target: week.target, at: visit.now)
            let seen = HTTPField.Name("Last-Event-ID").flatMap { visit.head.headerFields[$0] }
            let body = ResponseBody { writer in
                measures.streams(opened: true)
                defer { measures.streams(opened: false) }
                try await visit.body.consumeWithCancellationOnInboundClose { _ in
                    try await send(week, from: first, seen: seen, to: &writer)
                }
                try await writer.finish(nil)
            }
            var fields = HTTPFields.forEveryone
            fields[.contentType] = "text/event-stream"
            fields[.cacheControl] = "no-store"
            return Response(status: .ok, headers: fields, body: body)
        }
    }

    /// What one stream follows: a query, under the target its answers have on the responseCache.
    private struct Subscription {
        var query: ForecastQuery
        var target: String
    }

    /// A comment this often keeps proxies from closing a quiet stream, and finds out who has gone.
    private static let heartbeat = 15.0
    /// Seconds a browser waits before it opens a broken stream again.
    private static let reconnect = 5

    private func send(
        _ week: Subscription,
        from first: CachedResponse,
        seen: String?,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        try await writer.write(ByteBuffer(string: "retry: \(WeatherService.reconnect * 1_000)\n\n"))
        var answer = first
        var sent = seen
        repeat {
            let tag = answer.content.tag.field(gzipped: false)
            let isNews = sent != tag
            try await writer.write(isNews ? event(answer, tag) : ByteBuffer(string: ":\n\n"))
            sent = tag
            let untilChange = answer.expiry.timeIntervalSince(now())
            let isGoingOn = await pause(seconds: min(max(untilChange, 1), WeatherService.heartbeat))
            if !isGoingOn { return }
            answer = await next(week) ?? answer
        } while !Task.isCancelled
    }

    /// The answer as it is now; `nil` where there is none for the moment.
    private func next(_ week: Subscription) async -> CachedResponse? {
        do throws(Problem) {
            return try await answer(week.query, target: week.target, at: now())
        } catch {
            return nil
        }
    }

    /// JSON without line breaks is one `data` line.
    private func event(_ answer: CachedResponse, _ tag: String) -> ByteBuffer {
        var event = ByteBuffer(string: "event: week\nid: \(tag)\ndata: ")
        event.writeImmutableBuffer(answer.content.bytes)
        event.writeString("\n\n")
        return event
    }

    /// Waits; `false` where the service is to end, or the one who listens has gone.
    private func pause(seconds: Double) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await Task.sleep(for: .seconds(seconds))
                    return true
                } catch {
                    return false
                }
            }
            group.addTask {
                do {
                    try await gracefulShutdown()
                } catch {
                    // Cancelled with the other one.
                    return false
                }
                return false
            }
            let isGoingOn = await group.next() ?? false
            group.cancelAll()
            return isGoingOn
        }
    }
}
