/// A key of an upstream service. It is written into URLs only: printing it shows dots.
public struct ServiceKey: Sendable, Hashable {
    /// The key itself, without any percent-encoding.
    package let plain: String
    /// How many times it was percent-encoded as given: 0 for data.go.kr's "Decoding" spelling, 1 for its
    /// "Encoding" spelling, more when someone encoded that again.
    public let encodings: Int

    /// A key in either spelling the portal shows; `nil` where nothing is left after trimming.
    ///
    /// Keys are base64 or letters and digits and never hold a `%`, so decoding until none is left is safe.
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
    /// Whether there is white space inside, which no key has; a `+` that went through a form turns into it.
    public var holdsSpace: Bool { plain.contains(where: \.isWhitespace) }
}

extension ServiceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Dots.
    public var description: String { "••••" }
    /// Dots.
    public var debugDescription: String { description }
    /// Nothing inside, so that `dump` shows dots as well.
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
}
