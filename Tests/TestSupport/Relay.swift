import Foundation
import StubUpstream

/// A way to a port of this machine that can fail as a network does: cut, what is sent arrives nowhere, and nobody is told;
/// or what is sent arrives, and the connection is lost before the answer.
public final class Relay: Sendable {
    private struct State: Sendable {
        var isCut = false
        var losesAnswers = false
        var number = 0
        /// Ends of the connections that are open, by number.
        var ends: [Int: (client: Socket, server: RawConnection)] = [:]
    }

    private let listener: Listener
    private let state: LockedValue<State>

    /// A way to a port.
    public init(to port: Int) throws {
        let state = LockedValue(State())
        self.state = state
        listener = try Listener { client in
            guard let server = RawConnection(port: port) else { return }
            let number = state.withLock { state in
                state.number += 1
                state.ends[state.number] = (client, server)
                return state.number
            }
            let isOver = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while case .bytes(let bytes) = server.receive(before: .now + .seconds(3_600)) {
                    if state.withLock({ $0.losesAnswers }) { break }
                    if !state.withLock({ $0.isCut }), !client.write(bytes) { break }
                }
                client.shutdown()
                isOver.signal()
            }
            while case let bytes = client.read(), !bytes.isEmpty {
                if !state.withLock({ $0.isCut }), !server.send(bytes) { break }
            }
            server.shutDown()
            isOver.wait()
            state.withLock { state in
                state.ends[number] = nil
                server.close()
            }
        }
    }

    deinit { listener.stop() }

    /// The port that leads there.
    public var port: Int { Int(listener.port) }

    /// Lets nothing through from here on.
    public func cut() {
        state.withLock { $0.isCut = true }
    }

    /// Ends each connection from here on when an answer comes on it.
    public func loseAnswers() {
        state.withLock { $0.losesAnswers = true }
    }

    /// Lets new connections through again. Those of before have lost what was sent meanwhile, and end.
    public func mend() {
        state.withLock { state in
            (state.isCut, state.losesAnswers) = (false, false)
            for (client, server) in state.ends.values {
                client.shutdown()
                server.shutDown()
            }
        }
    }
}
