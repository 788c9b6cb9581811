import AsyncHTTPClient
import NIOCore
import NIOSSL
import Settings

/// Never with an address, a key of ours or a password.
enum EtcdError: Error, Equatable {
    case unreachable(String)
    case refused(Int)
    case malformed
    case unavailable

    /// 16: a missing or expired token.
    var asksForToken: Bool { self == .refused(16) }

    var reason: String {
        switch self {
        case .unreachable(let reason): reason
        case .refused(let code): "gRPC status \(code)"
        case .malformed: "not etcd"
        case .unavailable: "unavailable"
        }
    }
}

/// Client of etcd's JSON gateway; asks the next member at once after a refused connection, at the next request after silence.
actor EtcdClient {
    private let http: HTTPClient
    private let endpoints: [String]
    private let credentials: EtcdCredentials?
    private let timeout: Duration
    private var member = 0
    private var token: String?
    /// Shared, since etcd hashes the password with bcrypt each time.
    private var login: Task<EtcdError?, Never>?

    /// Time for bcrypt, 60 ms on a fast machine.
    private static let loginTimeout = Duration.seconds(1)
    private static let largest = 32 * 1024 * 1024

    init(_ cluster: ClusterSettings) throws(SettingsError) {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        configuration.tracing.tracer = nil
        configuration.tlsConfiguration = try cluster.tlsConfiguration()
        http = HTTPClient(configuration: configuration)
        endpoints = cluster.endpoints
        timeout = cluster.timeout
        credentials = cluster.user.map { EtcdCredentials(name: $0, password: cluster.password ?? "") }
    }

    func shutdown() async throws { try await http.shutdown() }

    func send<Answer: Decodable & Sendable>(_ path: String, _ request: some Encodable & Sendable, within limit: Duration? = nil)
        async throws(EtcdError) -> Answer
    {
        try await authenticate()
        let used = token
        do throws(EtcdError) { return try await sendToMembers(path, request, within: limit ?? timeout) } catch {
            guard error.asksForToken, credentials != nil else { throw error }
            // Another request may have renewed it.
            if token == used { token = nil }
            try await authenticate()
            return try await sendToMembers(path, request, within: limit ?? timeout)
        }
    }

    func watch(_ request: EtcdWatchRequest) async throws -> HTTPClientResponse.Body {
        try await authenticate()
        let request = try self.request("watch", request, at: endpoints[member])
        let response = try await http.execute(request, timeout: .hours(24))
        guard response.status == .ok else { throw EtcdError.unreachable("HTTP \(response.status.code)") }
        return response.body
    }
}

extension EtcdClient {
    private func authenticate() async throws(EtcdError) {
        guard let credentials, token == nil else { return }
        let login =
            self.login
            ?? Task {
                defer { self.login = nil }
                do throws(EtcdError) {
                    let limit = EtcdClient.loginTimeout
                    let answer: EtcdToken = try await sendToMembers("auth/authenticate", credentials, within: limit)
                    token = answer.token
                    return nil
                } catch { return error }
            }
        self.login = login
        if let fault = await login.value { throw fault }
    }

    private func sendToMembers<Answer: Decodable & Sendable>(_ path: String, _ request: some Encodable & Sendable, within limit: Duration)
        async throws(EtcdError) -> Answer
    {
        let deadline = ContinuousClock.now + limit
        var fault = EtcdError.unreachable("no endpoint")
        for _ in endpoints {
            let asked = member
            do throws(EtcdError) { return try await sendToMember(asked, path, request, until: deadline) } catch {
                guard case .unreachable = error else { throw error }
                if member == asked { member = (asked + 1) % endpoints.count }
                fault = error
            }
            if ContinuousClock.now >= deadline { break }
        }
        throw fault
    }

    private func sendToMember<Answer: Decodable & Sendable>(
        _ member: Int,
        _ path: String,
        _ request: some Encodable & Sendable,
        until deadline: ContinuousClock.Instant
    ) async throws(EtcdError) -> Answer {
        let response: HTTPClientResponse
        let body: ByteBuffer
        do {
            let left = max(deadline - ContinuousClock.now, .milliseconds(1))
            let request = try self.request(path, request, at: endpoints[member])
            response = try await http.execute(request, deadline: .now() + TimeAmount(left))
            body = try await response.body.collect(upTo: EtcdClient.largest)
        } catch let error as HTTPClientError { throw .unreachable(error.shortDescription) } catch {
            throw .unreachable(error is NIOSSLError ? "TLS" : "no connection")
        }
        let data = body.withUnsafeReadableBytes { Data($0) }
        do {
            if response.status == .ok { return try JSONDecoder().decode(Answer.self, from: data) }
            let refusal = try JSONDecoder().decode(EtcdRefusal.self, from: data)
            // 503 is of a member without a leader; 1, cancelled, of one that ends.
            if response.status.code < 500, let code = refusal.code, code != 1 { throw EtcdError.refused(code) }
        } catch let error as EtcdError { throw error } catch { throw .malformed }
        throw .unreachable("HTTP \(response.status.code)")
    }

    private func request(_ path: String, _ message: some Encodable, at endpoint: String) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(endpoint)/v3/\(path)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let token { request.headers.add(name: "Authorization", value: token) }
        request.body = .bytes(try JSONEncoder().encode(message))
        return request
    }
}

extension ClusterSettings {
    fileprivate func tlsConfiguration() throws(SettingsError) -> TLSConfiguration? {
        guard endpoints.contains(where: { $0.hasPrefix("https:") }) else { return nil }
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authorityPath {
            // Not a path, which would be read at the first connection.
            tls.trustRoots = .certificates(try reading(.clusterAuthority, authorityPath) { try NIOSSLCertificate.fromPEMFile($0) })
        }
        if let certificatePath, let privateKeyPath {
            let chain = try reading(.clusterCertificate, certificatePath) { try NIOSSLCertificate.fromPEMFile($0) }
            tls.certificateChain = chain.map { .certificate($0) }
            let key = try reading(.clusterPrivateKey, privateKeyPath) { try NIOSSLPrivateKey(file: $0, format: .pem) }
            tls.privateKey = .privateKey(key)
        }
        return tls
    }

    private func reading<Contents>(_ name: SettingName, _ path: String, _ read: (String) throws -> Contents) throws(SettingsError) -> Contents {
        do { return try read(path) } catch { throw SettingsError(name, "읽을 수 있는 PEM 파일이어야 합니다.", "it must name a PEM file that can be read.") }
    }
}
