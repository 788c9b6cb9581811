import Foundation

/// A connection to a program on this machine, byte by byte, for what no client library does: reading until the end,
/// several requests at once, hanging up. Its calls block.
struct LoopbackSocket {
    enum Reading {
        case bytes(ArraySlice<UInt8>)
        case end
        case silence
        case reset
    }

    private let descriptor: Int32

    /// Connects to a port; `nil` where nobody listens.
    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let descriptor = descriptor
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
    }

    /// Whether all of a text went out.
    func send(_ text: String) -> Bool {
        Foundation.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
    }

    /// What comes next.
    func received(before deadline: ContinuousClock.Instant) -> Reading {
        guard isReadable(before: deadline) else { return .silence }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? .reset : count == 0 ? .end : .bytes(buffer[..<count])
    }

    /// Closes the connection, with a reset instead of a goodbye if that is wished.
    func hangUp(rudely isRude: Bool = false) {
        if isRude {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        close(descriptor)
    }

    private func isReadable(before deadline: ContinuousClock.Instant) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = (deadline - .now) / Duration.milliseconds(1)
            guard left > 0 else { return false }
            let count = poll(&event, 1, Int32(left.rounded(.up)))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }
}
