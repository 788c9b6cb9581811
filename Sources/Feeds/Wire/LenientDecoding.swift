#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A number that may come as a number, as text with a number in it, or not at all.
struct LenientNumber: Decodable {
    var value: Double?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else if let text = try? container.decode(String.self) {
            value = Double(text)
        }
        // KMA marks missing values with numbers at or beyond ±900 (-999, -998.9 …), which no real value here reaches.
        if let value, !(-900 < value && value < 900) { self.value = nil }
    }
}

/// A value that is `nil` where it cannot be decoded, so that the rest of the answer is still read.
struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws {
        // An undecodable value is what this type is for: it becomes missing.
        value = try? Value(from: decoder)
    }
}

/// Text, or a number that is meant as text, as in `"cod":200` and `"cod":"200"`.
struct LenientText: Decodable {
    var value: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else if let number = try? container.decode(Int.self) {
            value = String(number)
        }
    }
}

extension StringProtocol {
    /// The text on one line: each run of white space and control characters is one space, and characters that steer
    /// the direction of text are left out, so that it breaks no table and steers no terminal.
    var singleLine: String {
        if isPlainLine { return String(self) }
        return
            unicodeScalars
            .filter { $0.properties.generalCategory != .format }
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String(String.UnicodeScalarView($0)) }
            .joined(separator: " ")
    }

    /// Whether the text is printable ASCII and Hangul syllables with single spaces between words, as KMA's texts are:
    /// then there is nothing to remove, and looking up the properties of each character costs more than the decoding.
    private var isPlainLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: " "): if previous == byte { return false }
            // ASCII, the first bytes of Hangul syllables (U+AC00 to U+D7A3), and the bytes that follow them.
            case 0x21...0x7E, 0xEA...0xED, 0x80...0xBF: break
            default: return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }
}

/// An instant in seconds since 1970. One past the year 9999 is refused: it would not fit the calendar.
struct UnixTime: Decodable {
    var instant: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard (0..<253_402_300_800).contains(seconds) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time")
        }
        instant = Date(timeIntervalSince1970: seconds)
    }
}
