import CommandLineSupport
import Foundation
import Hummingbird
import KMAForecast
import Logging
import SampleFeeds
import Settings
import TestSupport

@testable import kma_server

/// The service over sample feeds in this process, with the pipeline and the router of the program.
final class FuzzedService: Sendable {
    private let port: Int
    /// A request that must be answered after any input.
    private static let probe = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    /// Longest wait for the rest of a request: sent bytes end with the client's side.
    private static let patience = Duration.seconds(5)

    /// Starts it on a free port.
    init() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings(environment: ["KMA_CACHE_DIR": folder.path], readFile: { _ in "" })
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let dependencies = ServerDependencies(
            ForecasterConfiguration(samplesFor: settings),
            defaults: Defaults(area: "부산", language: .korean),
            logger: logger
        )
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = buildApplication(dependencies, ServerOptions()) { channel in
            continuation.yield(channel.localAddress?.port ?? 0)
        }
        Task {
            defer { withExtendedLifetime(folder) {} }
            try await application.runService()
        }
        var iterator = ports.makeAsyncIterator()
        port = await iterator.next() ?? 0
        precondition(port > 0, "The service does not listen.")
    }

    /// Sends an input, and ends the process where what comes back is no HTTP, does not come, or the next is not served.
    func check(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        let (received, isEnded) = exchange(
            input.dropFirst(2),
            pieceSize: Int(input[0]),
            resets: input[1] == 1
        )
        do {
            var reader = ResponseReader(received)
            try reader.readAll()
        } catch {
            fatalError("No HTTP: \(error): \(String(decoding: received, as: UTF8.self))")
        }
        precondition(isEnded, "The connection was left open.")
        let (answer, _) = exchange(Array(FuzzedService.probe.utf8)[...], pieceSize: 0, resets: false)
        precondition(answer.starts(with: Array("HTTP/1.1 200".utf8)), "The service does not answer any more.")
    }

    /// Bytes until the other side closes, and whether it did. Of an endless stream nothing is read.
    private func exchange(
        _ bytes: ArraySlice<UInt8>,
        pieceSize: Int,
        resets: Bool
    ) -> (received: [UInt8], isEnded: Bool) {
        guard let connection = RawConnection(port: port) else { fatalError("No connection.") }
        defer { connection.close(resets: resets) }
        var rest = bytes
        // In so many pieces at the most: each may be a read of the service's own.
        for _ in 0..<64 where pieceSize > 0 && !rest.isEmpty {
            guard connection.send(Array(rest.prefix(pieceSize))) else { return ([], true) }
            rest = rest.dropFirst(pieceSize)
        }
        guard rest.isEmpty || connection.send(Array(rest)), !resets else { return ([], true) }
        connection.finish()
        var received: [UInt8] = []
        let deadline = ContinuousClock.now + FuzzedService.patience
        while true {
            switch connection.receive(before: deadline) {
            case .bytes(let bytes):
                received += bytes
                if received.firstRange(of: Array("text/event-stream".utf8)) != nil { return ([], true) }
            case .end: return (received, true)
            // What came before the reset may have been cut off by it.
            case .reset: return ([], true)
            case .timeout: return (received, false)
            }
        }
    }
}
