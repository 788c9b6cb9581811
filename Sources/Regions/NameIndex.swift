/// Rows by two letters of a name, so that a search compares dozens, not thousands.
struct NameIndex: Sendable {
    private var names: [UInt64] = []

    /// Latin names or all others; by word, if each may stand alone.
    init(_ table: StaticString, columns: ClosedRange<Int>, isLatin: Bool, isByWord: Bool = false) {
        names.reserveCapacity(6000)
        for row in Row.all(of: table) {
            let offset = UInt64(row.offset(in: table)) << 32
            var values = row.line.split(at: .comma)
            for column in 0...columns.upperBound {
                guard let value = values.next(), column >= columns.lowerBound else { continue }
                for name in value.split(at: .semicolon) {
                    let words = isByWord ? Array(name.split(at: .space)) : [name]
                    for word in words where isLatin == word.isLatin {
                        guard let beginning = NameIndex.beginning(of: NameLetters(word)) else { continue }
                        names.append(offset | UInt64(beginning))
                    }
                }
            }
        }
    }

    /// Offsets of rows, of which one may stand twice.
    func offsets(of texts: some Sequence<some Sequence<Unicode.Scalar>>, isPartial: Bool = false) -> [Int] {
        var offsets: [Int] = []
        guard !isPartial else {
            for text in texts { add(completing: text, to: &offsets) }
            return offsets
        }
        for text in texts.compactMap({ NameIndex.beginning(of: $0) }) {
            // 중2 has one letter, and is 중2동.
            let compared: UInt32 = text & 0xFFFF == 0 ? 0xFFFF_0000 : 0xFFFF_FFFF
            names.withUnsafeBufferPointer { names in
                for index in 0..<names.count {
                    let name = names[index]
                    if UInt32(truncatingIfNeeded: name) & compared == text { offsets.append(Int(name >> 32)) }
                }
            }
        }
        return offsets
    }

    private func add(completing text: some Sequence<Unicode.Scalar>, to offsets: inout [Int]) {
        let letters = text.filter { !("0"..."9" ~= $0) }.prefix(2).map(Hangul.completions)
        let any = UInt32.min...UInt32.max
        let (first, second) = (letters.first ?? any, letters.count > 1 ? letters[1] : any)
        for name in names {
            let beginning = UInt32(truncatingIfNeeded: name)
            if first.contains(beginning >> 16), second.contains(beginning & 0xFFFF) { offsets.append(Int(name >> 32)) }
        }
    }

    /// First letters without digits, as 우1동 is also 우동; letters beyond U+FFFF share a number.
    private static func beginning(of text: some Sequence<Unicode.Scalar>) -> UInt32? {
        var first: UInt32?
        for letter in text where !("0"..."9" ~= letter) {
            if let first { return first | letter.value & 0xFFFF }
            first = letter.value << 16
        }
        return first
    }
}

extension Row { func offset(in table: StaticString) -> Int { line.bytes.baseAddress.map { $0 - table.utf8Start } ?? 0 } }

protocol NamedRow {
    static var table: StaticString { get }
    static var names: NameIndex { get }
    static var latinNames: NameIndex { get }

    init(row: Row)
}

extension NamedRow {
    static var all: some Sequence<Self> { Row.all(of: table).lazy.map { Self(row: $0) } }

    static func rows(at offsets: [Int]) -> [Self] {
        let bytes = Field(table).bytes
        let offsets = offsets.sorted()
        return offsets.indices.compactMap { index in
            let offset = offsets[index]
            guard index == 0 || offsets[index - 1] != offset else { return nil }
            var lines = Field(UnsafeBufferPointer(rebasing: bytes[offset...])).split(at: .newline)
            return lines.next().map { Self(row: Row(line: $0)) }
        }
    }
}

extension Field {
    /// The first letter of 63빌딩 is 빌.
    fileprivate var isLatin: Bool {
        let letter = bytes.first { $0 >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }
        return letter.map { $0 < 0x80 } ?? true
    }
}
