import Foundation

/// One connection: requests in, answers out, until either side has had enough.
struct Conversation {
    let socket: Socket
    let state: Guarded<State>
    let keepsAlive: Bool

    func run() {
        var buffer: [UInt8] = []
        while let head = nextHead(&buffer) {
            guard let request = Request(head: head, receivedAt: Date()) else {
                _ = socket.write(Reply.text("Bad Request", status: 400).bytes(at: Date(), keepAlive: false))
                return
            }
            let keepAlive = keepsAlive && request.header("connection")?.lowercased() != "close"
            let (verdict, now) = state.with { ($0.receive(request), $0.now) }
            let goesOn = verdict.delivery(to: request).send(on: socket, at: now, keepAlive: keepAlive)
            state.with { $0.inFlight -= 1 }
            guard goesOn else { return }
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
