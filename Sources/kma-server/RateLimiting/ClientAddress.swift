import NIOCore

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
