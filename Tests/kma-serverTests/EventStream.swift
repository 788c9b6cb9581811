import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import kma_server

/// Server-sent events as a browser reads them (WHATWG HTML, 9.2.6).
struct EventStream {
    struct Event {
        var name = ""
        var id = ""
        var data = ""
    }

    private var body: HTTPClientResponse.Body.AsyncIterator
    private var unread: [UInt8] = []

    init(_ body: HTTPClientResponse.Body) {
        self.body = body.makeAsyncIterator()
    }

    /// The next event; comments are passed over. `nil` where the stream ends.
    mutating func next() async throws -> Event? {
        while true {
            while let end = unread.firstRange(of: Array("\n\n".utf8)) {
                let event = Self.event(in: String(decoding: unread[..<end.lowerBound], as: UTF8.self))
                unread.removeSubrange(..<end.upperBound)
                if !event.name.isEmpty { return event }
            }
            guard let bytes = try await body.next() else { return nil }
            unread += bytes.readableBytesView
        }
    }

    private static func event(in block: String) -> Event {
        block.split(separator: "\n").reduce(into: Event()) { event, line in
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count == 2 ? String(sides[1].drop { $0 == " " }) : ""
            switch sides[0] {
            case "event": event.name = value
            case "id": event.id = value
            case "data": event.data += value
            default: break
            }
        }
    }
}

extension TestService {
    /// Runs the service on a port, and listens there for as long as the closure does.
    func listen(
        _ target: String,
        lastEvent: String? = nil,
        _ hear: @Sendable (inout EventStream) async throws -> Void
    ) async throws {
        var options = ServerOptions()
        // A change is noticed at the next comment.
        options.heartbeat = .seconds(1)
        try await application(options).test(.live) { server in
            let port = try #require(server.port)
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(target)")
            if let lastEvent { request.headers.add(name: "Last-Event-ID", value: lastEvent) }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            #expect(response.headers.first(name: "Content-Type") == "text/event-stream")
            var events = EventStream(response.body)
            try await hear(&events)
        }
    }
}
