/// What stands in a text of JSON for one character: an escape, and the bytes of UTF-8 (RFC 8259).
extension [UInt8] {
    /// The character an escape stands for and where it ends; `nil` where it is none, or half of a pair of surrogates.
    func escape(at backslash: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        guard backslash + 1 < count else { return nil }
        let end = backslash + 2
        switch self[backslash + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (Unicode.Scalar(self[backslash + 1]), end)
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
        guard self[(start + 4)...].starts(with: "\\u".utf8), let trail = hexadecimal(at: start + 6),
            UTF16.isTrailSurrogate(trail)
        else { return nil }
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

    /// Where a character of two to four bytes ends; `nil` where the bytes are no UTF-8 (Unicode 16, table 3-7).
    func endOfScalar(at start: Int) -> Int? {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch self[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        let end = start + length
        guard end <= count, second.contains(self[start + 1]) else { return nil }
        for index in start + 2..<end where self[index] & 0xC0 != 0x80 { return nil }
        return end
    }
}
