import CommandLineSupport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import HTTPTypes
import KMAForecast
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
        // Event loops log: where nobody reads standard error a line is lost, and no request waits for it.
        StandardError.write(line(event.level, "\(event.message)", event.metadata ?? [:]), within: .zero)
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

extension Logger {
    /// A line for a call to an upstream: which feed, what came of it. Never the URL, which holds the key.
    func logCall(_ call: UpstreamCall) {
        log(
            level: call.fault == nil ? .info : .warning,
            "upstream",
            metadata: [
                "feed": "\(call.feed.rawValue)",
                "outcome": "\(call.fault?.rawValue ?? "ok")",
                "ms": "\(call.duration.inSeconds.milliseconds)",
            ]
        )
    }

    /// A line for a request that has been answered: the path as the router knows it, never the query. Of a request
    /// that could not be read both are `-`.
    func logRequest(
        _ method: String,
        route: String,
        status: HTTPResponse.Status,
        duration: Duration,
        bytes: Int?
    ) {
        info(
            "request",
            metadata: [
                "method": "\(method)",
                "route": "\(route)",
                "status": "\(status.code)",
                "ms": "\(duration.inSeconds.milliseconds)",
                "bytes": "\(bytes.map(String.init) ?? "-")",
            ]
        )
    }
}

extension Double {
    /// Seconds in milliseconds, to a hundredth.
    fileprivate var milliseconds: Double {
        (self * 100_000).rounded() / 100
    }
}
