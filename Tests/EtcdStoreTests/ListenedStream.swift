import AsyncHTTPClient
import Foundation
import StubUpstream

/// A stream of events that is listened to for as long as this lives.
final class ListenedStream: Sendable {
    /// Data of each event, with its time.
    private let heard = LockedValue<[(at: ContinuousClock.Instant, data: String)]>([])
    private let task: Task<Void, any Error>

    init(_ url: String) {
        task = Task { [heard] in
            let response = try await HTTPClient.shared.execute(
                HTTPClientRequest(url: url),
                timeout: .hours(1)
            )
            var unread = ""
            for try await bytes in response.body {
                unread += String(buffer: bytes)
                let blocks = unread.components(separatedBy: "\n\n")
                unread = blocks.last ?? ""
                for block in blocks.dropLast() where block.split(separator: "\n").contains("event: week") {
                    let data = block.split(separator: "\n").last { $0.hasPrefix("data: ") } ?? ""
                    heard.withLock { $0.append((.now, String(data.dropFirst(6)))) }
                }
            }
        }
    }

    deinit { task.cancel() }

    /// The data of the events so far.
    var events: [String] { heard.withLock { $0.map(\.data) } }

    /// When the last event came.
    var lastAt: ContinuousClock.Instant? { heard.withLock { $0.last?.at } }
}
