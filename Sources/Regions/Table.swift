#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One line of an embedded table; a value is looked for only when asked.
struct Row {
    let line: Field

    /// The value in a column, counted from 0; empty past the last.
    subscript(column: Int) -> Field {
        var pieces = line.split(at: .comma)
        for _ in 0..<column { _ = pieces.next() }
        return pieces.next() ?? Field("")
    }

    /// The lines of a table below its header.
    static func all(of table: StaticString) -> some Sequence<Row> {
        Field(table).split(at: .newline).dropFirst().lazy.map(Row.init)
    }
}

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

    func split(at separator: UInt8) -> FieldSequence {
        FieldSequence(rest: bytes, separator: separator)
    }

    func starts(with other: Field) -> Bool {
        bytes.starts(with: other.bytes)
    }

    static func == (left: Field, right: Field) -> Bool {
        left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }
}

/// The pieces of a field between separators; of an empty field, none.
struct FieldSequence: Sequence, IteratorProtocol {
    fileprivate var rest: UnsafeBufferPointer<UInt8>
    fileprivate let separator: UInt8

    mutating func next() -> Field? {
        guard let start = rest.baseAddress, !rest.isEmpty else { return nil }
        // Most of a look-up is looking for line ends; the C library does it many bytes at a time.
        let found = memchr(start, Int32(separator), rest.count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(start)
        }
        let end = found ?? rest.count
        let piece = UnsafeBufferPointer(rebasing: rest[..<end])
        rest = UnsafeBufferPointer(rebasing: rest[Swift.min(end + 1, rest.count)...])
        return Field(piece)
    }

    /// What no piece has been taken of.
    var remainder: Field { Field(rest) }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let space = UInt8(ascii: " ")
}
