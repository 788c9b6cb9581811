import Feeds

/// Separates answers, counts and refusals by gateway and key, by 48 bits of SHA-256: enough for a machine's keys, too few to confirm a guess.
public struct StoreScope: Sendable, Hashable {
    /// Twelve hexadecimal digits, usable as a file name.
    public let name: String

    /// Creates the scope of a gateway, by kind and address, and a key.
    public init(gateway: String, key: ServiceKey) {
        let digest = SHA256.digest(of: Array("\(gateway)\n\(key.plain)".utf8))
        name = digest.prefix(StoreScope.length / 2).hexadecimal
    }

    package init?(named name: String) {
        guard StoreScope.isName(name) else { return nil }
        self.name = name
    }

    private static let length = 12

    package static func isName(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

/// FIPS 180-4: libraries take no package, and Foundation has no hash on Linux.
package enum SHA256 {
    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
        0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
        0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
        0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
        0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
        0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ]

    package static func digest(of message: [UInt8]) -> [UInt8] {
        let whole = message.count / 64 * 64
        var rest = Array(message[whole...])
        rest.append(0x80)
        rest.append(contentsOf: repeatElement(0, count: (120 - rest.count % 64) % 64))
        rest += bytes(of: UInt64(message.count) * 8)
        var state: [UInt32] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
        add(message, upTo: whole, to: &state)
        add(rest, upTo: rest.count, to: &state)
        return state.flatMap(bytes)
    }

    /// Uses pointers: with arrays, 140 kB take twice the time.
    private static func add(_ message: [UInt8], upTo end: Int, to state: inout [UInt32]) {
        message.withUnsafeBytes { message in
            constants.withUnsafeBufferPointer { constants in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                    for start in stride(from: 0, to: end, by: 64) {
                        schedule(message, start, in: words)
                        compress(words, constants, into: &state)
                    }
                }
            }
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    private static func schedule(_ message: UnsafeRawBufferPointer, _ start: Int, in words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 0..<16 {
            let word = message.loadUnaligned(fromByteOffset: start &+ index &* 4, as: UInt32.self)
            words[index] = UInt32(bigEndian: word)
        }
        for index in 16..<64 {
            let (near, far) = (words[index &- 2], words[index &- 15])
            let s0 = rotated(far, 7) ^ rotated(far, 18) ^ far &>> 3
            let s1 = rotated(near, 17) ^ rotated(near, 19) ^ near &>> 10
            words[index] = words[index &- 16] &+ s0 &+ words[index &- 7] &+ s1
        }
    }

    /// 6.2.2, steps 2 to 4, eight rounds at once, so that no value moves.
    private static func compress(_ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>, into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        func word(_ index: Int) -> UInt32 { constants[index] &+ words[index] }
        var index = 0
        while index < 64 {
            round(a, b, c, &d, e, f, g, &h, word(index))
            round(h, a, b, &c, d, e, f, &g, word(index &+ 1))
            round(g, h, a, &b, c, d, e, &f, word(index &+ 2))
            round(f, g, h, &a, b, c, d, &e, word(index &+ 3))
            round(e, f, g, &h, a, b, c, &d, word(index &+ 4))
            round(d, e, f, &g, h, a, b, &c, word(index &+ 5))
            round(c, d, e, &f, g, h, a, &b, word(index &+ 6))
            round(b, c, d, &e, f, g, h, &a, word(index &+ 7))
            index &+= 8
        }
        (state[0], state[1], state[2], state[3]) = (state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d)
        (state[4], state[5], state[6], state[7]) = (state[4] &+ e, state[5] &+ f, state[6] &+ g, state[7] &+ h)
    }

    @inline(__always) private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ s1 &+ (g ^ e & (f ^ g)) &+ word
        let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        d = d &+ first
        h = first &+ s0 &+ (a & b | c & (a | b))
    }

    private static func bytes<Word: FixedWidthInteger>(of word: Word) -> [UInt8] {
        stride(from: Word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> Word($0)) }
    }
}

extension Sequence<UInt8> { package var hexadecimal: String { map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() } }
