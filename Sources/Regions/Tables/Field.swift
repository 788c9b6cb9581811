/// A piece of an embedded table's text: a whole table, a row, or one value in it.
///
/// The bytes belong to a `StaticString` and live as long as the program, so a field is a view that costs nothing.
struct Field {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    init(_ text: StaticString) {
        bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    var isEmpty: Bool { bytes.isEmpty }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A number written with digits alone.
    var integer: Int {
        bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// A number written with digits and at most one point. Both steps are exact below 2⁵³, so the division rounds
    /// as a full parser would.
    var decimal: Double {
        var (digits, divisor, isFraction) = (0.0, 1.0, false)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                digits = digits * 10 + Double(byte - 0x30)
                if isFraction { divisor *= 10 }
            }
        }
        return digits / divisor
    }

    func split(at separator: Character) -> Pieces {
        Pieces(rest: bytes, separator: separator.asciiValue ?? 0)
    }

    func starts(with other: Field) -> Bool {
        bytes.starts(with: other.bytes)
    }

    static func == (left: Field, right: Field) -> Bool {
        left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }
}

/// The pieces of a field between separators; of an empty field, none.
struct Pieces: Sequence, IteratorProtocol {
    fileprivate var rest: UnsafeBufferPointer<UInt8>
    fileprivate let separator: UInt8

    mutating func next() -> Field? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: separator) ?? rest.count
        let piece = UnsafeBufferPointer(rebasing: rest[..<end])
        rest = UnsafeBufferPointer(rebasing: rest[Swift.min(end + 1, rest.count)...])
        return Field(piece)
    }
}
