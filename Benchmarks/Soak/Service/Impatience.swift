import Foundation

/// Asks as no library does: many requests in one breath, or none to its end. Its calls block.
struct Impatience {
    let port: UInt16
    private static let patience = Duration.seconds(15)

    /// Sends requests at once over one connection, and gives the answers in their order; `nil` where the connection
    /// is lost on the way.
    func pipelined(_ errands: [Errand]) -> [Received]? {
        guard let socket = LoopbackSocket(port: port) else { return nil }
        defer { socket.hangUp() }
        let sentAt = Date()
        let requests = errands.enumerated().map { Impatience.head($1, isLast: $0 == errands.count - 1) }
        guard socket.send(requests.joined()) else { return nil }
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + Impatience.patience
        while true {
            switch socket.received(before: deadline) {
            case .bytes(let more): bytes += more
            case .end: return Impatience.answers(in: bytes, to: errands, sentAt: sentAt)
            case .silence, .reset: return nil
            }
        }
    }

    /// Sends a part of a request, or all of it, and is gone.
    func hangUp(on errand: Errand, after part: Double, rudely isRude: Bool) {
        guard let socket = LoopbackSocket(port: port) else { return }
        let request = Impatience.head(errand, isLast: false)
        _ = socket.send(String(request.prefix(Int(Double(request.count) * part))))
        socket.hangUp(rudely: isRude)
    }

    private static func head(_ errand: Errand, isLast: Bool) -> String {
        var head = "\(errand.method) \(errand.target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        // A raw connection reads bodies as they come.
        for header in errand.headers where header.name != "Accept-Encoding" {
            head += "\(header.name): \(header.value)\r\n"
        }
        return head + (isLast ? "Connection: close\r\n\r\n" : "\r\n")
    }

    private static func answers(in bytes: [UInt8], to errands: [Errand], sentAt: Date) -> [Received]? {
        var rest = bytes[...]
        var answers: [Received] = []
        for errand in errands {
            guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            rest = rest[end.upperBound...]
            guard let status = lines.first.flatMap({ Int($0.dropFirst(9).prefix(3)) }) else { return nil }
            let fields = lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (parts[0].lowercased(), String(parts.last ?? "").trimmingCharacters(in: .whitespaces))
            }
            let headers = Dictionary(fields, uniquingKeysWith: { "\($0), \($1)" })
            let isBare = errand.method == "HEAD" || status == 304
            let count = isBare ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
            guard rest.count >= count else { return nil }
            let body = Data(rest.prefix(count))
            rest = rest.dropFirst(count)
            answers.append(
                Received(status: status, headers: headers, body: body, sentAt: sentAt, receivedAt: Date())
            )
        }
        return rest.isEmpty ? answers : nil
    }
}
