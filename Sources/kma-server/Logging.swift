import CommandLineSupport
import EtcdStore
import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import Rendering

/// Logs a line an event on standard error, as `key=value` pairs that people and machines both read.
struct LogfmtHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let output: LogOutput

    init(level: Logger.Level, output: LogOutput = .standardError) {
        logLevel = level
        self.output = output
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        output.write(line(event.level, "\(event.message)", event.metadata ?? [:])) { count in
            line(.warning, "\(count) lines dropped", [:])
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

/// Passes on what the framework says of itself, but for its cancellation: that is how a service ends whose other part
/// could not start, and the reason is said by itself.
struct FrameworkLogHandler: LogHandler {
    private var base: any LogHandler

    init(_ base: any LogHandler) {
        self.base = base
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        if !"\(event.message)".hasSuffix("CancellationError()") { base.log(event: event) }
    }
}

/// Writes lines without ever waiting, because event loops log: where nobody reads standard error a line is dropped, and
/// no request waits for it. What is dropped is counted, and told as soon as a line can be written again.
final class LogOutput: Sendable {
    /// The standard error of this process.
    static let standardError = LogOutput { StandardError.write($0, within: .zero) }

    /// Writes a text; `false` where it could not.
    private let writeNow: @Sendable (String) -> Bool
    private let dropped = NIOLockedValueBox((total: 0, untold: 0))

    init(_ writeNow: @escaping @Sendable (String) -> Bool) {
        self.writeNow = writeNow
    }

    /// Lines dropped since the process began.
    var droppedLines: Int { dropped.withLockedValue(\.total) }

    /// Writes a line, after the one in which `report` tells how many were dropped before it.
    func write(_ line: String, report: (Int) -> String) {
        // Taken from the count first: two event loops must not tell of the same lines.
        let untold = dropped.withLockedValue { dropped in
            defer { dropped.untold = 0 }
            return dropped.untold
        }
        guard untold == 0 || writeNow(report(untold)) else { return countDropped(with: untold) }
        if !writeNow(line) { countDropped(with: 0) }
    }

    private func countDropped(with untold: Int) {
        dropped.withLockedValue { dropped in
            dropped.total += 1
            dropped.untold += untold + 1
        }
    }
}

extension Logger {
    /// A line for a call to an upstream: which feed, and the result. Never the URL, which holds the key.
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
    /// that could not be read both are `-`. One whose client has gone is no line for the person who runs the service.
    func logRequest(
        _ method: String,
        route: String,
        status: HTTPResponse.Status,
        duration: Duration,
        bytes: Int?
    ) {
        log(
            level: status == .clientClosedRequest ? .debug : .info,
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

    /// One line when nothing can be stored on this machine, and one when that is over.
    func logStore(_ problem: StoreProblem?) {
        guard let problem else { return notice("cache", metadata: ["usable": "true"]) }
        warning("cache", metadata: metadata(of: problem))
    }

    /// One line when the ledger can keep nothing, and one when that is over.
    func logLedger(_ problem: StoreProblem?, at path: String?) {
        guard let problem else { return notice("ledger", metadata: ["usable": "true"]) }
        warning(
            "ledger",
            metadata: metadata(of: problem).merging(["path": "\(path ?? "")"]) { own, _ in own }
        )
    }

    private func metadata(of problem: StoreProblem) -> Logger.Metadata {
        let reason = [problem.name, problem.detail].compactMap { $0 }.joined(separator: ": ")
        return ["usable": "\(problem.isOver)", "reason": "\(reason)"]
    }

    /// One line when the cluster answers again, and one when it no longer does.
    func logCluster(_ event: ClusterEvent) {
        switch event {
        case .isUp: notice("cluster", metadata: ["up": "true"])
        case .isDown(let reason): warning("cluster", metadata: ["up": "false", "reason": "\(reason)"])
        case .operation, .callsDrawn: break
        }
    }
}

extension Double {
    /// Seconds in milliseconds, to a hundredth.
    fileprivate var milliseconds: Double {
        (self * 100_000).rounded() / 100
    }
}
