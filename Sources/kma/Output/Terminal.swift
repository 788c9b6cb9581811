import CommandLineSupport
import Forecast
import Foundation
import KMAForecast

/// What stands at the ends of this program: a person's terminal, a pipe or a file.
struct Terminal: Sendable {
    /// Whether standard output is a terminal.
    var isOutputTerminal: Bool
    /// Whether standard error is a terminal.
    var isErrorTerminal: Bool
    /// Whether to colour standard output.
    var isColored: Bool
    /// Whether colours may be any of 16 million.
    var hasTrueColor: Bool
    /// Cells in a row; 80 where nobody says.
    var columns: Int

    /// The one this process has. Colour only on a terminal, and not where `NO_COLOR` (no-color.org) forbids it.
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

/// Standard output and standard error, written whole.
enum StandardStreams {
    /// Writes the answer. A reader who has gone away (`| head`) is no fault: the program ends well.
    static func writeOutput(_ text: String) {
        writeOutput(Array(text.utf8))
    }

    /// Writes the answer, with a line end after it.
    static func writeOutput(_ bytes: [UInt8]) {
        write(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    /// Writes to standard error: notices, warnings, progress.
    static func writeError(_ text: String) {
        write(Array(text.utf8), to: STDERR_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                exit(errno == EPIPE ? 0 : EX_IOERR)
            }
        }
    }
}

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

/// What a person sees on a terminal while upstreams are asked: how many have answered, and which last. It is drawn only once the wait is
/// long enough to be noticed, and wiped away before anything else is said.
///
/// `@unchecked Sendable`: steps report from their own tasks; all that changes is behind the lock.
final class ProgressIndicator: @unchecked Sendable {
    private let title: LocalizedText
    private let steps: Int
    private let language: Language
    private let isShown: Bool
    private let lock = NSLock()
    private var finished: [LocalizedText] = []
    private var isDrawn = false
    private var isOver = false

    init(_ title: LocalizedText, steps: Int, _ language: Language, isShown: Bool) {
        self.title = title
        self.steps = steps
        self.language = language
        self.isShown = isShown
        guard isShown else { return }
        Task { [self] in
            try? await Task.sleep(for: .milliseconds(400))
            lock.withLock { draw() }
        }
    }

    /// Takes note of a step that is done.
    func done(_ step: LocalizedText) {
        lock.withLock {
            finished.append(step)
            if isDrawn { draw() }
        }
    }

    /// Wipes the line away for good.
    func end() {
        lock.withLock {
            isOver = true
            if isDrawn { StandardStreams.writeError("\r\u{1B}[K") }
        }
    }

    private func draw() {
        guard isShown, !isOver else { return }
        isDrawn = true
        let last = finished.last.map { "  \($0[language])" } ?? ""
        StandardStreams.writeError("\r\u{1B}[K\(title[language]) \(finished.count)/\(steps)\(last)")
    }
}
