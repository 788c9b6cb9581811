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
        guard let descriptor = connected() else { return .failure(.unreachable(reason: "connect")) }
        defer { close(descriptor) }
        let request =
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \(Transport.userAgent)\r\nConnection: close\r\n\r\n"
        guard send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else {
            return .failure(.unreachable(reason: "send"))
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            guard isReadable(descriptor) else { return .failure(.timedOut) }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 { return .failure(.unreachable(reason: "reset")) }
            if count == 0 { return answer(bytes) }
            bytes += buffer[..<count]
            if bytes.count > Transport.maximumBody + 65_536 { return .failure(.oversized) }
        }
    }

    private func connected() -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = (deadline - .now) / Duration.milliseconds(1)
            guard left > 0 else { return false }
            let count = poll(&event, 1, Int32(left.rounded(.up)))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
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
