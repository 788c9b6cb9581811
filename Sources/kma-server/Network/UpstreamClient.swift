import AsyncHTTPClient
import ServiceLifecycle

/// The HTTP client as a part of the program that ends with it, after those who use it.
struct UpstreamClient: Service {
    /// The client.
    let client = HTTPClient(configuration: .forUpstreams)

    func run() async throws {
        try await gracefulShutdown()
        try await client.shutdown()
    }
}
