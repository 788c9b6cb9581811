import Foundation

/// Takes connections on a free loopback port, a thread for each, until it is stopped.
final class Listener: Sendable {
    let port: UInt16
    private let open: Guarded<Open>
    private let finished = DispatchSemaphore(value: 0)
    private let wakeUp: Int32

    /// Connections under way, to be shut down at the end.
    private struct Open: Sendable {
        var connections: Set<Int32> = []
        var isStopped = false
    }

    init(converse: @escaping @Sendable (Socket) -> Void) throws {
        let (socket, port) = try Socket.listening()
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else {
            socket.close()
            throw SocketFault(errno)
        }
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.port = port
        wakeUp = pipeEnds[1]
        let open = Guarded(Open())
        self.open = open
        Thread.detachNewThread { [finished, wait = pipeEnds[0]] in
            while Listener.isAwaited(on: socket, until: wait) {
                guard let connection = socket.accepted() else { continue }
                open.with { _ = $0.connections.insert(connection.descriptor) }
                Thread.detachNewThread {
                    converse(connection)
                    // Under the lock, lest the number be given to a new connection while the old is shut down.
                    open.with {
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

    /// Returns once the port is closed; again, it does nothing.
    func stop() {
        let wasStopped = open.with { open in
            defer { open.isStopped = true }
            return open.isStopped
        }
        guard !wasStopped else { return }
        close(wakeUp)
        finished.wait()
        open.with { open in
            for descriptor in open.connections { Socket(descriptor: descriptor).shutdown() }
        }
    }

    /// Sleeps until somebody calls; false once the other end of the pipe has been closed.
    private static func isAwaited(on socket: Socket, until pipe: Int32) -> Bool {
        var events = [
            pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&events, nfds_t(events.count), -1) < 0 && errno == EINTR {}
        return events[1].revents == 0
    }
}
