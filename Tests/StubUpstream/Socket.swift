import Foundation

/// A TCP socket on the loopback address.
package struct Socket: Sendable {
    package let descriptor: Int32

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// A new socket. A program that a test starts meanwhile does not hold it open, and sending where the other side has
    /// hung up is an error, not a signal.
    package static func made() -> Socket {
        #if canImport(Darwin)
        let socket = Socket(descriptor: Foundation.socket(AF_INET, SOCK_STREAM, 0))
        _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC)
        set(SO_NOSIGPIPE, of: SOL_SOCKET, to: 1 as Int32, on: socket.descriptor)
        return socket
        #else
        let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        return Socket(descriptor: Foundation.socket(AF_INET, stream, 0))
        #endif
    }

    /// Listens on a free port; the socket and the port it got.
    static func listening() throws(SocketFault) -> (socket: Socket, port: UInt16) {
        let socket = made()
        guard socket.descriptor >= 0 else { throw SocketFault(errno) }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                socket.binds(to: 0) && listen(socket.descriptor, 512) == 0
                    && getsockname(socket.descriptor, generic, &length) == 0
            }
        }
        guard isNamed else {
            let fault = SocketFault(errno)
            socket.close()
            throw fault
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Holds a port on which nobody listens, so that connections to it are refused and no other listener gets it.
    static func holding(_ port: UInt16) -> Socket {
        let socket = made()
        // Connections that have ended keep the port for a minute.
        set(SO_REUSEADDR, of: SOL_SOCKET, to: 1 as Int32, on: socket.descriptor)
        _ = socket.binds(to: port)
        return socket
    }

    /// Binds to a port, to a free one for 0; false if another socket has it.
    package func binds(to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// The next connection; `nil` when there is none to be had.
    func accepted() -> Socket? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        // A program that a test starts meanwhile must not hold the connection open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        // Answers go out in one piece or in drips that are meant to be seen: never held back to fill a packet.
        Socket.set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1 as Int32, on: connection)
        #if canImport(Darwin)
        Socket.set(SO_NOSIGPIPE, of: SOL_SOCKET, to: 1 as Int32, on: connection)
        #endif
        return Socket(descriptor: connection)
    }

    /// Up to 16 kB as they come; empty when the other side is done or gone.
    package func read() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Whether all of it went out.
    package func write(_ bytes: some Sequence<UInt8>) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        // The other side hanging up is an answer, not a signal.
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends both directions, which wakes whoever reads from it.
    package func shutdown() {
        _ = Foundation.shutdown(descriptor, Int32(SHUT_RDWR))
    }

    package func close() {
        _ = Foundation.close(descriptor)
    }

    /// Makes ``close()`` send a reset instead of a farewell.
    func resetOnClose() {
        Socket.set(SO_LINGER, of: SOL_SOCKET, to: linger(l_onoff: 1, l_linger: 0), on: descriptor)
    }

    private static func set<Value: BitwiseCopyable>(
        _ option: Int32,
        of level: Int32,
        to value: Value,
        on descriptor: Int32
    ) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}

/// System's words for a missing socket.
struct SocketFault: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32) {
        description = String(cString: strerror(code))
    }
}
