import ArgumentParser
import CommandLineSupport
import CLibrary
import Dispatch

struct Terminal: Sendable {
    var isErrorTerminal: Bool
    var isColored: Bool
    var hasTrueColor: Bool
    var columns: Int

    /// Colours by the option, else on a terminal and by the environment (no-color.org, bixense.com/clicolors, force-color.org).
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

    static var isStandardOutput: Bool { isatty(ProcessContext.current.standardOutput) == 1 }

    /// `NO_COLOR` comes first, as a person's wish for all programs.
    static func allowsColor(_ environment: [String: String], isTerminal: Bool) -> Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
        if environment["CLICOLOR"] == "0" || environment["FORCE_COLOR"] == "0" { return false }
        return isTerminal
    }

    private static func columns(_ context: ProcessContext) -> Int? {
        var size = winsize()
        if ioctl(context.standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return context.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

/// Names still waited for, from 0.4 seconds on, so that cached answers do not flicker. `@unchecked Sendable`: all changes are on the queue.
final class ProgressIndicator: @unchecked Sendable {
    private let title: String
    private let count: Int
    private let isShown: Bool
    private let queue = DispatchQueue(label: "progress")
    private var waiting: [String]
    private var isDrawn = false
    private var isOver = false

    init(_ title: String, steps: [String], isShown: Bool) {
        self.title = title
        waiting = steps
        count = steps.count
        self.isShown = isShown
        guard isShown else { return }
        Task { [self] in
            // A cancelled sleep only draws earlier.
            try? await Task.sleep(for: .milliseconds(400))
            queue.sync { draw() }
        }
    }

    func finish(_ step: String) {
        queue.sync {
            if let index = waiting.firstIndex(of: step) { waiting.remove(at: index) }
            if isDrawn { draw() }
        }
    }

    func end() {
        queue.sync {
            isOver = true
            if isDrawn { StandardError.write(ProgressIndicator.erase, within: .zero) }
        }
    }

    private func draw() {
        guard isShown, !isOver else { return }
        isDrawn = true
        let next = waiting.first.map { ": \($0)" } ?? ""
        StandardError.write("\(ProgressIndicator.erase)\(title)\(next) (\(count - waiting.count)/\(count))", within: .zero)
    }

    private static let erase = "\r\u{1B}[K"
}
