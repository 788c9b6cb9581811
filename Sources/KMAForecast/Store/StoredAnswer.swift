/// Stored answer: a line with mark, fetch, HTTP status, length and checksum, without URL and key, then the body. A file unlike its line is damaged.
public struct StoredAnswer: Sendable, Equatable {
    /// Time of the fetch.
    public var fetchedAt: Date
    /// HTTP status.
    public var status: Int
    /// Body as it came.
    public var body: [UInt8]

    /// The first version, which a record may still be made of, sums single bytes.
    private static let (mark, firstMark) = ("kma-answer-2", "kma-answer-1")

    /// Creates a stored answer.
    public init(fetchedAt: Date, status: Int, body: [UInt8]) { (self.fetchedAt, self.status, self.body) = (fetchedAt, status, body) }

    /// Reads a file; `nil` if damaged or foreign.
    public init?(file: Data) {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let fields = String(decoding: file[..<end], as: UTF8.self).split(separator: " ")
        body = [UInt8](file[file.index(after: end)...])
        guard fields.count == 5, [StoredAnswer.mark, StoredAnswer.firstMark].contains(String(fields[0])), let seconds = Double(fields[1]),
            abs(seconds) < 253_402_300_800, let status = Int(fields[2]), Int(fields[3]) == body.count,
            UInt64(fields[4], radix: 16) == StoredAnswer.checksum(of: body, ofWords: fields[0] == StoredAnswer.mark)
        else { return nil }
        fetchedAt = Date(timeIntervalSince1970: seconds)
        self.status = status
    }

    /// Bytes of the file.
    public var file: Data {
        let sum = String(StoredAnswer.checksum(of: body, ofWords: true), radix: 16)
        let line = "\(StoredAnswer.mark) \(fetchedAt.timeIntervalSince1970) \(status) \(body.count) \(sum)\n"
        return Data(line.utf8) + body
    }

    /// FNV-1a, 64 bits, against torn files. Of 140 kB, words of eight bytes take a fifth of the time; the shift spreads their high bits.
    private static func checksum(of body: [UInt8], ofWords: Bool) -> UInt64 {
        body.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            let end = ofWords ? bytes.count / 8 * 8 : 0
            for start in stride(from: 0, to: end, by: 8) {
                sum = (sum ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))) &* 0x100_0000_01b3
                sum ^= sum >> 32
            }
            for byte in bytes[end...] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return sum
        }
    }
}
