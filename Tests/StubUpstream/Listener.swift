import Foundation

/// Accepts connections on a free loopback port and serves each on a thread of its own, until it is stopped.
package final class Listener: Sendable {
    package let port: UInt16
    private let open: LockedValue<Open>
    private let finished = DispatchSemaphore(value: 0)
    private let wakeUp: Int32
    /// The port once it is closed, which the listener of another test may not have: it would answer in this one's place.
    private let held = LockedValue<Socket?>(nil)

    /// Connections under way, to be shut down at the end.
    private struct Open: Sendable {
        var connections: Set<Int32> = []
        var isStopped = false
    }

    package init(serve: @escaping @Sendable (Socket) -> Void) throws {
        let (socket, port) = try Socket.listening()
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else {
            socket.close()
            throw SocketFault(errno)
        }
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.port = port
        wakeUp = pipeEnds[1]
        let open = LockedValue(Open())
        self.open = open
        Thread.detachNewThread { [finished, wait = pipeEnds[0]] in
            while Listener.hasConnection(on: socket, until: wait) {
                guard let connection = socket.accepted() else { continue }
                open.withLock { _ = $0.connections.insert(connection.descriptor) }
                Thread.detachNewThread {
                    serve(connection)
                    // Under the lock, so that ``stop()`` never shuts down a new connection that got the number of an old one.
                    open.withLock {
                        $0.connections.remove(connection.descriptor)
                        connection.close()
                    }
                }
            }
            socket.close()
            close(wait)
            finished.signal()
        }
    }

    deinit { held.withLock { $0?.close() } }

    /// Closes the port and shuts all connections down. Calling it again does nothing.
    package func stop() {
        let wasStopped = open.withLock { open in
            defer { open.isStopped = true }
            return open.isStopped
        }
        guard !wasStopped else { return }
        // A byte, not the end of the pipe: a program that another test starts may have that end as well.
        _ = write(wakeUp, [0 as UInt8], 1)
        finished.wait()
        held.withLock { $0 = .holding(port) }
        close(wakeUp)
        open.withLock { open in
            for descriptor in open.connections { Socket(descriptor: descriptor).shutdown() }
        }
    }

    /// Waits for a connection; false once a byte has come through the pipe.
    private static func hasConnection(on socket: Socket, until pipe: Int32) -> Bool {
        var events = [
            pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&events, nfds_t(events.count), -1) < 0 && errno == EINTR {}
        return events[1].revents == 0
    }
}

/// Answers the requests of one connection until either side closes it.
struct ConnectionHandler {
    let socket: Socket
    let state: LockedValue<UpstreamState>
    let keepsAlive: Bool

    func run() {
        var buffer: [UInt8] = []
        while let head = nextHead(&buffer) {
            guard let request = Request(head: head, receivedAt: Date()) else {
                _ = socket.write(
                    StubAnswer.text("Bad Request", status: 400).bytes(at: Date(), keepAlive: false)
                )
                return
            }
            let keepAlive = keepsAlive && request.header("connection")?.lowercased() != "close"
            let (planned, now) = state.withLock { ($0.receive(request), $0.now) }
            let staysOpen = planned.delivery(to: request).send(on: socket, at: now, keepAlive: keepAlive) {
                state.withLock { $0.finish(request) }
            }
            guard staysOpen else { return }
        }
    }

    /// The bytes up to an empty line; `nil` when no more come. A GET has no body to skip.
    private func nextHead(_ buffer: inout [UInt8]) -> String? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = buffer.firstRange(of: end) {
                defer { buffer.removeSubrange(..<range.upperBound) }
                return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            }
            let more = socket.read()
            guard !more.isEmpty, buffer.count < 65_536 else { return nil }
            buffer += more
        }
    }
}
