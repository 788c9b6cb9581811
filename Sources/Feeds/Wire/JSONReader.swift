/// Reader of JSON from front to back, strict in the document (RFC 8259), lenient in a field: a number may be a text, another kind is `null`.
/// As with `JSONDecoder`, which takes ten times as long, the first of repeated keys counts, and a comma may follow the last value.
struct JSONReader {
    static let maximumDepth = 512

    /// Loops copy it: without optimization each use of a property retains it.
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var index: Int
    private var depth = 0
    /// Makes all read as missing after a fault, so that only ``read(_:_:)`` checks.
    private var isMalformed = false
    private var readKeys: [ShortText] = []

    /// `nil` if nothing is found, or the document is no JSON or too deep.
    static func read<Value>(_ body: [UInt8], depth: Int = maximumDepth, _ value: (inout JSONReader) -> Value?) -> Value? {
        var json = JSONReader(body, depth)
        let value = value(&json)
        _ = json.peek()
        return json.index == body.count && !json.isMalformed ? value : nil
    }

    /// Reads an upstream's answer: padding around it and markup behind it, as proxies add them, are none of it; two documents are a fault.
    static func read<Value>(answer body: [UInt8], _ value: (inout JSONReader) -> Value?) throws(FeedError) -> Value? {
        var json = JSONReader(body, maximumDepth)
        json.index = body.firstIndex { !$0.isPadding } ?? body.count
        let value = value(&json)
        guard let next = body[json.index...].first(where: { !$0.isPadding }) else { return json.isMalformed ? nil : value }
        if "{[".utf8.contains(next) { throw FeedError(.malformedResponse, "JSON, JSON") }
        return next == UInt8(ascii: "<") ? value : nil
    }

    private init(_ body: [UInt8], _ depthLimit: Int) {
        bytes = body
        self.depthLimit = depthLimit
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}

extension JSONReader {
    /// Skips values the closure leaves; false for another kind.
    @discardableResult mutating func object(_ field: (inout JSONReader, _ key: ShortText) -> Void) -> Bool {
        guard peek() == UInt8(ascii: "{") else {
            skip()
            return false
        }
        let outer = readKeys.count
        var seen: UInt64 = 0
        members(until: UInt8(ascii: "}")) { json in
            guard let key = json.name() else { return }
            let start = json.index
            // Most names have a bit of their own, so few are compared.
            if seen & key.bit == 0 || !json.hasRead(key, since: outer) { field(&json, key) }
            seen |= key.bit
            if json.index == start { json.skip() } else { json.readKeys.append(key) }
        }
        readKeys.removeLast(readKeys.count - outer)
        return true
    }

    @discardableResult mutating func array(_ element: (inout JSONReader) -> Void) -> Bool {
        guard peek() == UInt8(ascii: "[") else {
            skip()
            return false
        }
        members(until: UInt8(ascii: "]")) { json in
            _ = json.peek()
            let start = json.index
            element(&json)
            if json.index == start { json.skip() }
        }
        return true
    }

    mutating func null() -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        word("null")
        return true
    }

    mutating func isObject() -> Bool { peek() == UInt8(ascii: "{") }

    mutating func isText() -> Bool { peek() == UInt8(ascii: "\"") }

    mutating func number() -> Double? {
        if let numeral = numeral() { return double(numeral) }
        guard let contents = string() else { return nil }
        let number = contents.hasEscapes ? nil : Double(decimal: bytes[contents.range])
        return number ?? Double(decimal: decoded(contents).singleLine.utf8)
    }

    /// Exact beyond 2^53.
    mutating func integer() -> Int? {
        if let numeral = numeral() { return integer(numeral) }
        return string().flatMap { Int(decoded($0).singleLine) }
    }

    mutating func text() -> String? {
        // `map(decoded)` would copy the reader for each text.
        guard let numeral = numeral() else { return string().map { decoded($0) } }
        return integer(numeral).map { "\($0)" } ?? double(numeral).map { "\($0)" }
    }

    mutating func line() -> String? { text()?.singleLine }

    mutating func code() -> ShortText? {
        guard peek() == UInt8(ascii: "\"") else { return text().map { ShortText($0.utf8) } }
        // Packed while skipped, if ASCII without escapes.
        let bytes = bytes
        var short = ShortText.Builder()
        var end = index + 1
        while end + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: end, as: UInt64.self) })
            let count = word.plainBytes
            short.append(word, count)
            end += count
            if count < 8 { break }
        }
        while end < bytes.count, bytes[end].isPlain {
            short.append(bytes[end])
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return string().map { ShortText(decoded($0).utf8) } }
        index = end + 1
        return short.text
    }

    mutating func skip() {
        switch peek() {
        case UInt8(ascii: "\""): _ = string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = numeral()
        case UInt8(ascii: "{"): members(until: UInt8(ascii: "}")) { if $0.name() != nil { $0.skip() } }
        case UInt8(ascii: "["): members(until: UInt8(ascii: "]")) { $0.skip() }
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: fail()
        }
    }

    mutating func fail() {
        isMalformed = true
        index = bytes.count
    }

    @inline(__always) mutating func peek() -> UInt8 {
        let bytes = bytes
        while index < bytes.count {
            let byte = bytes[index]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return 0
    }

    @inline(__always) mutating func members(until close: UInt8, _ member: (inout JSONReader) -> Void) {
        guard depth < depthLimit else { return fail() }
        depth += 1
        index += 1
        while peek() != close {
            member(&self)
            switch peek() {
            case UInt8(ascii: ","): index += 1
            case close: break
            default: return fail()
            }
        }
        index += 1
        depth -= 1
    }

    private mutating func name() -> ShortText? {
        if peek() == UInt8(ascii: "\""), let name = code(), colon() { return name }
        fail()
        return nil
    }

    mutating func colon() -> Bool {
        guard peek() == UInt8(ascii: ":") else { return false }
        index += 1
        _ = peek()
        return true
    }

    private func hasRead(_ key: ShortText, since start: Int) -> Bool {
        var index = start
        while index < readKeys.count {
            if readKeys[index] == key { return true }
            index += 1
        }
        return false
    }

    mutating func word(_ word: String) {
        guard bytes[index...].starts(with: word.utf8) else { return fail() }
        index += word.utf8.count
    }

    struct Numeral {
        fileprivate var range: Range<Int>
        var isWhole: Bool
    }

    mutating func numeral() -> Numeral? {
        let first = peek()
        guard first == UInt8(ascii: "-") || first.isDigit else { return nil }
        let start = index
        let digits = first == UInt8(ascii: "-") ? start + 1 : start
        var end = endOfDigits(from: digits)
        guard end > digits, end == digits + 1 || bytes[digits] != UInt8(ascii: "0") else {
            fail()
            return nil
        }
        let wholeEnd = end
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            let fraction = end + 1
            end = endOfDigits(from: fraction)
            if end == fraction { fail() }
        }
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            var exponent = end + 1
            if exponent < bytes.count, bytes[exponent] == UInt8(ascii: "+") || bytes[exponent] == UInt8(ascii: "-") { exponent += 1 }
            end = endOfDigits(from: exponent)
            if end == exponent { fail() }
        }
        if isMalformed { return nil }
        index = end
        return Numeral(range: start..<end, isWhole: end == wholeEnd)
    }

    private func endOfDigits(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        return end
    }

    /// `nil` beyond `Double`: `1e999`, and `1e-999`, which is not 0.
    func double(_ numeral: Numeral) -> Double? {
        let text = bytes[numeral.range]
        guard let number = Double(decimal: text) else { return nil }
        if number != 0 { return number }
        let significand = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return significand.contains { UInt8(ascii: "1") <= $0 && $0.isDigit } ? nil : number
    }

    func integer(_ numeral: Numeral) -> Int? {
        if numeral.isWhole { return whole(numeral.range) }
        let text = bytes[numeral.range]
        guard let number = double(numeral), let integer = Int(exactly: number) else { return nil }
        return number.magnitude < 0x1p53 ? integer : Int(digitsOf: text)
    }

    private func whole(_ range: Range<Int>) -> Int? {
        guard range.count <= 18 else { return Int(String(decoding: bytes[range], as: UTF8.self)) }
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        var index = isNegative ? range.lowerBound + 1 : range.lowerBound
        var number = 0
        while index < range.upperBound {
            number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        return isNegative ? -number : number
    }

    private struct Contents {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    private mutating func string() -> Contents? {
        guard peek() == UInt8(ascii: "\"") else {
            if !isMalformed { skip() }
            return nil
        }
        let bytes = bytes
        let start = index + 1
        var end = start
        var hasEscapes = false
        while end < bytes.count {
            while end < bytes.count, bytes[end].isPlain { end += 1 }
            guard end < bytes.count else { break }
            switch bytes[end] {
            case UInt8(ascii: "\""):
                index = end + 1
                return Contents(range: start..<end, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                end = bytes.escape(at: end)?.end ?? bytes.count
            case 0..<0x20: end = bytes.count
            default: end = bytes.endOfScalar(at: end) ?? bytes.count
            }
        }
        fail()
        return nil
    }

    private func decoded(_ contents: Contents) -> String {
        contents.hasEscapes ? unescaped(contents.range) : String(decoding: bytes[contents.range], as: UTF8.self)
    }

    private func unescaped(_ range: Range<Int>) -> String {
        var text = ""
        var start = range.lowerBound
        while let backslash = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\\")), let escape = bytes.escape(at: backslash) {
            text += String(decoding: bytes[start..<backslash], as: UTF8.self)
            text.unicodeScalars.append(escape.scalar)
            start = escape.end
        }
        return text + String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
    }
}
