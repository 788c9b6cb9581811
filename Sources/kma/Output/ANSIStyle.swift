import CommandLineSupport
import Forecast
import KMAForecast

/// Colours for words on a terminal; without colour every word stays as it is.
struct ANSIStyle: Sendable {
    /// Whether anything is coloured.
    var isColored: Bool
    /// Whether the theme's own colours can be painted.
    var hasTrueColor: Bool

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

    /// A mark for how something was found, green, yellow or red.
    func status(_ status: Check.Status) -> String {
        switch status {
        case .good: paint("✓", "32")
        case .warning: paint("!", "33")
        case .problem: paint("✗", "31")
        }
    }

    /// Of lesser weight.
    func faint(_ text: String) -> String { paint(text, "2") }

    /// Of greater weight.
    func bold(_ text: String) -> String { paint(text, "1") }

    /// On the colour of a background; left as it is where the terminal has too few colours for it.
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
