import CLibrary

struct Row {
    let line: Field

    subscript(column: Int) -> Field {
        var values = line.split(at: .comma)
        var index = 0
        while index < column, values.next() != nil { index += 1 }
        return values.next() ?? Field("")
    }

    static func all(of table: StaticString) -> some Sequence<Row> { Field(table).split(at: .newline).dropFirst().lazy.map(Row.init) }
}

/// View of an embedded table, row, or value, without a copy.
struct Field: Hashable, @unchecked Sendable {
    // Unchecked: the pointer leads into the program, where nobody writes.
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }
    init(_ text: StaticString) { bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) }
    var isEmpty: Bool { bytes.isEmpty }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    var integer: Int { bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 } }

    /// Digits and divisor are exact below 2⁵³ (10²²), so one division rounds right.
    var decimal: Double {
        var (sign, digits, divisor, isFraction) = (1.0, 0.0, 1.0, false)
        for byte in bytes {
            if byte == UInt8(ascii: "-") {
                sign = -1
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                digits = digits * 10 + Double(byte - 0x30)
                if isFraction { divisor *= 10 }
            }
        }
        return sign * digits / divisor
    }

    func split(at separator: UInt8) -> FieldSequence { FieldSequence(rest: bytes, separator: separator) }
    func starts(with other: Field) -> Bool { bytes.count >= other.bytes.count && isEqual(bytes, other.bytes, count: other.bytes.count) }

    static func == (left: Field, right: Field) -> Bool {
        left.bytes.count == right.bytes.count && isEqual(left.bytes, right.bytes, count: left.bytes.count)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}

extension String {
    func withField<Result>(_ body: (Field) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(Field($0)) }
    }
}

private func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, count: Int) -> Bool {
    guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return count == 0 }
    return memcmp(left, right, count) == 0
}

struct FieldSequence: Sequence, IteratorProtocol {
    fileprivate var rest: UnsafeBufferPointer<UInt8>
    fileprivate let separator: UInt8

    mutating func next() -> Field? {
        guard let start = rest.baseAddress, !rest.isEmpty else { return nil }
        // memchr compares many bytes at once; a search spends most time on line ends.
        guard let found = memchr(start, Int32(separator), rest.count) else {
            defer { rest = rest.dropping(rest.count) }
            return Field(rest)
        }
        let count = UnsafeRawPointer(found) - UnsafeRawPointer(start)
        rest = rest.dropping(count + 1)
        return Field(UnsafeBufferPointer(start: start, count: count))
    }

    var remainder: Field { Field(rest) }
}

extension UnsafeBufferPointer<UInt8> {
    /// A slice is generic, and took half the time of a search in debug builds.
    func dropping(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        guard let start = baseAddress, count < self.count else { return UnsafeBufferPointer(start: baseAddress, count: 0) }
        return UnsafeBufferPointer(start: start + count, count: self.count - count)
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let space = UInt8(ascii: " ")
}
