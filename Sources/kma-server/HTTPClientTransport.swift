import AsyncHTTPClient
import Feeds
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension Transport {
    static func httpClient(_ client: HTTPClient, contact: String? = nil) -> Transport {
        let userAgent = Transport.userAgent(contact: contact)
        return Transport { url, timeout throws(TransportFault) in
            do {
                var request = try HTTPClient.Request(url: url)
                request.headers.add(name: "User-Agent", value: userAgent)
                // On the client's event loop to the end, so that the wait resumes once.
                let call = client.execute(
                    request: request,
                    delegate: ResponseAccumulator(request: request, maxBodySize: Transport.maximumBody),
                    deadline: .now() + TimeAmount(timeout)
                )
                return try await withTaskCancellationHandler {
                    HTTPAnswer(try await call.get())
                } onCancel: {
                    call.cancel()
                }
            } catch { throw TransportFault(error) }
        }
    }
}

extension HTTPAnswer {
    fileprivate init(_ response: HTTPClient.Response) {
        self.init(
            status: Int(response.status.code),
            body: response.body.map { [UInt8]($0.readableBytesView) } ?? [],
            date: response.headers.first(name: "Date").flatMap { Date(httpDate: $0) },
            retryAfter: response.headers.first(name: "Retry-After")
        )
    }
}

extension HTTPClient.Configuration {
    static var forUpstreams: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(30)
        configuration.httpVersion = .http1Only
        configuration.tracing.tracer = nil
        return configuration
    }
}

extension TransportFault {
    /// The client's description may hold the URL and the key.
    init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .timedOut
        case is ResponseAccumulator.ResponseTooBigError: self = .oversized
        case let error as HTTPClientError: self.init(error)
        case let error as NIOConnectionError:
            let isUnresolved = error.connectionErrors.isEmpty
            self = .unreachable(reason: isUnresolved ? "DNS" : "connection refused")
        case let error as IOError where error.errnoCode == ECONNREFUSED: self = .unreachable(reason: "connection refused")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .unreachable(reason: "TLS")
        case HTTPParserError.invalidEOFState: self = .unreachable(reason: "connection lost")
        case is HTTPParserError: self = .malformed(reason: "not HTTP")
        default: self = .unreachable(reason: "connection lost")
        }
    }

    private init(_ error: HTTPClientError) {
        switch error {
        case .cancelled, .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
            self = .timedOut
        case .invalidURL, .emptyHost, .emptyScheme: self = .unreachable(reason: "URL")
        default: self = .unreachable(reason: "connection lost")
        }
    }
}

extension HTTPClient {
    func shutdownOnce() async throws { do { try await shutdown() } catch let error as HTTPClientError where error == .alreadyShutdown { return } }
}
