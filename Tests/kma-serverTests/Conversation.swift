import AsyncHTTPClient
import NIOCore
import NIOPosix
import Testing

/// Talks to a running program, by the rules or against them.
struct Conversation: Sendable {
    private let program: RunningProgram

    init(_ program: RunningProgram) {
        self.program = program
    }

    /// The status of an answer.
    func status(_ target: String) async throws -> Int {
        let request = HTTPClientRequest(url: program.address + target)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        _ = try await response.body.collect(upTo: 1 << 22)
        return Int(response.status.code)
    }

    /// A metric without labels.
    func metric(_ name: String) async throws -> Double {
        let response = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: program.address + "/metrics"),
            timeout: .seconds(60)
        )
        let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        return try #require(Double(line.dropFirst(name.count + 1)))
    }

    /// Sends whatever bytes, and gives what comes back until the other side closes.
    func raw(_ text: String) async throws -> String {
        let channel = try await connect()
        return try await channel.executeThenClose { inbound, outbound in
            var answer = ByteBuffer()
            do {
                try await outbound.write(ByteBuffer(string: text))
                for try await var bytes in inbound { answer.writeBuffer(&bytes) }
            } catch is IOError {
                // Closed while we were still talking.
                return String(buffer: answer)
            }
            return String(buffer: answer)
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
            .connect(host: "127.0.0.1", port: program.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }
}
