import Forecast

extension String {
    /// Cells on a terminal, by Unicode's East Asian Width (UAX #11), W and F.
    public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// Pads with spaces on the right, or cuts with `…`.
    public func padded(to width: Int) -> String {
        let cut = cut(to: width)
        return cut + String(repeating: " ", count: max(0, width - cut.displayWidth))
    }

    func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - displayWidth)) + self }

    func centered(to width: Int) -> String {
        let free = max(0, width - displayWidth)
        return String(repeating: " ", count: free / 2) + self + String(repeating: " ", count: free - free / 2)
    }

    /// Wraps between words; a longer word has a line of its own.
    public func wrapped(to width: Int) -> [String] { String.joined(split(separator: " ").map(String.init), separator: " ", to: width) }

    static func joined(_ parts: [String], separator: String, to width: Int) -> [String] {
        parts.reduce(into: []) { lines, part in
            if let line = lines.last, line.displayWidth + separator.displayWidth + part.displayWidth <= width {
                lines[lines.count - 1] += separator + part
            } else {
                lines.append(part)
            }
        }
    }

    /// Text without spaces at the end.
    public var withoutTrailingSpaces: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    func cut(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var kept = ""
        var cells = 0
        // A narrow letter after the first that does not fit would be out of place.
        for character in self {
            cells += character.displayWidth
            if cells >= width { break }
            kept.append(character)
        }
        return kept + "…"
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension Double { var wholeDegrees: String { "\(wholeNumber)°" } }

extension KoreanDate {
    /// `10/4`.
    public var monthAndDay: String {
        let (_, month, day) = civil
        return "\(month)/\(day)"
    }
}

extension ClosedRange<Date> {
    var clocks: String {
        let ends = [lowerBound, upperBound].map { KoreanTime($0).clock }
        return lowerBound == upperBound ? ends[0] : ends.joined(separator: "~")
    }
}

extension Theme {
    func symbol(night: Bool) -> String {
        switch self {
        case .clear: night ? "☾" : "☀"
        case .cloudy: "☁"
        case .rain: "☂"
        case .snow: "❄"
        }
    }
}

extension Probability? { var percent: String { map { "\($0.percent)%" } ?? "-" } }
