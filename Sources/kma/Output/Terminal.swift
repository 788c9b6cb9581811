import CommandLineSupport
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
