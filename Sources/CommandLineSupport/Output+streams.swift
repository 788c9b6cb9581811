import ArgumentParser
import Rendering

extension Format: ExpressibleByArgument {}

extension Output {
    /// Writes the answer in a format to standard output, if asked for after a byte order mark, by which Excel knows
    /// UTF-8.
    public func write(_ format: Format, afterMark: Bool = false) throws(OutputError) {
        try StandardOutput.write((afterMark ? [0xEF, 0xBB, 0xBF] : []) + bytes(in: format))
    }
}

extension Notices {
    /// Writes them to standard error.
    public func write() {
        let lines = lines
        if !lines.isEmpty { StandardError.writeLine(lines.joined(separator: "\n")) }
    }
}
