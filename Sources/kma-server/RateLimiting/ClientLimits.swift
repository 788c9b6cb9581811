import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Regions

/// How much of the service one client may take, and who a client is.
struct ClientLimits: Sendable {
    /// Whether a proxy stands in front, whose `X-Forwarded-For` can be trusted.
    let isBehindProxy: Bool
    /// Requests; `nil` where they are not limited.
    let requests: ClientLimiter?
    /// Places that nothing is cached of; `nil` where they are not limited.
    let misses: NewPlaceLimiter?
    /// Places that several clients ask about.
    private let frequentPlaces = NIOLockedValueBox(FrequentPlaces())
    /// Event streams that are open.
    let streams: ClientShares
    /// Connections that are open.
    let connections: ClientShares
    private let warning: ProxyWarning

    /// The limits that the options of the service set; what is odd about a proxy in front is logged once.
    init(_ options: ServerOptions, logger: Logger) {
        warning = ProxyWarning(logger)
        isBehindProxy = options.isBehindProxy
        requests = options.rate.map(ClientLimiter.init)
        misses = options.missRate.map(NewPlaceLimiter.init)
        streams = ClientShares(
            of: .streams,
            perClient: ServerOptions.streamsPerClient,
            total: ServerOptions.streams
        )
        connections = ClientShares(
            of: .connections,
            perClient: ServerOptions.connectionsPerClient,
            total: ServerOptions.connections
        )
    }

    /// The client that a request comes from; `nil` for this machine itself, which is not limited.
    func client(of head: HTTPRequest, from address: SocketAddress?) -> ClientAddress? {
        let forwardedFor = ClientLimits.forwardedFor.flatMap { head.headerFields[$0] }
        let client = ClientAddress(
            ClientAddress(address),
            forwardedFor: forwardedFor,
            isBehindProxy: isBehindProxy
        )
        if isBehindProxy, client == .unnamed {
            warning.give(
                "the proxy names no client in X-Forwarded-For: all such requests share the limits of one client"
            )
        } else if !isBehindProxy, client == nil, forwardedFor != nil {
            warning.give(
                "X-Forwarded-For from this machine is not believed, and this machine is not limited: add --behind-proxy"
            )
        }
        return client
    }

    /// Which swift-http-types does not list.
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    /// On whose behalf a place is asked about, and the refusal of a client that has spent its calls, who gets what is
    /// stored. `isKnown`: whether something is; `isFollowed`: whether an event stream asks.
    func origin(
        of place: Place,
        isKnown: Bool,
        isFollowed: Bool,
        for client: ClientAddress?,
        at now: @escaping @Sendable () -> Date
    ) -> (origin: RequestOrigin, refusal: Problem?) {
        let location = NewPlaceLimiter.Location(place)
        let isFrequent = frequentPlaces.withLockedValue {
            $0.recordRequest(for: location, by: client, at: now())
        }
        var origin = RequestOrigin(client: client?.name ?? "", isNewPlace: !isKnown)
        if isKnown, isFollowed || isFrequent { origin.purpose = .followed }
        guard let misses else { return (origin, nil) }
        do throws(Problem) {
            var isPaid = false
            if isKnown {
                try misses.admit(client, at: now())
            } else {
                isPaid = try misses.spend(location, for: client, at: now())
            }
            if !isPaid { origin.recordCall = { misses.recordCall(for: client, at: now()) } }
            return (origin, nil)
        } catch {
            origin.purpose = .stored
            return (origin, error)
        }
    }

    /// Grants a connection; throws where its client holds its share, or all are taken.
    ///
    /// Behind a proxy all connections are the proxy's.
    func openConnection(from address: SocketAddress?) throws(Problem) -> ClientShares.Grant {
        let client = isBehindProxy ? nil : ClientAddress(address).flatMap { $0.isLoopback ? nil : $0 }
        return try connections.acquire(for: client)
    }
}

/// Warns, once, of a proxy in front whose clients cannot be told apart, or are not limited.
private final class ProxyWarning: Sendable {
    private let logger: Logger
    private let hasWarned = NIOLockedValueBox(false)

    init(_ logger: Logger) {
        self.logger = logger
    }

    func give(_ text: Logger.Message) {
        let isFirst = hasWarned.withLockedValue { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { logger.warning(text) }
    }
}
