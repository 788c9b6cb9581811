import NIOCore
import NIOHTTPCompression

/// Pictures in the Portable Network Graphics format (PNG, third edition, W3C 2025).
package enum PNG {
    /// A picture of red, green and blue, a byte each, row by row. `nil` where it cannot be compressed.
    package static func encoded(width: Int, height: Int, _ pixels: [UInt8]) -> [UInt8]? {
        var rows = ByteBuffer()
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            // Each row as it is: the filter 0.
            rows.writeInteger(UInt8(0))
            rows.writeBytes(pixels[row * width * 3..<(row + 1) * width * 3])
        }
        guard let data = Gzip.deflated(rows) else { return nil }
        var header = ByteBuffer()
        header.writeInteger(UInt32(width))
        header.writeInteger(UInt32(height))
        // Eight bits a colour, red green blue, the one compression, the one set of filters, not interlaced.
        header.writeBytes([8, 2, 0, 0, 0])
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", ByteBuffer())
    }

    private static func chunk(_ name: String, _ data: ByteBuffer) -> [UInt8] {
        let contents = Array(name.utf8) + Array(data.readableBytesView)
        var chunk = ByteBuffer()
        chunk.writeInteger(UInt32(data.readableBytes))
        chunk.writeBytes(contents)
        chunk.writeInteger(checksum(contents))
        return Array(chunk.readableBytesView)
    }

    /// The cyclic redundancy check that PNG names (annex D).
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
