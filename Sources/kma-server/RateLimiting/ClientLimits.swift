import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Regions

struct ClientLimits: Sendable {
    let isBehindProxy: Bool
    let requests: ClientLimiter?
    let misses: NewPlaceLimiter?
    let streams: ClientShares
    let connections: ClientShares
    private let logger: Logger
    private let hasWarned = NIOLockedValueBox(false)

    init(_ options: ServerOptions, logger: Logger) {
        self.logger = logger
        isBehindProxy = options.isBehindProxy
        requests = options.rate.map(ClientLimiter.init)
        misses = options.missRate.map(NewPlaceLimiter.init)
        streams = ClientShares(of: .streams, perClient: ServerOptions.streamsPerClient, total: ServerOptions.streams)
        connections = ClientShares(of: .connections, perClient: ServerOptions.connectionsPerClient, total: ServerOptions.connections)
    }

    func client(of head: HTTPRequest, from address: SocketAddress?) -> ClientAddress? {
        ClientAddress(ClientAddress(address), forwardedFor: ClientLimits.forwardedFor(of: head), isBehindProxy: isBehindProxy)
    }

    /// Warns once of a proxy without a client's name, or of a name that is not believed.
    func checkProxy(of head: HTTPRequest, _ client: ClientAddress?) {
        if isBehindProxy, client == .unnamed {
            warnOnce("the proxy names no client in X-Forwarded-For: all such requests share the limits of one client")
        } else if !isBehindProxy, client == nil, ClientLimits.forwardedFor(of: head) != nil {
            warnOnce("X-Forwarded-For from this machine is not believed, and this machine is not limited: add --behind-proxy")
        }
    }

    private static func forwardedFor(of head: HTTPRequest) -> String? { forwardedFor.flatMap { head.headerFields[$0] } }

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    func caller(_ client: ClientAddress?, at place: Place, isKnown: Bool, now: @escaping @Sendable () -> Date) -> (caller: Caller, refusal: Problem?)
    {
        var caller = Caller(client: client?.name ?? "", claim: isKnown ? .known : .new)
        guard let misses else { return (caller, nil) }
        do throws(Problem) {
            var isPaid = false
            if isKnown {
                try misses.admit(client, at: now())
            } else {
                isPaid = try misses.spend(NewPlaceLimiter.Location(place), for: client, at: now())
            }
            if !isPaid { caller.recordCall = { misses.recordCall(for: client, at: now()) } }
            return (caller, nil)
        } catch {
            let until = error.retryAfter.map { now().addingTimeInterval(Double($0)) }
            caller.claim = .storedOnly(.refused(.clientBudget, until: until))
            return (caller, error)
        }
    }

    func openConnection(from address: SocketAddress?) throws(Problem) -> ClientShares.Grant {
        let client = isBehindProxy ? nil : ClientAddress(address).flatMap { $0.isLoopback ? nil : $0 }
        return try connections.acquire(for: client)
    }

    private func warnOnce(_ text: Logger.Message) {
        let isFirst = hasWarned.withLockedValue { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { logger.warning(text) }
    }
}

/// IPv4 address, or the /64 of one IPv6 customer.
struct ClientAddress: Sendable, Hashable {
    private let network: UInt64
    private let isVersion6: Bool
    let isLoopback: Bool

    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self.init(version4: UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { [UInt8]($0) }
            self.init(version6: bytes)
        case .unixDomainSocket, nil: return nil
        }
    }

    /// Last address other than this machine; earlier ones come from the client.
    init(forwardedFor field: String) {
        let addresses = field.split(separator: ",").reversed().lazy.map { entry in
            ClientAddress(text: entry.filter { $0 != " " && $0 != "\t" && $0 != "\"" }) ?? .unnamed
        }
        self = addresses.first { !$0.isLoopback } ?? .unnamed
    }

    /// `nil` for this machine without a proxy, whose scripts are not limited.
    init?(_ peer: ClientAddress?, forwardedFor: @autoclosure () -> String?, isBehindProxy: Bool) {
        if isBehindProxy {
            self = forwardedFor().map(ClientAddress.init(forwardedFor:)) ?? .unnamed
            return
        }
        guard let peer, !peer.isLoopback else { return nil }
        self = peer
    }

    static let unnamed = ClientAddress(network: .max, isVersion6: false, isLoopback: false)

    private init?(text: String) {
        var address = text[...]
        if address.first == "[" {
            guard let end = address.firstIndex(of: "]") else { return nil }
            address = address[..<end].dropFirst()
        } else if let colon = address.firstIndex(of: ":"), colon == address.lastIndex(of: ":") {
            address = address[..<colon]
        }
        self.init(try? SocketAddress(ipAddress: String(address), port: 0))
    }

    var name: String { (isVersion6 ? "6-" : "4-") + String(network, radix: 16) }

    private init(network: UInt64, isVersion6: Bool, isLoopback: Bool) {
        (self.network, self.isVersion6, self.isLoopback) = (network, isVersion6, isLoopback)
    }

    private init(version4 address: UInt32) { self.init(network: UInt64(address), isVersion6: false, isLoopback: address >> 24 == 127) }

    private init(version6 bytes: [UInt8]) {
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        let (upper, lower) = (number(bytes[..<8]), number(bytes[8...]))
        // ::ffff:a.b.c.d is an IPv4 client on a socket of both kinds.
        if upper == 0, lower >> 32 == 0xffff {
            self.init(version4: UInt32(truncatingIfNeeded: lower))
        } else {
            self.init(network: upper, isVersion6: true, isLoopback: upper == 0 && lower == 1)
        }
    }
}
