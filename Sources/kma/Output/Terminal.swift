import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Dispatch

/// What is known of standard output and standard error: terminals, pipes or files.
struct Terminal: Sendable {
    /// Whether standard error is a terminal on which a line can be drawn again.
    var isErrorTerminal: Bool
    /// Whether to colour standard output.
    var isColored: Bool
    /// Whether colours may be any of 16 million.
    var hasTrueColor: Bool
    /// Cells in a row; 80 where neither the terminal nor `COLUMNS` says.
    var columns: Int

    /// That of the run. Colour as the option says; without it only on a terminal that has colours, not where `NO_COLOR`
    /// (no-color.org) or `CLICOLOR=0` forbids it, and anywhere where `CLICOLOR_FORCE` or `FORCE_COLOR` asks for it
    /// (bixense.com/clicolors, force-color.org).
    static func current(color: ColorChoice = .auto) -> Terminal {
        let context = ProcessContext.current
        let environment = context.environment
        let isSimple = ["", "dumb"].contains(environment["TERM"] ?? "")
        let colors = environment["COLORTERM"] ?? ""
        let isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: allowsColor(environment, isTerminal: isStandardOutput && !isSimple)
            }
        return Terminal(
            isErrorTerminal: isatty(context.standardError) == 1 && !isSimple,
            isColored: isColored,
            hasTrueColor: colors == "truecolor" || colors == "24bit",
            columns: columns(context) ?? 80
        )
    }

    /// Whether standard output is a terminal.
    static var isStandardOutput: Bool { isatty(ProcessContext.current.standardOutput) == 1 }

    /// What the environment says of colours. `NO_COLOR` comes first, as it is a person's wish for all programs.
    static func allowsColor(_ environment: [String: String], isTerminal: Bool) -> Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
        if environment["CLICOLOR"] == "0" || environment["FORCE_COLOR"] == "0" { return false }
        return isTerminal
    }

    private static func columns(_ context: ProcessContext) -> Int? {
        var size = winsize()
        if ioctl(context.standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return context.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// When colours are used.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
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
            "\(ProgressIndicator.erase)\(title) \(finished.count)/\(max(steps, finished.count))\(last)",
            within: .zero
        )
    }

    /// To the start of the line, and erase to its end.
    private static let erase = "\r\u{1B}[K"
}
