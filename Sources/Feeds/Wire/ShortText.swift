/// A text of at most 23 bytes in three machine words: the name of a field, a category, a date. Comparing it with a literal
/// costs what comparing numbers costs, which counts where a body has eight thousand names.
///
/// A longer text keeps its first 23 bytes and equals no literal.
struct ShortText: Sendable, Hashable {
    private static let capacity = 23

    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    /// The text of some UTF-8.
    @inline(__always)
    init(_ utf8: some Sequence<UInt8>) {
        var count = 0
        for byte in utf8 {
            guard count < ShortText.capacity else {
                count = ShortText.capacity + 1
                break
            }
            append(byte, at: count)
            count += 1
        }
        // The last byte has the count, so that no text equals another with a NUL behind it.
        words.2 |= UInt64(count) << 56
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8, at index: Int) {
        let bits = UInt64(byte) << UInt64(index % 8 * 8)
        switch index / 8 {
        case 0: words.0 |= bits
        case 1: words.1 |= bits
        default: words.2 |= bits
        }
    }

    /// Its bytes, the first 23 of a longer one.
    var utf8: [UInt8] {
        let count = min(Int(words.2 >> 56), ShortText.capacity)
        return (0..<count).map { index in
            let word = index < 8 ? words.0 : index < 16 ? words.1 : words.2
            return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
        }
    }

    @inline(__always)
    static func == (left: ShortText, right: ShortText) -> Bool {
        left.words == right.words
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }
}

extension ShortText: ExpressibleByStringLiteral {
    @inline(__always)
    init(stringLiteral literal: StaticString) {
        assert(literal.utf8CodeUnitCount <= ShortText.capacity, "too long to be a ShortText")
        self = literal.withUTF8Buffer { ShortText($0) }
    }
}
