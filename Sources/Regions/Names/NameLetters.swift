/// The letters of a name as it stands in a table, in the form of ``Query/letters``: marks between words skipped,
/// Latin in lower case.
struct NameLetters: Sequence, IteratorProtocol {
    private var rest: UnsafeBufferPointer<UInt8>
    private let skipsNumbers: Bool

    init(_ name: Field, skippingNumbers: Bool = false) {
        rest = name.bytes
        skipsNumbers = skippingNumbers
    }

    /// Whether only the word for the kind of area is left: 시, 군, 구, 읍, 면, 동, or `-si` and the like.
    var isBeforeSuffix: Bool {
        if rest.first == UInt8(ascii: "-") { return true }
        guard rest.count == 3 else { return false }
        return "시군구읍면동".unicodeScalars.contains { $0 == decode() }
    }

    mutating func next() -> Unicode.Scalar? {
        while let first = rest.first {
            let scalar = decode()
            drop(first < 0x80 ? 1 : first < 0xE0 ? 2 : 3)
            if skipsNumbers { drop(Field(rest).leadingNumberLength) }
            if let letter = Query.letter(scalar) { return letter }
        }
        return nil
    }

    private mutating func drop(_ count: Int) {
        rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
    }

    /// The scalar that stands first. Tables hold nothing beyond three bytes of UTF-8.
    private func decode() -> Unicode.Scalar {
        let first = UInt32(rest[0])
        let value: UInt32 =
            switch first {
            case ..<0x80: first
            case ..<0xE0: (first & 0x1F) << 6 | UInt32(rest[1] & 0x3F)
            default: (first & 0x0F) << 12 | UInt32(rest[1] & 0x3F) << 6 | UInt32(rest[2] & 0x3F)
            }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
