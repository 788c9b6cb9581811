extension Double {
    /// Fifteen digits and their powers of ten are exact, so one division rounds right (Clinger, "How to Read Floating Point Numbers Accurately").
    init?(decimal utf8: some Collection<UInt8>) {
        var significand = 0
        var digits = 0
        var pointAt: Int?
        var isSimple = true
        for byte in utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8.dropFirst(0) {
            switch byte {
            case _ where byte.isDigit && digits < 15:
                significand = significand * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: ".") where pointAt == nil && digits > 0: pointAt = digits
            default: isSimple = false
            }
            if !isSimple { break }
        }
        if isSimple, digits > pointAt ?? 0 {
            let magnitude = Double(significand) / powersOfTen[digits - (pointAt ?? digits)]
            self = utf8.first == UInt8(ascii: "-") ? -magnitude : magnitude
        } else {
            // `Double` also reads `0x12` and `nan`.
            guard utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) else { return nil }
            guard let number = Double(String(decoding: utf8, as: UTF8.self)), number.isFinite else { return nil }
            self = number
        }
    }
}

extension Int {
    /// Whole number below 10^20, exactly.
    init?(digitsOf number: ArraySlice<UInt8>) {
        let parts = number.split { $0 | 0x20 == UInt8(ascii: "e") }
        let significand = parts[0].split(separator: UInt8(ascii: "."))
        let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        let shift = exponent - (significand.count > 1 ? significand[1].count : 0)
        var digits = Array(significand.joined())
        if shift < 0 {
            guard digits.suffix(-shift).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
            digits.removeLast(-shift)
        } else {
            digits += Array(repeating: UInt8(ascii: "0"), count: shift)
        }
        self.init(String(decoding: digits, as: UTF8.self))
    }
}

extension UInt8 {
    /// 0 to 9, by numbers: without optimization a pattern takes ten times as long.
    var isDigit: Bool { 0x30 <= self && self <= 0x39 }

    /// White space, a byte order mark or NUL, of which an answer may have any number around it.
    var isPadding: Bool { [0x00, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }

    var isPlain: Bool { 0x20 <= self && self < 0x80 && self != 0x22 && self != 0x5C }
}

extension UInt64 {
    /// Leading plain bytes: a byte below n sets its highest bit if n is subtracted (Bit Twiddling Hacks, "word has a byte less than n").
    var plainBytes: Int {
        let low: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        let quote = self ^ low &* UInt64(UInt8(ascii: "\""))
        let backslash = self ^ low &* UInt64(UInt8(ascii: "\\"))
        let control = (self &- low &* 0x20) & ~self
        let found = self | control | (quote &- low) & ~quote | (backslash &- low) & ~backslash
        return (found & high).trailingZeroBitCount / 8
    }
}

extension JSONReader {
    /// Null, blank and `-` are missing; other texts set `isUnreadable`.
    mutating func number(orUnreadable isUnreadable: inout Bool) -> Double? {
        if null() { return nil }
        guard isText() else {
            let number = number()
            isUnreadable = isUnreadable || number == nil
            return number
        }
        guard let text = line(), !["", "-"].contains(text) else { return nil }
        let number = Double(decimal: text.utf8)
        isUnreadable = isUnreadable || number == nil
        return number
    }
}

extension Sequence {
    /// Value of all elements that have one; `nil` if they contradict each other.
    func agreed<Value: Equatable>(_ value: (Element) -> Value?) -> Value? {
        var agreed: Value?
        for element in self {
            guard let next = value(element) else { continue }
            if let agreed, agreed != next { return nil }
            agreed = next
        }
        return agreed
    }
}

private let powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

extension StringProtocol {
    /// One line without control characters and direction marks, which would break tables and terminals.
    package var singleLine: String {
        if isPlainLine { return String(self) }
        return unicodeScalars.filter { $0.properties.generalCategory != .format }.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// Printable ASCII and Hangul with single spaces; cheaper than character properties.
    private var isPlainLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: " "): if previous == byte { return false }
            // ASCII, first bytes of Hangul syllables (U+AC00 to U+D7A3), and bytes that follow them.
            case 0x21...0x7E, 0xEA...0xED, 0x80...0xBF: break
            default: return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }
}
