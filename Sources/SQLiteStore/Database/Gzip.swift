import CZlib

/// RFC 1952; without zlib bodies stay, as no answer of KMA begins as gzip does.
package enum Gzip {
    private static let mark: [UInt8] = [0x1f, 0x8b]
    private static let limit = 8 << 20

    /// Levels of zlib: of a short-term answer (107 kB) 1 makes 5.0 kB in 0.2 ms, 6 makes 4.1 kB in 1.4 ms; 9 saves a sixth of the page's script.
    package enum Level: Int32, Sendable {
        case fastest = 1
        case smallest = 9
    }

    package static func packed(_ body: [UInt8]) -> Data { Data(compressed(body) ?? body) }

    package static func compressed(_ body: [UInt8], _ level: Level = .fastest) -> [UInt8]? {
        guard czlib_is_available() else { return nil }
        let packed = [UInt8](unsafeUninitializedCapacity: czlib_gzip_bound(body.count)) { buffer, count in
            count = buffer.baseAddress.map { czlib_gzip(body, body.count, $0, buffer.count, level.rawValue) } ?? 0
        }
        return packed.isEmpty ? nil : packed
    }

    package static func unpacked(_ stored: Data) -> [UInt8]? {
        let stored = [UInt8](stored)
        guard stored.starts(with: mark) else { return stored }
        guard stored.count >= 18, czlib_is_available() else { return nil }
        // RFC 1952, 2.3.1: the last four bytes are the length.
        let length = stored.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { return nil }
        var isWhole = false
        let body = [UInt8](unsafeUninitializedCapacity: length + 1) { buffer, count in
            let written = buffer.baseAddress.map { czlib_gunzip(stored, stored.count, $0, buffer.count) } ?? -1
            isWhole = written == length
            count = max(written, 0)
        }
        return isWhole ? body : nil
    }
}
