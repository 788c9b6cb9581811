/// JSON value in linear time: `JSONDecoder` takes cubic time in the depth of arrays.
package enum JSONValue: Sendable, Hashable {
    case null
    case truth(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init?(_ document: [UInt8], depth: Int) {
        guard let value = JSONReader.read(document, depth: depth, { json in json.value() }) else { return nil }
        self = value
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    package init?(numeral text: String) {
        guard let value = JSONValue(Array(text.utf8), depth: 0), value.number != nil else { return nil }
        self = value
    }

    package var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONReader {
    /// A number outside of `Double` is a fault.
    fileprivate mutating func value() -> JSONValue {
        switch peek() {
        case UInt8(ascii: "\""): return .text(text() ?? "")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let numeral = numeral() else { return .null }
            if numeral.isWhole, let number = integer(numeral) { return .integer(number) }
            guard let number = double(numeral) else {
                fail()
                return .null
            }
            return Int(exactly: number).flatMap { number.magnitude < 0x1p53 ? .integer($0) : nil } ?? .number(number)
        case UInt8(ascii: "{"):
            var object: [String: JSONValue] = [:]
            members(until: UInt8(ascii: "}")) { json in
                guard json.peek() == UInt8(ascii: "\""), let name = json.text(), json.colon() else { return json.fail() }
                let value = json.value()
                if object[name] == nil { object[name] = value }
            }
            return .object(object)
        case UInt8(ascii: "["):
            var array: [JSONValue] = []
            members(until: UInt8(ascii: "]")) { json in array.append(json.value()) }
            return .array(array)
        case UInt8(ascii: "t"):
            word("true")
            return .truth(true)
        case UInt8(ascii: "f"):
            word("false")
            return .truth(false)
        case UInt8(ascii: "n"):
            word("null")
            return .null
        default:
            fail()
            return .null
        }
    }
}

extension [UInt8] {
    func escape(at backslash: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        guard backslash + 1 < count else { return nil }
        let end = backslash + 2
        switch self[backslash + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(self[backslash + 1]), end)
        case UInt8(ascii: "b"): return ("\u{8}", end)
        case UInt8(ascii: "f"): return ("\u{C}", end)
        case UInt8(ascii: "n"): return ("\n", end)
        case UInt8(ascii: "r"): return ("\r", end)
        case UInt8(ascii: "t"): return ("\t", end)
        case UInt8(ascii: "u"): return unicodeEscape(at: end)
        default: return nil
        }
    }

    private func unicodeEscape(at start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        guard let unit = hexadecimal(at: start) else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit).map { ($0, start + 4) } }
        guard self[(start + 4)...].starts(with: "\\u".utf8), let trail = hexadecimal(at: start + 6), UTF16.isTrailSurrogate(trail) else { return nil }
        return (UTF16.decode(UTF16.EncodedScalar([unit, trail])), start + 10)
    }

    private func hexadecimal(at start: Int) -> UInt16? {
        guard start + 4 <= count else { return nil }
        var unit: UInt16 = 0
        for byte in self[start..<start + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    func endOfScalar(at start: Int) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = self[start...].makeIterator()
        guard case .valid(let scalar) = parser.parseScalar(from: &bytes) else { return nil }
        return start + scalar.count
    }
}
