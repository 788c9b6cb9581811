import Feeds
import Foundation

extension Transport {
    /// HTTP/1.1 over a socket of its own for each request, to a stand-in on this machine: nothing is pooled, so that
    /// whatever grows is the program's.
    static func loopback() -> Transport {
        let queue = DispatchQueue(label: "loopback", attributes: .concurrent)
        return Transport { url, timeout throws(TransportFault) in
            let result = await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(returning: Loopback(url: url, timeout: timeout).exchanged())
                }
            }
            return try result.get()
        }
    }
}

/// One request and its answer.
private struct Loopback {
    private static let prefix = "http://127.0.0.1:"

    private let port: UInt16
    private let target: String
    private let deadline: ContinuousClock.Instant

    init(url: String, timeout: Duration) {
        let rest = url.dropFirst(Loopback.prefix.count)
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        port = UInt16(rest[..<end]) ?? 0
        target = String(rest[end...])
        deadline = ContinuousClock.now + timeout
    }

    func exchanged() -> Result<HTTPAnswer, TransportFault> {
        guard let socket = LoopbackSocket(port: port) else {
            return .failure(.unreachable(reason: "connect"))
        }
        defer { socket.hangUp() }
        let request =
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \(Transport.userAgent)\r\nConnection: close\r\n\r\n"
        guard socket.send(request) else { return .failure(.unreachable(reason: "send")) }
        var bytes: [UInt8] = []
        while bytes.count <= Transport.maximumBody + 65_536 {
            switch socket.received(before: deadline) {
            case .bytes(let more): bytes += more
            case .end: return answer(bytes)
            case .silence: return .failure(.timedOut)
            case .reset: return .failure(.unreachable(reason: "reset"))
            }
        }
        return .failure(.oversized)
    }

    private func answer(_ bytes: [UInt8]) -> Result<HTTPAnswer, TransportFault> {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            return .failure(.unreachable(reason: "no head"))
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let body = Data(bytes[end.upperBound...])
        guard let status = lines.first.flatMap({ Int($0.dropFirst(9).prefix(3)) }) else {
            return .failure(.unreachable(reason: "no status"))
        }
        let length = lines.lazy.compactMap { line in
            line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil
        }.first
        guard length == body.count else { return .failure(.unreachable(reason: "cut off")) }
        return .success(HTTPAnswer(status: status, body: body))
    }
}
