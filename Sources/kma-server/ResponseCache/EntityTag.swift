import NIOCore

/// A strong tag of bytes: the same for the same bytes on any machine (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Hashable {
    private let digits: String

    /// The tag of bytes, by FNV-1a of 64 bits.
    init(of bytes: ByteBuffer) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes.readableBytesView {
            hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
        }
        digits = String(hash, radix: 16)
    }

    /// The tag as a header carries it; gzipped bytes are other bytes, and bear another tag.
    func field(gzipped: Bool) -> String {
        gzipped ? "\"\(digits)-gz\"" : "\"\(digits)\""
    }

    /// Whether an `If-None-Match` header names the tag, or any. It compares weakly, so that a tag which a proxy
    /// has weakened counts (RFC 9110, 13.1.2).
    func isNamed(in ifNoneMatch: String) -> Bool {
        ifNoneMatch.split(separator: ",").contains { item in
            var item = item.drop { $0 == " " }
            while item.last == " " { item.removeLast() }
            if item.hasPrefix("W/") { item = item.dropFirst(2) }
            return item == "*" || item == field(gzipped: false) || item == field(gzipped: true)
        }
    }
}
