import CommandLineSupport
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Dispatch
import Forecast
import KMAForecast

/// What is known of standard output and standard error: terminals, pipes or files.
struct Terminal: Sendable {
    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool
    /// Whether standard error is a terminal.
    var isErrorTerminal: Bool
    /// Whether to colour standard output.
    var isColored: Bool
    /// Whether colours may be any of 16 million.
    var hasTrueColor: Bool
    /// Cells in a row; 80 where neither the terminal nor `COLUMNS` says.
    var columns: Int

    /// That of this process. Colour only on a terminal, and not where `NO_COLOR` (no-color.org) forbids it.
    static func current(_ environment: [String: String] = Settings.environment) -> Terminal {
        let isOutputTerminal = isatty(STDOUT_FILENO) == 1
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        let colors = environment["COLORTERM"] ?? ""
        return Terminal(
            isOutputTerminal: isOutputTerminal,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            isColored: isOutputTerminal && !isPlain,
            hasTrueColor: colors == "truecolor" || colors == "24bit",
            columns: columns(environment) ?? 80
        )
    }

    private static func columns(_ environment: [String: String]) -> Int? {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// What a rendering depends on: the language, and the terminal with its colours and its width.
struct Style: Sendable {
    var language: Language
    var terminal: Terminal

    /// The text in the language.
    func callAsFunction(_ korean: String, _ english: String) -> String {
        LocalizedText(korean, english)[language]
    }

    /// The colours of the terminal.
    var ansi: ANSIStyle { ANSIStyle(isColored: terminal.isColored, hasTrueColor: terminal.hasTrueColor) }

    /// Cells in a row of a table: at least 44, below which KMA's texts do not fit; at most 84, above which a row is
    /// hard to follow.
    var width: Int { min(max(terminal.columns, 44), 84) }
}

/// ANSI colours for texts on a terminal; a terminal without colour gets the texts as they are.
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

    /// A mark for the result of a check, green, yellow or red.
    func status(_ status: Check.Status) -> String {
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

    /// In a faint colour.
    func faint(_ text: String) -> String { paint(text, "2") }

    /// In bold.
    func bold(_ text: String) -> String { paint(text, "1") }

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

/// Shows on a terminal how many upstreams have answered, and which one last.
///
/// It is drawn only after 0.4 seconds, so that an answer from the cache comes without a flicker, and erased before
/// anything else is written. It is dropped where the terminal takes no bytes.
///
/// `@unchecked Sendable`: steps report from their own tasks; all that changes does so on the queue.
final class ProgressIndicator: @unchecked Sendable {
    private let title: String
    private let steps: Int
    private let isShown: Bool
    private let queue = DispatchQueue(label: "progress")
    private var finished: [String] = []
    private var isDrawn = false
    private var isOver = false

    init(_ title: String, steps: Int, isShown: Bool) {
        self.title = title
        self.steps = steps
        self.isShown = isShown
        guard isShown else { return }
        Task { [self] in
            // A sleep that is cancelled only draws earlier.
            try? await Task.sleep(for: .milliseconds(400))
            queue.sync { draw() }
        }
    }

    /// Counts a step, by its name.
    func finish(_ step: String) {
        queue.sync {
            finished.append(step)
            if isDrawn { draw() }
        }
    }

    /// Erases the line for good.
    func end() {
        queue.sync {
            isOver = true
            if isDrawn { StandardError.write(ProgressIndicator.erase, within: .zero) }
        }
    }

    private func draw() {
        guard isShown, !isOver else { return }
        isDrawn = true
        let last = finished.last.map { "  \($0)" } ?? ""
        StandardError.write(
            "\(ProgressIndicator.erase)\(title) \(finished.count)/\(steps)\(last)",
            within: .zero
        )
    }

    /// To the start of the line, and erase to its end.
    private static let erase = "\r\u{1B}[K"
}
