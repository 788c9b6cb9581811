import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// A client of a running service that keeps the rules of HTTP or breaks them.
struct RawClient: Sendable {
    private let port: Int
    /// Ends with the last who talks to it.
    private let program: RunningService?

    init(_ program: RunningService) {
        (self.program, port) = (program, program.port)
    }

    init(port: Int) {
        (program, self.port) = (nil, port)
    }

    /// The status of an answer.
    func status(_ target: String) async throws -> Int {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(target)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        _ = try await response.body.collect(upTo: 1 << 22)
        return Int(response.status.code)
    }

    /// The body of an answer.
    func body(_ target: String) async throws -> Data {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(target)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return Data(try await response.body.collect(upTo: 1 << 22).readableBytesView)
    }

    /// A metric, 0 where nothing has been counted yet.
    func count(_ name: String) async throws -> Double {
        let text = String(decoding: try await body("/metrics"), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return try line.map { try #require(Double($0.dropFirst(name.count + 1))) } ?? 0
    }

    /// A metric without labels.
    func metric(_ name: String) async throws -> Double {
        let text = String(decoding: try await body("/metrics"), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        return try #require(Double(line.dropFirst(name.count + 1)))
    }

    /// Sends whatever bytes, in pieces of so many with a moment between them, and closes this side if that is asked for.
    /// Gives what comes back until the other side closes; one that does not within a minute is left. On a busy machine
    /// the moments between a hundred pieces add up to more than twenty seconds.
    func raw(_ text: String, inPiecesOf size: Int = .max, finishes: Bool = false) async throws -> String {
        let channel = try await connect()
        return try await channel.executeThenClose { inbound, outbound in
            let deadline = channel.channel.eventLoop.scheduleTask(in: .seconds(60)) {
                channel.channel.close(promise: nil)
            }
            defer { deadline.cancel() }
            do {
                var rest = ByteBuffer(string: text)
                while let piece = rest.readSlice(length: min(size, rest.readableBytes)),
                    piece.readableBytes > 0
                {
                    try await outbound.write(piece)
                    if rest.readableBytes > 0 { try await settle(for: .milliseconds(1)) }
                }
                if finishes { outbound.finish() }
            } catch is IOError {
                // Closed while we were still talking; what had come before is read below.
            } catch is ChannelError {
                // The same, found out before a write.
            }
            var answer = ByteBuffer()
            do {
                for try await var bytes in inbound { answer.writeBuffer(&bytes) }
            } catch is IOError {
                // Reset, because we were still talking.
            }
            return String(buffer: answer)
        }
    }

    /// Asks one thing after the other on one connection, each when the one before is answered, until `end`. How many
    /// answers came before the other side closed.
    func keepAsking(_ target: String, until end: ContinuousClock.Instant) async throws -> Int {
        let channel = try await connect()
        return try await channel.executeThenClose { inbound, outbound in
            var pieces = inbound.makeAsyncIterator()
            var answers = 0
            while ContinuousClock.now < end {
                try await outbound.write(ByteBuffer(string: "HEAD \(target) HTTP/1.1\r\nHost: x\r\n\r\n"))
                var answer = ""
                while !answer.hasSuffix("\r\n\r\n") {
                    guard let piece = try await pieces.next() else { return answers }
                    answer += String(buffer: piece)
                }
                answers += 1
            }
            return answers
        }
    }

    /// Sends one text after the other on one connection, each as bytes of its own, and gives the response to each that
    /// is a whole request or ends one; `nil` for those that do not.
    func responses(to texts: [String]) async throws -> [String?] {
        let channel = try await connect()
        return try await channel.executeThenClose { inbound, outbound in
            var pieces = inbound.makeAsyncIterator()
            var responses: [String?] = []
            for text in texts {
                try await outbound.write(ByteBuffer(string: text))
                guard text.hasSuffix("\r\n\r\n") else {
                    // The next text is to arrive by itself.
                    try await settle(for: .milliseconds(100))
                    responses.append(nil)
                    continue
                }
                var bytes = ByteBuffer()
                var length: Int?
                while length.map({ bytes.readableBytes < $0 }) ?? true {
                    guard var piece = try await pieces.next() else { break }
                    bytes.writeBuffer(&piece)
                    let said = String(buffer: bytes)
                    if length == nil, let end = said.firstRange(of: "\r\n\r\n")?.upperBound,
                        let field = said.firstMatch(of: /(?i)content-length: (\d+)/)
                    {
                        length = said[..<end].utf8.count + (Int(field.1) ?? 0)
                    }
                }
                responses.append(String(buffer: bytes))
            }
            return responses
        }
    }

    /// Sends a part of a request, and is gone.
    func hangUp(after text: Substring) async throws {
        try await connect().executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(substring: text))
        }
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
    }
}
