import HTTPTypes
import NIOCore

/// How much of the service one client may take, and who a client is.
struct ClientLimits: Sendable {
    /// Whether a proxy stands in front, whose `X-Forwarded-For` can be trusted.
    let isBehindProxy: Bool
    /// Requests; `nil` where they are not limited.
    let requests: ClientLimiter?
    /// Places that nothing is cached of; `nil` where they are not limited.
    let misses: MissLimiter?
    /// Event streams that are open.
    let streams: ClientShares
    /// Connections that are open.
    let connections: ClientShares

    /// The limits that the options of the service set.
    init(_ options: ServerOptions) {
        isBehindProxy = options.isBehindProxy
        requests = options.rate.map(ClientLimiter.init)
        misses = options.missRate.map(MissLimiter.init)
        streams = ClientShares(
            perClient: ServerOptions.streamsPerClient,
            total: ServerOptions.streams
        )
        connections = ClientShares(
            perClient: ServerOptions.connectionsPerClient,
            total: ServerOptions.connections
        )
    }

    /// The client that a request comes from; `nil` for this machine itself, which is not limited.
    func client(of head: HTTPRequest, from address: SocketAddress?) -> ClientAddress? {
        ClientAddress(
            ClientAddress(address),
            forwardedFor: HTTPField.Name("X-Forwarded-For").flatMap { head.headerFields[$0] },
            isBehindProxy: isBehindProxy
        )
    }

    /// Grants a connection; throws where its client holds its share, or all are taken.
    ///
    /// Behind a proxy all connections are the proxy's.
    func openConnection(from address: SocketAddress?) throws(Problem) -> ClientShares.Grant {
        let client = isBehindProxy ? nil : ClientAddress(address).flatMap { $0.isLoopback ? nil : $0 }
        do throws(ClientShares.Refusal) {
            return try connections.take(for: client)
        } catch {
            throw .noConnection(error)
        }
    }

    /// Grants an event stream; throws where its client holds its share, or all are taken.
    func openStream(for client: ClientAddress?) throws(Problem) -> ClientShares.Grant {
        do throws(ClientShares.Refusal) {
            return try streams.take(for: client)
        } catch {
            throw .noStream(error)
        }
    }
}
