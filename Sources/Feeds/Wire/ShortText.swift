/// Text of at most 23 bytes in three words, compared as fast as numbers: a body has eight thousand names. A longer one equals no literal.
struct ShortText: Sendable, Hashable {
    private static let capacity = 23

    private var words: (UInt64, UInt64, UInt64)

    @inline(__always) init(count: Int, _ byte: (Int) -> UInt8) {
        var builder = Builder()
        while builder.count < count { builder.append(byte(builder.count)) }
        self = builder.text
    }

    @inline(__always) private init(_ words: (UInt64, UInt64, UInt64), count: Int) {
        // The last byte is the count, so that a final NUL counts.
        let length = UInt64(count <= ShortText.capacity ? count : ShortText.capacity + 1) << 56
        self.words = (words.0, words.1, words.2 & 0xFF_FFFF_FFFF_FFFF | length)
    }

    init(_ utf8: some Sequence<UInt8>) {
        var builder = Builder()
        for byte in utf8 { builder.append(byte) }
        self = builder.text
    }

    @inline(__always) static func == (left: ShortText, right: ShortText) -> Bool {
        // Comparing tuples is generic, ten times slower without optimization.
        left.words.0 == right.words.0 && left.words.1 == right.words.1 && left.words.2 == right.words.2
    }

    @inline(__always) static func ~= (pattern: ShortText, text: ShortText) -> Bool { pattern == text }

    /// One of 64 bits, the same for equal texts; by Fibonacci hashing.
    @inline(__always) var bit: UInt64 { 1 &<< (((words.0 ^ words.1) &* 0x9E37_79B9_7F4A_7C15) &>> 58) }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }
}

extension ShortText {
    struct Builder {
        private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        fileprivate var count = 0

        @inline(__always) mutating func append(_ byte: UInt8) {
            let bits = UInt64(byte) &<< UInt64(truncatingIfNeeded: count &* 8)
            switch count {
            case ..<8: words.0 |= bits
            case ..<16: words.1 |= bits
            case ..<ShortText.capacity: words.2 |= bits
            default: break
            }
            count += 1
        }

        @inline(__always) mutating func append(_ word: UInt64, _ bytes: Int) {
            let bits = bytes < 8 ? word & ~(.max &<< UInt64(truncatingIfNeeded: bytes &* 8)) : word
            switch count {
            case 0: words.0 = bits
            case 8: words.1 = bits
            case 16: words.2 = bits
            default: break
            }
            count += bytes
        }

        @inline(__always) var text: ShortText { ShortText(words, count: count) }
    }

    var trimmed: ShortText {
        first == UInt8(ascii: " ") || last == UInt8(ascii: " ") ? ShortText(String(decoding: self, as: UTF8.self).singleLine.utf8) : self
    }

    /// Number of up to eight digits, without the blanks around and the separators between them.
    func number(without separators: ShortText) -> (value: Int, digits: Int)? {
        let text = trimmed
        var (value, digits, index) = (0, 0, 0)
        while index < text.endIndex, digits <= 8 {
            let byte = text[index]
            if byte.isDigit { (value, digits) = (value * 10 + Int(byte - UInt8(ascii: "0")), digits + 1) }
            guard byte.isDigit || separators.contains(byte) else { return nil }
            index += 1
        }
        return 1...8 ~= digits ? (value, digits) : nil
    }
}

extension ShortText: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { Swift.min(Int(words.2 >> 56), ShortText.capacity) }

    subscript(index: Int) -> UInt8 {
        let word = index < 8 ? words.0 : index < 16 ? words.1 : words.2
        return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }
}

extension ShortText: ExpressibleByStringLiteral {
    @inline(__always) init(stringLiteral literal: StaticString) {
        assert(literal.utf8CodeUnitCount <= ShortText.capacity, "too long to be a ShortText")
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        ShortText.copy(literal.utf8Start, literal.utf8CodeUnitCount, to: &words)
        words = (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), UInt64(littleEndian: words.2))
        self.init(words, count: literal.utf8CodeUnitCount)
    }

    private static func copy(_ from: UnsafeRawPointer, _ count: Int, to: UnsafeMutableRawPointer) { to.copyMemory(from: from, byteCount: count) }
}
