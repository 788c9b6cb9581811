import Foundation
import StubUpstream

/// A connection to a program on this machine, byte by byte, for what no client library does. Its calls block, but for the
/// ``receive(before:)`` of a task: a test that blocked there would hold a thread that the server it asks may need.
public final class RawConnection: Sendable {
    /// Result of waiting for bytes.
    public enum Event: Sendable {
        /// Some bytes.
        case bytes([UInt8])
        /// The other side has closed its end.
        case end
        /// The other side has reset the connection.
        case reset
        /// Nothing came in time.
        case timeout
    }

    private let descriptor: Int32
    private let isClosed = LockedValue(false)

    /// Connects to a port of an address, the loopback one unless told otherwise; `nil` where nobody listens.
    public init?(host: String = "127.0.0.1", port: Int) {
        descriptor = Socket.made().descriptor
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        let isConnected = withUnsafePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            Foundation.close(descriptor)
            return nil
        }
    }

    /// An IPv4 address of this machine beside the loopback one, where it has any: who connects to it comes from it.
    public static var ownAddress: String? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next }).lazy.compactMap { entry -> String? in
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
            else { return nil }
            var name = [CChar](repeating: 0, count: 64)
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else { return nil }
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text.hasPrefix("127.") ? nil : text
        }.first
    }

    /// Sends a text and returns whether all of it went out. With `waits` false it sends no more than the system takes
    /// at once.
    public func send(_ text: String, waits: Bool = true) -> Bool {
        send(Array(text.utf8), waits: waits)
    }

    /// Sends bytes, as ``send(_:waits:)-(String,_)``.
    public func send(_ bytes: [UInt8], waits: Bool = true) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = waits ? 0 : Int32(MSG_DONTWAIT)
        #else
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Waits for the next bytes until a deadline, on a thread of its own.
    public func receive(before deadline: ContinuousClock.Instant) async -> Event {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.receive(before: deadline)) }
        }
    }

    /// Closes this side: nothing more is sent, and what comes can still be received.
    public func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions, which wakes whoever waits for bytes.
    public func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Waits for the next bytes until a deadline, and blocks its thread.
    public func receive(before deadline: ContinuousClock.Instant) -> Event {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = (deadline - .now) / Duration.milliseconds(1)
            guard left > 0 else { return .timeout }
            let count = poll(&event, 1, Int32(left.rounded(.up)))
            if count > 0 { break }
            if count == 0 || errno != EINTR { return .timeout }
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? .reset : count == 0 ? .end : .bytes(Array(buffer[..<count]))
    }

    /// Closes the connection; with a reset, as a program does that is killed, if that is asked for. Closing again does
    /// nothing: by then the number may be that of a descriptor of another test, in whose hands NIO traps.
    public func close(resets: Bool = false) {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        if resets {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        Foundation.close(descriptor)
    }
}
