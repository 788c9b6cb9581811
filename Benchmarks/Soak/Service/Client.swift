import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Asks as a well-mannered program does: over connections that are kept, patiently.
struct Client: Sendable {
    private let http: HTTPClient
    private static let patience = TimeAmount.seconds(15)

    init() {
        var configuration = HTTPClient.Configuration(decompression: .enabled(limit: .size(4 << 20)))
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        // Sooner than the service closes what lies idle.
        configuration.connectionPool.idleTimeout = .seconds(10)
        // As many as a service has at once in a busy minute.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        http = HTTPClient(configuration: configuration)
    }

    /// Runs an errand to its end; throws where there is no answer.
    func run(_ errand: Errand, at address: String) async throws -> Received {
        var request = HTTPClientRequest(url: address + errand.target)
        request.method = HTTPMethod(rawValue: errand.method)
        for header in errand.headers { request.headers.add(name: header.name, value: header.value) }
        let sentAt = Date()
        let response = try await http.execute(request, timeout: Client.patience)
        let body = try await response.body.collect(upTo: 4 << 20)
        return Received(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { "\($0), \($1)" }
            ),
            body: Data(body.readableBytesView),
            sentAt: sentAt,
            receivedAt: Date()
        )
    }

    /// Opens a stream, reads its first event, and goes away. The data of the event; throws where there is none.
    func firstEvent(_ target: String, at address: String) async throws -> Data {
        let response = try await http.execute(
            HTTPClientRequest(url: address + target),
            timeout: Client.patience
        )
        guard response.status == .ok else { throw StreamFault(status: Int(response.status.code)) }
        var heard = Data()
        for try await bytes in response.body {
            heard += bytes.readableBytesView
            // An event ends with an empty line, and the week is one line of data.
            guard let start = heard.firstRange(of: Data("\ndata: ".utf8)),
                let end = heard[start.upperBound...].firstRange(of: Data("\n\n".utf8))
            else { continue }
            return heard[start.upperBound..<end.lowerBound]
        }
        throw StreamFault(status: 200)
    }

    func end() async throws {
        try await http.shutdown()
    }
}

/// A stream without an event.
struct StreamFault: Error {
    var status: Int
}
