import Foundation
import StubUpstream

/// An HTTP server on a free port of the loopback address that is told of alarms. It stops when it goes out of scope.
public final class StubReceiver: Sendable {
    /// Answer to a request.
    public enum Answer: Sendable {
        /// With a status.
        case status(Int)
        /// With 302 to another address.
        case redirect(to: String)
        /// Not at all.
        case silence
        /// With a status, and a body without end.
        case endless(Int)
        /// With a status, once the semaphore is signalled.
        case held(DispatchSemaphore, Int)
    }

    /// A request as it came.
    public struct Message: Sendable {
        /// Method and target.
        public let line: String
        /// By their names in lower case.
        public let headers: [String: String]
        /// The body.
        public let body: [UInt8]

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let listener: Listener
    private let state: LockedValue<(messages: [Message], answers: [Answer])>

    /// Starts one that gives each answer once, and the last of them from then on.
    public init(_ answers: Answer...) throws {
        let state = LockedValue((messages: [Message](), answers: answers.isEmpty ? [.status(200)] : answers))
        self.state = state
        listener = try Listener { socket in
            guard let message = StubReceiver.read(socket) else { return }
            let answer = state.withLock { state in
                state.messages.append(message)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
            if case .held(let semaphore, _) = answer { semaphore.wait() }
            switch answer {
            case .status(let status), .held(_, let status):
                _ = socket.write(
                    "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8
                )
            case .redirect(let address):
                _ = socket.write(
                    "HTTP/1.1 302 X\r\nLocation: \(address)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .utf8
                )
            case .silence:
                while !socket.read().isEmpty {}
            case .endless(let status):
                let piece = String(repeating: "talk ", count: 20_000)
                guard socket.write("HTTP/1.1 \(status) X\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                else { return }
                while socket.write("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n".utf8) {}
            }
        }
    }

    deinit { listener.stop() }

    /// `http://127.0.0.1:PORT`.
    public var url: String { "http://127.0.0.1:\(listener.port)" }

    /// Its port.
    public var port: Int { Int(listener.port) }

    /// Every request so far.
    public var messages: [Message] { state.withLock { $0.messages } }

    /// Waits until so many requests have come, at most for a time; whether they have.
    public func has(_ count: Int, within limit: Duration = .seconds(60)) async throws -> Bool {
        do {
            try await until("\(count) requests", within: limit) { messages.count >= count }
            return true
        } catch is NeverTrueError {
            return false
        }
    }

    private static func read(_ socket: Socket) -> Message? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            let more = socket.read()
            guard !more.isEmpty else { return nil }
            bytes += more
            guard let range = bytes.firstRange(of: end) else { continue }
            let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).components(
                separatedBy: "\r\n"
            )
            let pairs = lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (
                    parts[0].lowercased(),
                    parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                )
            }
            let headers = Dictionary(pairs) { first, _ in first }
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            while bytes.count < range.upperBound + length {
                let more = socket.read()
                guard !more.isEmpty else { return nil }
                bytes += more
            }
            return Message(
                line: lines[0],
                headers: headers,
                body: Array(bytes[range.upperBound...].prefix(length))
            )
        }
    }
}
