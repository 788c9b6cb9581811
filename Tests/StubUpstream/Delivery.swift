import Foundation

/// How an answer goes out, or does not.
enum Delivery: Sendable {
    case whole(Reply)
    case late(Reply, milliseconds: Int)
    /// Its body a byte at a time.
    case slow(Reply, milliseconds: Int)
    /// Half of it, and the connection is over.
    case cutOff(Reply)
    case silence
    case reset

    /// What a fault makes of the answer that would have been right.
    init(_ fault: Fault, instead right: Reply) {
        var reply = right
        switch fault {
        case .slow(let milliseconds): self = .slow(right, milliseconds: milliseconds)
        case .late(let milliseconds): self = .late(right, milliseconds: milliseconds)
        case .hangUpMidBody: self = .cutOff(right)
        case .hang: self = .silence
        case .reset: self = .reset
        case .wrongContentType:
            reply.headers = [("Content-Type", "text/html;charset=EUC-KR")]
            self = .whole(reply)
        case .cutJSON:
            reply.body.removeLast(reply.body.count / 2)
            self = .whole(reply)
        default: self = .whole(fault.reply ?? right)
        }
    }

    /// Sends the answer; whether the connection may be used again.
    func send(on socket: Socket, at now: Date, keepAlive: Bool) -> Bool {
        switch self {
        case .whole(let reply):
            return socket.write(reply.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .late(let reply, let milliseconds):
            Delivery.pause(milliseconds)
            return socket.write(reply.bytes(at: now, keepAlive: keepAlive)) && keepAlive
        case .slow(let reply, let milliseconds):
            let bytes = reply.bytes(at: now, keepAlive: false)
            guard socket.write(bytes.dropLast(reply.body.count)) else { return false }
            for byte in reply.body {
                guard socket.write(CollectionOfOne(byte)) else { break }
                Delivery.pause(milliseconds)
            }
            return false
        case .cutOff(let reply):
            let bytes = reply.bytes(at: now, keepAlive: false)
            _ = socket.write(bytes.dropLast(reply.body.count / 2))
            return false
        case .silence:
            // Until the other side gives up, or the upstream stops and shuts the connection down.
            while !socket.read().isEmpty {}
            return false
        case .reset:
            socket.resetOnClose()
            return false
        }
    }

    private static func pause(_ milliseconds: Int) {
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
    }
}
