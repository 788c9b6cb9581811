import Foundation
import StubUpstream
import TestSupport

/// Clients that no library would be: they hang up, send a byte at a time, or never read. They must not cost the others
/// anything, and the service neither memory nor descriptors.
struct HostileClient: Sendable {
    let port: Int
    /// The address a proxy in front of the service would name.
    let address: String

    /// Sends a part of a request, a byte at a time, and is gone, with a reset or without.
    func hangUp(on target: String, after part: Double, pause: Double, resets: Bool) {
        guard let connection = RawConnection(port: port) else { return }
        defer { connection.close(resets: resets) }
        let head = head(target)
        for character in head.prefix(Int(Double(head.count) * part)) {
            guard connection.send(String(character)) else { return }
            Thread.sleep(forTimeInterval: pause)
        }
    }

    /// Requests without a use for any path: refused, or answered without their offer, and nothing after them
    /// is kept.
    private static let misuses = [
        "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        "GET /v1/stream HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
    ]

    /// Sends many requests at once, in three of four turns after a misuse, never reads a response, and is gone after a
    /// while.
    func neverRead(_ target: String, turn: Int, for length: Double) {
        guard let connection = RawConnection(port: port) else { return }
        let misuse = turn % 4 == 0 ? "" : HostileClient.misuses[turn % 4 - 1]
        let text = misuse + String(repeating: head(target), count: 50)
        for _ in 0..<40 where !connection.send(text, waits: false) { break }
        Thread.sleep(forTimeInterval: length)
        connection.close(resets: true)
    }

    /// Opens a stream, reads its first event and is gone without a word. The event's data; `nil` where none came.
    func openStream(_ target: String) -> Data? {
        guard let connection = RawConnection(port: port) else { return nil }
        defer { connection.close(resets: true) }
        guard connection.send(head(target)) else { return nil }
        var received = Data()
        let deadline = ContinuousClock.now + .seconds(20)
        while case .bytes(let bytes) = connection.receive(before: deadline) {
            received += bytes
            // An event ends with an empty line, and the week is one line of data.
            guard let start = received.firstRange(of: Data("\ndata: ".utf8)),
                let end = received[start.upperBound...].firstRange(of: Data("\n\n".utf8))
            else { continue }
            // The chunks of the body are framed by lines with their lengths.
            return received[start.upperBound..<end.lowerBound]
        }
        return nil
    }

    private func head(_ target: String) -> String {
        "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: \(address)\r\n\r\n"
    }

    /// Runs what blocks on a thread of its own.
    static func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
