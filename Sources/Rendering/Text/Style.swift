import Forecast
import KMAForecast

/// What a rendering depends on: the language, and the colours and the width of where it is read.
public struct Style: Sendable {
    /// The language of all texts.
    public var language: Language
    /// The colours.
    public var ansi: ANSIStyle
    /// Cells in a row, as the terminal has them.
    public var columns: Int

    /// A style from its parts.
    public init(language: Language, ansi: ANSIStyle, columns: Int) {
        self.language = language
        self.ansi = ansi
        self.columns = columns
    }

    /// The style of texts that are read elsewhere than on a terminal.
    init(plain language: Language, columns: Int = 80) {
        self.init(
            language: language,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: columns
        )
    }

    /// The text in the language.
    public func callAsFunction(_ korean: String, _ english: String) -> String {
        LocalizedText(korean, english)[language]
    }

    /// Cells in a row of a table: at least 36, a telephone's, below which a row of the week does not fit; at most 84,
    /// above which a row is hard to follow.
    public var width: Int { min(max(columns, 36), 84) }
}

/// ANSI colours for texts on a terminal; a terminal without colour gets the texts as they are.
public struct ANSIStyle: Sendable {
    /// Whether anything is coloured.
    public var isColored: Bool
    /// Whether the theme's own colours can be painted.
    public var hasTrueColor: Bool

    /// No colours, or those that a terminal has.
    public init(isColored: Bool, hasTrueColor: Bool) {
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
    }

    /// The terminal's own yellow, blue and cyan, so that they suit its background.
    func theme(_ theme: Theme?, _ text: String) -> String {
        switch theme {
        case .clear: paint(text, "33")
        case .rain: paint(text, "94")
        case .snow: paint(text, "96")
        case .cloudy, nil: text
        }
    }

    /// Sunday in red, Saturday in blue, as Korean calendars have it.
    func weekday(_ weekday: Int, _ text: String) -> String {
        switch weekday {
        case 0: paint(text, "31")
        case 6: paint(text, "34")
        default: text
        }
    }

    /// A mark for the result of a check, green, yellow or red.
    public func status(_ status: Check.Status) -> String {
        switch status {
        case .good: paint("✓", "32")
        case .warning: paint("!", "33")
        case .problem: paint("✗", "31")
        }
    }

    /// In the colour of a warning's level, the stronger the more severe.
    func level(_ level: WarningLevel, _ text: String) -> String {
        switch level {
        case .preliminary: paint(text, "36")
        case .advisory: paint(text, "33")
        case .warning: paint(text, "31")
        case .severe: paint(text, "1;35")
        }
    }

    /// In the colour of a grade of the air: blue, green, yellow and red, as 에어코리아 has them.
    func grade(_ grade: AirGrade?, _ text: String) -> String {
        switch grade {
        case .good: paint(text, "34")
        case .moderate: paint(text, "32")
        case .bad: paint(text, "33")
        case .veryBad: paint(text, "31")
        case nil: text
        }
    }

    /// In a faint colour.
    public func faint(_ text: String) -> String { paint(text, "2") }

    /// In bold.
    public func bold(_ text: String) -> String { paint(text, "1") }

    /// On the background of a theme; unchanged on a terminal with fewer than 16 million colours.
    func themeSelection(_ themeSelection: ThemeSelection, _ text: String) -> String {
        guard hasTrueColor else { return text }
        let palette = themeSelection.palette
        return paint(
            text,
            "38;2;\(ANSIStyle.channels(palette.text));48;2;\(ANSIStyle.channels(palette.start))"
        )
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// `#1565C0` as `21;101;192`.
    private static func channels(_ hexadecimal: String) -> String {
        let value = UInt32(hexadecimal.dropFirst(), radix: 16) ?? 0
        return "\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
    }
}
