import CommandLineSupport
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Dispatch

/// What is known of standard output and standard error: terminals, pipes or files.
struct Terminal: Sendable {
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
