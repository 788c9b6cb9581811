import AsyncHTTPClient
import Rendering
import Feeds
import Forecast
import NIOCore

/// `kma-server --probe`, for containers without a shell.
struct ServerHealthCheck {
    private static let timeout = TimeAmount.seconds(2)
    let address: String

    init(_ options: ServerOptions, port: Int? = nil) {
        var options = options
        // A service on every address answers on this machine's own.
        options.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][options.host] ?? options.host
        address = options.address(port: port ?? options.port)
    }

    func run(_ client: HTTPClient) async throws(HealthCheckError) {
        do {
            let request = HTTPClientRequest(url: address + "/healthz")
            let response = try await client.execute(request, timeout: ServerHealthCheck.timeout)
            guard response.status == .ok else { throw HealthCheckError(address: address, reason: "\(response.status.code)") }
        } catch let error as HealthCheckError { throw error } catch {
            let fault = FeedError(TransportFault(error))
            throw HealthCheckError(address: address, reason: fault.detail ?? fault.code.rawValue)
        }
    }
}

struct HealthCheckError: ReportableError {
    let message: LocalizedText
    let exitStatus = ExitStatus.unavailable

    init(address: String, reason: String) {
        message = LocalizedText("\(address)/healthz 가 답하지 않습니다 (\(reason)).", "\(address)/healthz does not answer (\(reason)).")
    }
}
