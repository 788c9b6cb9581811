#if canImport(FoundationEssentials)
import CommandLineSupport
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Forecast
import Logging

/// Logs a line an event on standard error, as `key=value` pairs that people and machines both read.
struct LogfmtHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(level: Logger.Level) {
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = line(event.level, "\(event.message)", event.metadata ?? [:])
        line.withUTF8 { bytes in
            // One call a line, so that lines of two threads do not mix. Nobody can be told where it fails.
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// An event as it is written.
    func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> String {
        var line = "time=\(KoreanTime(Date()).rfc3339) level=\(level.rawValue) msg="
        line += LogfmtHandler.quoted(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " \(key)=\(LogfmtHandler.quoted("\(value)"))"
        }
        return line + "\n"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
        }
        if isPlain, !text.isEmpty { return text }
        let escaped = text.reduce(into: "") { escaped, character in
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n", "\r", "\r\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return "\"\(escaped)\""
    }
}
