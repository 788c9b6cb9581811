import Foundation

@testable import Feeds

// What JSONDecoder says of single values, as lenient as the feeds are. Numbers go around what Foundation gets wrong: it
// takes `0e1` for no Double, and `1e-999` for the Int 0.

/// A number, or a text with a number in it.
struct CodableNumber: Decodable {
    var value: Double?
    /// True if it is no number, and neither a blank text nor `-`.
    var isUnreadable: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try? container.decode(String.self)
        value = container.number ?? text.flatMap { Double($0) }
        if let number = value, !number.isFinite { value = nil }
        isUnreadable = value == nil && text.map { ["", "-"].contains($0.singleLine) } != true
    }
}

/// A whole number, or a text with one in it.
struct CodableInteger: Decodable {
    var value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.integer ?? (try? container.decode(String.self)).flatMap { Int($0) }
    }
}

/// A text, or the digits of a number.
struct CodableText: Decodable {
    var value: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value =
            (try? container.decode(String.self))
            ?? container.integer.map { "\($0)" } ?? container.number.map { "\($0)" }
    }
}

/// A value that is `nil` where it cannot be decoded.
struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension SingleValueDecodingContainer {
    fileprivate var number: Double? {
        if let number = try? decode(Double.self) { return number }
        return (try? decode(Decimal.self)) == 0 ? 0 : nil
    }

    /// Foundation cuts the fraction off beyond 2^53.
    fileprivate var integer: Int? {
        guard let number, let integer = try? decode(Int.self) else { return nil }
        return number.magnitude < 0x1p53 || (try? decode(Decimal.self)) == Decimal(integer) ? integer : nil
    }
}

extension HTTPAnswer {
    /// The body as JSONDecoder takes it.
    var data: Data { Data(body) }
}

/// A whole document, each of whose values is decoded: JSONDecoder alone does not look at what nobody asks for.
struct CodableDocument: Decodable {
    /// Whether the body is a document to JSONDecoder. It is asked for each of repeated keys under a name of its own.
    static func isDocument(_ body: Data) -> Bool {
        let decoder = JSONDecoder()
        let names = Names()
        decoder.keyDecodingStrategy = .custom { _ in names.next() }
        return (try? decoder.decode(CodableDocument.self, from: body)) != nil
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { return }
        do {
            let fields = try decoder.container(keyedBy: Name.self)
            for key in fields.allKeys { _ = try fields.decode(CodableDocument.self, forKey: key) }
            return
        } catch DecodingError.typeMismatch {}
        do {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd { _ = try list.decode(CodableDocument.self) }
            return
        } catch DecodingError.typeMismatch {}
        do {
            _ = try value.decode(String.self)
            return
        } catch DecodingError.typeMismatch {}
        do {
            _ = try value.decode(Double.self)
        } catch DecodingError.typeMismatch {
            _ = try value.decode(Bool.self)
        } catch  where "\(error)".hasPrefix("numberIsNotRepresentableInSwift") {
            // Well-formed, and beyond a Double.
        }
    }

    private final class Names: @unchecked Sendable {
        // Used by one decoder on one thread.
        private var count = 0

        func next() -> Name {
            count += 1
            return Name(stringValue: "\(count)")
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}
