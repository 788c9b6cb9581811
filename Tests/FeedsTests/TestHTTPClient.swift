import Foundation
import StubUpstream
import Testing

/// A client that shows what really came over the wire, and how it ended.
struct TestHTTPClient: Sendable {
    enum Ending: Sendable {
        /// As many bytes as `Content-Length` promised.
        case whole
        /// The other side said goodbye before that.
        case closed
        /// The other side hung up without a goodbye.
        case reset
        /// Nothing came for a while.
        case silence
        /// Nobody took the connection.
        case refused
    }

    struct Answer: Sendable {
        var head = ""
        var body: [UInt8] = []
        /// Number of reads.
        var pieces = 0
        var ending = Ending.silence

        var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }
        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map {
                String($0.dropFirst(name.count + 2))
            }
        }
    }

    var upstream: Upstream

    /// Asks for a target and reads until the answer is whole, the connection ends, or nothing comes for two seconds, on a
    /// thread of its own.
    func get(
        _ target: String,
        method: String = "GET",
        headers: [String] = ["User-Agent: kma/test"]
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: wait(for: target, method, headers)) }
        }
    }

    private func wait(for target: String, _ method: String, _ headers: [String]) -> Answer {
        guard let descriptor = connected() else { return Answer(ending: .refused) }
        defer { close(descriptor) }
        let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]
        guard Socket(descriptor: descriptor).write(lines.joined(separator: "\r\n").utf8) else {
            return Answer(ending: .reset)
        }
        return answer(on: descriptor)
    }

    private func answer(on descriptor: Int32) -> Answer {
        var (answer, bytes, bodyStart) = (Answer(), [UInt8](), Int?.none)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let bodyStart, let length = answer.header("Content-Length").flatMap({ Int($0) }),
                bytes.count - bodyStart == length
            {
                answer.ending = .whole
                break
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                answer.ending = count == 0 ? .closed : errno == ECONNRESET ? .reset : .silence
                break
            }
            answer.pieces += 1
            bytes += buffer[..<count]
            if bodyStart == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                answer.head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                bodyStart = end.upperBound
            }
        }
        answer.body = bodyStart.map { Array(bytes[$0...]) } ?? []
        return answer
    }

    private func connected() -> Int32? {
        let descriptor = Socket.made().descriptor
        var timeout = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        address.sin_port = UInt16(upstream.url.split(separator: ":").last ?? "").map(\.bigEndian) ?? 0
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

extension Upstream {
    static let noon = Date(timeIntervalSince1970: 1_791_093_600)  // 2026-10-04 15:00 in Korea
    static let portalKey = "Ab%2BCd%2FEf01%2B23%2F45gh%3D%3D"

    var client: TestHTTPClient { TestHTTPClient(upstream: self) }

    /// A right request to an endpoint.
    static func target(_ endpoint: Endpoint, key: String? = nil) -> String {
        switch endpoint {
        case .midTemperature:
            "/1360000/\(endpoint.rawValue)?regId=11B10101&tmFc=202610040600&dataType=JSON&serviceKey=\(key ?? portalKey)"
        case .midLand:
            "/1360000/\(endpoint.rawValue)?regId=11B00000&tmFc=202610040600&dataType=JSON&serviceKey=\(key ?? portalKey)"
        case .outlook:
            "/1360000/\(endpoint.rawValue)?stnId=109&tmFc=202610040600&dataType=JSON&serviceKey=\(key ?? portalKey)"
        case .shortTerm:
            "/1360000/\(endpoint.rawValue)?base_date=20261004&base_time=1400&nx=60&ny=127&serviceKey=\(key ?? portalKey)"
        case .nowcast:
            "/1360000/\(endpoint.rawValue)?base_date=20261004&base_time=1400&nx=60&ny=127&serviceKey=\(key ?? portalKey)"
        case .nextHours:
            "/1360000/\(endpoint.rawValue)?base_date=20261004&base_time=1430&nx=60&ny=127&serviceKey=\(key ?? portalKey)"
        case .warningStatus, .warningEvents:
            "/1360000/\(endpoint.rawValue)?numOfRows=10&dataType=JSON&serviceKey=\(key ?? portalKey)"
        case .warningTable:
            "/api/typ01/\(endpoint.rawValue)?fe=e&tm=&disp=0&help=1&authKey=\(key ?? Keys().hub)"
        case .temperatureTable, .landTable:
            "/api/typ01/\(endpoint.rawValue)?reg=&tmfc1=2026100406&tmfc2=2026100406&disp=1&help=1&authKey=\(key ?? Keys().hub)"
        case .observedDays:
            "/1360000/\(endpoint.rawValue)?numOfRows=999&pageNo=1&dataCd=ASOS&dateCd=DAY&startDt=20261001&endDt=20261002&stnIds=108&dataType=JSON&serviceKey=\(key ?? portalKey)"
        case .airMeasured:
            "/B552584/\(endpoint.rawValue)?sidoName=%EC%84%9C%EC%9A%B8&ver=1.3&returnType=json&serviceKey=\(key ?? portalKey)"
        case .dustForecast, .dustWeek:
            "/B552584/\(endpoint.rawValue)?searchDate=2026-10-03&returnType=json&serviceKey=\(key ?? portalKey)"
        case .current, .forecast:
            "/\(endpoint.rawValue)?lat=37.57&lon=126.98&units=metric&appid=\(key ?? Keys().openWeather)"
        }
    }
}
