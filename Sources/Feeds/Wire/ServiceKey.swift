/// Key of an upstream service, written into URLs alone; printing shows dots.
public struct ServiceKey: Sendable, Hashable {
    package let plain: String
    /// Percent-encodings as given: 0 for data.go.kr's "Decoding" spelling, 1 for "Encoding".
    public let encodings: Int

    /// Reads either spelling; `nil` if empty. Keys hold no `%`, so all encodings can be undone.
    public init?(_ given: String) {
        var key = given.trimmingWhitespaceAndQuotes
        var encodings = 0
        while key.utf8.contains(UInt8(ascii: "%")), let decoded = key.percentDecoded, decoded != key {
            key = decoded
            encodings += 1
        }
        guard !key.isEmpty else { return nil }
        plain = key
        self.encodings = encodings
    }
}

extension ServiceKey {
    /// True for a space inside, which a form makes of `+`.
    public var holdsSpace: Bool { plain.contains(where: \.isWhitespace) }
}

extension ServiceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Dots.
    public var description: String { "••••" }
    /// Dots.
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows dots as well.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    fileprivate var trimmingWhitespaceAndQuotes: String {
        var rest = self[...]
        func isTrimmed(_ character: Character?) -> Bool {
            guard let character else { return false }
            return character.isWhitespace || character == "\"" || character == "'" || character == "\u{FEFF}"
        }
        while isTrimmed(rest.first) { rest.removeFirst() }
        while isTrimmed(rest.last) { rest.removeLast() }
        return String(rest)
    }

    /// `URLComponents` leaves `+`, a space to data.go.kr; half the keys hold one.
    package var percentEncoded: String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                let hexadecimal = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// `nil` for other digits than hexadecimal, and for no UTF-8.
    package var percentDecoded: String? {
        var decoded: [UInt8] = []
        var bytes = Array(utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.popFirst()?.hexadecimalValue, let low = bytes.popFirst()?.hexadecimalValue else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}

extension UInt8 { fileprivate var hexadecimalValue: UInt8? { Character(UnicodeScalar(self)).hexDigitValue.map(UInt8.init) } }
