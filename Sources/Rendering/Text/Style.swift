import Forecast

/// Language, colours and width of a rendering.
public struct Style: Sendable {
    /// Language of all texts.
    public var language: Language
    /// Colours of the terminal.
    public var ansi: ANSIStyle
    /// Cells of a row.
    public var columns: Int

    /// Creates a style.
    public init(language: Language, ansi: ANSIStyle, columns: Int) { (self.language, self.ansi, self.columns) = (language, ansi, columns) }

    package init(plain language: Language, columns: Int = 80) {
        self.init(language: language, ansi: ANSIStyle(isColored: false, hasTrueColor: false), columns: columns)
    }

    /// Text in the language.
    public func callAsFunction(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[language] }

    /// Cells of a table, 36 (a telephone) to 84 (easy to follow).
    public var width: Int { min(max(columns, 36), 84) }
}

/// ANSI colours; without colour texts stay as they are.
public struct ANSIStyle: Sendable {
    /// True for coloured texts.
    public var isColored: Bool
    /// True if the theme's own colours can be painted.
    public var hasTrueColor: Bool

    /// Creates the colours of a terminal.
    public init(isColored: Bool, hasTrueColor: Bool) { (self.isColored, self.hasTrueColor) = (isColored, hasTrueColor) }

    /// Yellow, blue and cyan suit the terminal's background.
    func theme(_ theme: Theme?, _ text: String) -> String {
        switch theme {
        case .clear: paint(text, "33")
        case .rain: paint(text, "94")
        case .snow: paint(text, "96")
        case .cloudy, nil: text
        }
    }

    /// Sunday red, Saturday blue, as in Korean calendars.
    func weekday(_ weekday: Int, _ text: String) -> String {
        switch weekday {
        case 0: paint(text, "31")
        case 6: paint(text, "34")
        default: text
        }
    }

    /// Mark of a check's result, green, yellow or red.
    public func status(_ status: Check.Status) -> String {
        switch status {
        case .good: paint("✓", "32")
        case .warning: paint("!", "33")
        case .problem: paint("✗", "31")
        }
    }

    func level(_ level: WarningLevel, _ text: String) -> String {
        switch level {
        case .preliminary: paint(text, "36")
        case .advisory: paint(text, "33")
        case .warning: paint(text, "31")
        case .severe: paint(text, "1;35")
        }
    }

    func grade(_ grade: AirGrade?, _ text: String) -> String {
        switch grade {
        case .good: paint(text, "34")
        case .moderate: paint(text, "32")
        case .bad: paint(text, "33")
        case .veryBad: paint(text, "31")
        case nil: text
        }
    }

    /// Text in a faint colour.
    public func faint(_ text: String) -> String { paint(text, "2") }

    /// Text in bold.
    public func bold(_ text: String) -> String { paint(text, "1") }

    func themeSelection(_ themeSelection: ThemeSelection, _ text: String) -> String {
        guard hasTrueColor else { return text }
        let palette = themeSelection.palette
        return paint(text, "38;2;\(ANSIStyle.channels(palette.text));48;2;\(ANSIStyle.channels(palette.start))")
    }

    private func paint(_ text: String, _ code: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

    private static func channels(_ hexadecimal: String) -> String {
        let value = UInt32(hexadecimal.dropFirst(), radix: 16) ?? 0
        return "\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
    }
}
