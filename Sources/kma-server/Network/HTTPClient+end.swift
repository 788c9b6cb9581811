import AsyncHTTPClient

extension HTTPClient {
    /// Shuts the client down, if nobody has.
    func end() async throws {
        do {
            try await shutdown()
        } catch let error as HTTPClientError where error == .alreadyShutdown {
            return
        }
    }
}
