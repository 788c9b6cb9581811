extension Double {
    /// The number with at most so many decimals, none of them a trailing zero: `30`, `30.5`, `-0.3`, never `-0`.
    func plain(_ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = (self * Double(scale)).whole
        let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: scale)
        var text = scaled < 0 ? "-\(whole)" : "\(whole)"
        guard rest != 0 else { return text }
        let digits = String(scale + rest).dropFirst()
        text += "."
        text += digits[...(digits.lastIndex { $0 != "0" } ?? digits.startIndex)]
        return text
    }

    /// The nearest whole number.
    var whole: Int { Int(rounded()) }
}
