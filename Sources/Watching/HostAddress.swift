import CLibrary
import Dispatch

struct HostAddress: Sendable, Hashable {
    let bytes: [UInt8]

    var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// An address of the internet, of no special purpose (IANA's registries, RFC 6890).
    var isPublic: Bool {
        guard bytes.count == 16 else { return HostAddress.isPublic(bytes[0], bytes[1], bytes[2]) }
        // IPv4 in IPv6: mapped, compatible with the loopback among them, by NAT64, by 6to4.
        if bytes.prefix(10).allSatisfy({ $0 == 0 }) {
            return bytes[10] == 0xFF && bytes[11] == 0xFF && HostAddress.isPublic(bytes[12], bytes[13], bytes[14])
        }
        // NAT64's own prefix; 64:ff9b:1::/48 is for private networks (RFC 8215).
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return HostAddress.isPublic(bytes[12], bytes[13], bytes[14]) }
        if bytes.starts(with: [0x20, 0x02]) { return HostAddress.isPublic(bytes[2], bytes[3], bytes[4]) }
        // Teredo, benchmarks and the like (2001::/23), and examples (2001:db8::/32).
        if bytes.starts(with: [0x20, 0x01]), bytes[2] < 2 || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        // Global unicast: no unique local, link-local or multicast.
        return bytes[0] & 0xE0 == 0x20
    }

    private static func isPublic(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second) {
        case (0, _), (10, _), (127, _), (224..., _): false
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): false
        case (192, 0): third != 0 && third != 2
        case (192, 88): third != 99
        case (198, 51): third != 100
        case (203, 0): third != 113
        default: true
        }
    }

    /// The lookup blocks a thread of its own, which may outlive the wait.
    static func all(of host: String) async -> [HostAddress] {
        let (answers, answer) = AsyncStream.makeStream(of: [HostAddress].self)
        DispatchQueue.global().async { answer.yield(lookUp(host, flags: 0)) }
        return await answers.first { _ in true } ?? []
    }

    static func isPrivate(_ host: String) -> Bool {
        let name = host.lowercased().split(separator: ".").last
        return name == "localhost" || lookUp(host, flags: AI_NUMERICHOST).contains { !$0.isPublic }
    }

    private static func lookUp(_ host: String, flags: Int32) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_flags = flags
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [HostAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr.map({ UnsafeRawPointer($0) }) else { continue }
            switch entry.ai_family {
            case AF_INET:
                let address = address.loadUnaligned(as: sockaddr_in.self)
                addresses.append(HostAddress(bytes: withUnsafeBytes(of: address.sin_addr) { Array($0) }))
            case AF_INET6:
                let address = address.loadUnaligned(as: sockaddr_in6.self)
                addresses.append(HostAddress(bytes: withUnsafeBytes(of: address.sin6_addr) { Array($0) }))
            default: continue
            }
        }
        return addresses
    }
}
